import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
const CALL = /\b(inReach|inReachOrShared|ofDevicesInReach|knownTo|sitesWith)\((?:[^()`]|`[^`]*`|\([^()]*\))*\)/g
/** Tests that must notice, the likeliest first. */
const NOTICES = [
  ['test/sites/non-interference', 'test/access/sites'],
  ['test/sites', 'test/access'],
]

/** Each condition on sites in a statement, dropped by itself, lets a test fail: else nobody would notice its loss. */
test('no filter of a statement can be dropped without a failing test', { timeout: 7_200_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-filters-'))
  t.after(() => rm(folder, { recursive: true }))
  for (const name of await readdir(ROOT)) {
    if (name === 'node_modules' || name.startsWith('.')) continue
    await cp(join(ROOT, name), join(folder, name), { recursive: true })
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const files = (await readdir(join(folder, 'src'), { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.startsWith('core/reach/') && !file.endsWith('known-people.ts'),
  )
  assert.ok(await passes(folder), 'nothing passes in a copy')
  const survivors: string[] = []
  let dropped = 0
  for (const file of files.sort()) {
    const path = join(folder, 'src', file)
    const source = await readFile(path, 'utf8')
    for (const { 0: filter, 1: name, index } of source.matchAll(CALL)) {
      if (/(function|const) $/.test(source.slice(0, index))) continue
      dropped += 1
      const line = source.slice(0, index).split('\n').length
      const whole = name === 'sitesWith' ? `'all'` : 'sql`true`'
      await writeFile(path, `${source.slice(0, index)}${whole}${source.slice(index + filter.length)}`)
      if (await passes(folder)) survivors.push(`src/${file}:${line} ${filter}`)
      await writeFile(path, source)
      t.diagnostic(`${dropped}: src/${file}:${line}`)
    }
  }
  assert.ok(dropped > 30, `only ${dropped} filters were found`)
  assert.deepEqual(survivors, [])
})

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
