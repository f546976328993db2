import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { HARD_EXIT_MS } from '../../src/app/commands/stop-on-signal.ts'
import { needs } from '../harness/programs.ts'

const ROOT = join(import.meta.dirname, '../..')
const unit = readFileSync(join(ROOT, 'deploy/systemd/tocsin.service'), 'utf8')
const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]
const withSystemd = needs('systemd-analyze')

/** Analyzes the unit for a service installed in this checkout. */
function analyze(t: { after(work: () => void): void }, ...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-unit-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'tocsin.service')
  writeFileSync(path, unit.replaceAll('/opt/tocsin/node_modules/.bin/', join(ROOT, 'node_modules/.bin/')))
  const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, path], { encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}

test('systemd accepts every line of the unit', withSystemd, (t) => {
  const { status, output } = analyze(t, 'verify')
  assert.deepEqual([status, output.trim()], [0, ''])
})

test(
  'the unit leaves the service little to do harm with: at most 2.0 of 10 by the count of systemd',
  withSystemd,
  (t) => {
    const { status, output } = analyze(t, 'security', '--offline=true', '--threshold=20')
    assert.equal(status, 0, output)
  },
)

test('the stop timeout is long enough for the service', () => {
  assert.ok(Number(setting('TimeoutStopSec')) * 1_000 > HARD_EXIT_MS)
})

test('the unit starts the command of the package', () => {
  const [, program] = /\/opt\/tocsin\/node_modules\/tocsin\/(\S+) serve$/m.exec(setting('ExecStart')!)!
  assert.ok(readFileSync(join(ROOT, program!), 'utf8').startsWith('#!'))
  const [, manual] = /\/opt\/tocsin\/node_modules\/tocsin\/(\S+)$/.exec(setting('Documentation')!)!
  assert.ok(readFileSync(join(ROOT, manual!), 'utf8').length > 0)
})
