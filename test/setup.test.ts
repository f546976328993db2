import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from './harness/temporary-folder.ts'

/** A checkout with two packages to install, and this script as npm. */
function checkout(t: TestContext, npm: string): { run: () => { status: number | null; stderr: string } } {
  const folder = temporaryFolder(t)
  for (const name of ['scripts', 'bin']) mkdirSync(join(folder, name))
  copyFileSync(join(import.meta.dirname, '../scripts/setup.js'), join(folder, 'scripts/setup.js'))
  const packages = {
    '': {},
    'node_modules/one': {},
    'node_modules/other': {},
    'node_modules/elsewhere': { os: ['plan9'] },
    'node_modules/another-library': {
      libc: [
        (process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header.glibcVersionRuntime
          ? 'musl'
          : 'glibc',
      ],
    },
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  writeFileSync(join(folder, 'bin/npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 })
  const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}` }
  return {
    run: () => spawnSync(process.execPath, [join(folder, 'scripts/setup.js')], { env, encoding: 'utf8' }),
  }
}

test('the first start reports the installation and its size, later ones do not', (t) => {
  const { run } = checkout(
    t,
    'mkdir -p node_modules/one node_modules/other; for p in one other; do echo {} > node_modules/$p/package.json; done',
  )
  const first = run()
  assert.equal(first.status, 0)
  assert.match(first.stderr, /^Installing the dependencies.*\n {2}2 of 2 packages, \d+ s\n$/)
  assert.deepEqual([run().status, run().stderr], [0, ''])
})

test('a failed installation ends the start with the error of npm, and is retried by the next start', (t) => {
  const { run } = checkout(t, 'echo no network >&2; exit 7')
  for (const time of ['first', 'second']) {
    const { status, stderr } = run()
    assert.equal(status, 1, time)
    assert.match(stderr, /\nno network\n/)
    assert.match(stderr, /\nnpm ci failed; the lines above say why\.\n$/)
  }
})

test('a checkout without its dependencies says how to install them', (t) => {
  const folder = temporaryFolder(t)
  for (const name of ['src', 'bin']) mkdirSync(join(folder, name))
  copyFileSync(join(import.meta.dirname, '../bin/tocsin.js'), join(folder, 'bin/tocsin.js'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'src/main.ts'), "import 'esbuild'\n")
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'bin/tocsin.js'), 'serve'], { encoding: 'utf8' })
  assert.equal(status, 1)
  assert.match(stderr, /^The dependencies of this checkout are missing.* run `npm run setup`, or `npm start`/)
  assert.doesNotMatch(stderr, /\n {4}at /)
})
