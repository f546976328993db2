import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
const CALL = /\b(inReach|inReachOrShared|ofDevicesInReach|knownTo|sitesWith)\((?:[^()`]|`[^`]*`|\([^()]*\))*\)/g
/** Tests that must notice, the likeliest first. */
const NOTICES = [['test/sites/non-interference'], ['test/sites', 'test/access']]

interface Filter {
  file: string
  index: number
  call: string
  name: string
}

/** Each condition on sites in a statement, dropped by itself, lets a test fail: else nobody would notice its loss. */
test('no filter of a statement can be dropped without a failing test', { timeout: 7_200_000 }, async (t) => {
  const filters = await findFilters()
  assert.ok(filters.length > 50, `only ${filters.length} filters were found`)
  const survivors: string[] = []
  const waiting = filters.values()
  async function dropInTurn(): Promise<void> {
    const folder = await copyOf(t)
    assert.ok(await passes(folder), 'nothing passes in a copy')
    for (const { file, index, call, name } of waiting) {
      const path = join(folder, file)
      const source = await readFile(path, 'utf8')
      const whole = name === 'sitesWith' ? `'all'` : 'sql`true`'
      await writeFile(path, `${source.slice(0, index)}${whole}${source.slice(index + call.length)}`)
      const survives = await passes(folder)
      await writeFile(path, source)
      const line = `${file}:${source.slice(0, index).split('\n').length} ${call}`
      if (survives) survivors.push(line)
      console.log(survives ? `nobody noticed ${line}` : `noticed ${line}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, dropInTurn))
  assert.deepEqual(survivors, [])
})

/** All calls in the source but the definitions. */
async function findFilters(): Promise<Filter[]> {
  const files = (await readdir(join(ROOT, 'src'), { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.startsWith('core/reach/') && !file.endsWith('known-people.ts'),
  )
  const found = files.sort().map(async (file) => {
    const source = await readFile(join(ROOT, 'src', file), 'utf8')
    return [...source.matchAll(CALL)]
      .filter(({ index }) => !/(function|const) $/.test(source.slice(0, index)))
      .map(({ 0: call, 1: name, index }) => ({ file: join('src', file), index, call, name: name! }))
  })
  return (await Promise.all(found)).flat()
}

/** A copy of the project in a folder of its own. */
async function copyOf(t: { after(end: () => Promise<void>): void }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-filters-'))
  t.after(() => rm(folder, { recursive: true }))
  for (const name of await readdir(ROOT)) {
    if (name === 'node_modules' || name.startsWith('.')) continue
    await cp(join(ROOT, name), join(folder, name), { recursive: true })
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

async function passes(folder: string): Promise<boolean> {
  for (const files of NOTICES) if (!(await run(folder, files))) return false
  return true
}

async function run(folder: string, files: readonly string[]): Promise<boolean> {
  // Without what this run of tests says to its own processes.
  const env = { PATH: process.env.PATH, HOME: process.env.HOME }
  const tests = spawn(process.execPath, ['scripts/test.js', ...files], { cwd: folder, env, stdio: 'ignore' })
  const patience = setTimeout(() => tests.kill('SIGKILL'), 240_000)
  const code = await new Promise((resolve) => tests.once('exit', resolve))
  clearTimeout(patience)
  return code === 0
}
