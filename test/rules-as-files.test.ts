import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { exportRules, importRules } from '../src/app/transfer/rules-as-files.ts'
import { startApp } from './harness/app.ts'

const MAIN = join(import.meta.dirname, '../src/main.ts')
const RULES = '/api/admin/rules'
const PRESSURE = {
  key: 'boiler.pressure.high',
  name: 'Boiler pressure high',
  condition: { type: 'threshold', field: 'metrics.pressure', op: 'gt' },
  levels: [{ severity: 'warning', value: 3, for_s: 60 }],
  title: 'Pressure above {threshold} bar',
}
const TEST = `
rules: [boiler.yaml]
tests:
  - name: pressure has to be high for a minute
    input: [{ field: metrics.pressure, every: 30s, values: 2.5 3.1x3 2.5x3 }]
    expect:
      - { at: 1m, alerts: [] }
      - { at: 90s, alerts: [{ rule: boiler.pressure.high, severity: SEVERITY }] }
`

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'tocsin-rules-'))
  t.after(() => rmSync(path, { recursive: true }))
  return path
}

function tocsin(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8', env: {} })
  return { status, stdout, stderr }
}

test('rule tests pass or fail for CI, and failures are shown as differences', (t) => {
  const at = folder(t)
  writeFileSync(join(at, 'boiler.yaml'), JSON.stringify({ rules: [PRESSURE] }))
  writeFileSync(join(at, 'good.test.yaml'), TEST.replace('SEVERITY', 'warning'))
  writeFileSync(join(at, 'bad.test.yaml'), TEST.replace('SEVERITY', 'critical'))
  const good = tocsin('rules', 'test', join(at, 'good.test.yaml'))
  assert.deepEqual([good.status, good.stdout], [0, `${join(at, 'good.test.yaml')}: 1 of 1 passed\n`])

  const both = tocsin('rules', 'test', join(at, 'good.test.yaml'), join(at, 'bad.test.yaml'))
  assert.equal(both.status, 1)
  assert.match(
    both.stdout,
    /- boiler\.pressure\.high critical\n {4}\+ boiler\.pressure\.high warning, device "device", value 3\.1/,
  )

  const json = tocsin('rules', 'test', '--json', join(at, 'bad.test.yaml'))
  const [report] = JSON.parse(json.stdout)
  assert.deepEqual([json.status, report.ok, report.tests[0].differences[0].at], [1, false, '90s'])
})

test('an invalid file of tests is reported and fails', (t) => {
  const at = folder(t)
  writeFileSync(join(at, 'boiler.yaml'), JSON.stringify({ rules: [{ ...PRESSURE, cooldown: 3 }] }))
  for (const [text, words] of [
    [TEST.replace('SEVERITY', 'warning'), /boiler\.pressure\.high: \/cooldown is not known here/],
    ['tests: 3', /is not a file of rule tests/],
    [
      'tests: [{ name: a, input: [{ field: metrics.a, values: "0+1x999999999" }], expect: [{ at: 0s, alerts: [] }] }]',
      /more than/,
    ],
    [
      'tests: [{ name: a, only: [no.rule], input: [{ field: metrics.a, values: 1 }], expect: [{ at: 0, alerts: [] }] }]',
      /There is no rule no\.rule/,
    ],
  ] as const) {
    writeFileSync(join(at, 'a.test.yaml'), text)
    const { status, stderr } = tocsin('rules', 'test', join(at, 'a.test.yaml'))
    assert.equal(status, 1, text)
    assert.match(stderr, words)
    assert.doesNotMatch(stderr, /at async/)
  }
})

test('rules are exported and imported unchanged; a dry run lists changes', async (t) => {
  const at = join(folder(t), 'rules.yaml')
  const app = await startApp(t)
  const call = await app.logIn('operator')
  await call('POST', RULES, PRESSURE)
  await call('PATCH', `${RULES}/factory.smoke`, { enabled: false, reason: 'Welding' })
  const { db } = app.service
  await exportRules(db, at, {})
  const text = readFileSync(at, 'utf8')
  assert.match(text, /key: boiler\.pressure\.high[\s\S]*key: factory\.smoke[\s\S]*enabled: false/)
  assert.doesNotMatch(text, /factory\.fire/)

  await call('DELETE', `${RULES}/${PRESSURE.key}`)
  await call('PATCH', `${RULES}/factory.smoke`, { enabled: true })
  const dry = await importRules(db, at, { dryRun: true })
  assert.deepEqual([dry.added, dry.changed.map(({ key }) => key)], [[PRESSURE.key], ['factory.smoke']])
  assert.equal((await call('GET', `${RULES}/${PRESSURE.key}`)).status, 404)

  await importRules(db, at, {})
  const { name, condition, levels, title } = (await call('GET', `${RULES}/${PRESSURE.key}`)).body.data
  assert.deepEqual({ key: PRESSURE.key, name, condition, levels, title }, PRESSURE)
  assert.equal((await call('GET', `${RULES}/factory.smoke`)).body.data.enabled, false)
  assert.deepEqual((await importRules(db, at, {})).same, [PRESSURE.key, 'factory.smoke'])

  writeFileSync(at, text.replace('value: 3', 'value: many'))
  await assert.rejects(importRules(db, at, {}), /boiler\.pressure\.high: \/levels\/0\/value/)
})
