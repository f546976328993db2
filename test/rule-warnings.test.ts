import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from './harness/app.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const RULES = '/api/admin/rules'
const ts = (app: TestApp, afterS = 0) => app.now().getTime() / 1_000 + afterS
const RANGE = { from: '2026-02-01T00:00:00Z', to: '2026-04-01T00:00:00Z' }
const rule = (condition: object, levels: object[] = [{ severity: 'warning' }]) => ({
  key: 'own.rule',
  name: 'Own rule',
  condition,
  levels,
  title: 'Own',
})
type Warning = { code: string; field: string; message: string }
const codes = (warnings: Warning[]) => warnings.map(({ code, field }) => [code, field])

test('a rule whose field can’t have a usable value is saved and previewed with a warning', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const value = [{ severity: 'warning', value: 0 }]
  const gt = (field: string) => ({ type: 'threshold', field, op: 'gt' })
  const device = await app.createDevice()
  await device.send({ flags: { fa: true, impact_g_force: 2 }, metrics: { load: 3, gas_type: 'CO' }, battery: 50 })
  const cases: [object, object[], string[][]][] = [
    [gt('flags.fa'), value, [['never_number', '/condition/field']]],
    [gt('metrics.gas_type'), value, [['never_number', '/condition/field']]],
    [{ type: 'flag', field: 'flags.impact_g_force' }, [{ severity: 'warning' }], [['never_flag', '/condition/field']]],
    [{ type: 'flag', field: 'metrics.load' }, [{ severity: 'warning' }], [['never_flag', '/condition/field']]],
    [gt('metrics.laod'), value, [['never_number', '/condition/field']]],
    [gt('signal'), value, [['never_number', '/condition/field']]],
    [{ type: 'flag', field: 'flags.fb' }, [{ severity: 'warning' }], [['never_flag', '/condition/field']]],
    [
      { type: 'stale', field: 'metrics.laod', after_s: 60 },
      [{ severity: 'warning' }],
      [['never_sent', '/condition/field']],
    ],
    [
      {
        type: 'any',
        of: [
          { type: 'flag', field: 'flags.fa' },
          { type: 'count', of: { ...gt('flags.fa'), value: 1 }, at_least: 2, within_s: 60 },
        ],
      },
      [{ severity: 'warning' }],
      [['never_number', '/condition/of/1/of/field']],
    ],
    [gt('metrics.load'), value, []],
    [gt('flags.impact_g_force'), value, []],
    [gt('battery'), value, []],
    [{ type: 'flag', field: 'flags.fa' }, [{ severity: 'warning' }], []],
    [{ type: 'stale', field: 'flags.fa', after_s: 60 }, [{ severity: 'warning' }], []],
  ]
  for (const [condition, levels, expected] of cases) {
    const { status, body } = await call('PUT', `${RULES}/own.rule`, rule(condition, levels))
    assert.deepEqual([status, codes(body.data.warnings)], [200, expected], JSON.stringify(condition))
    assert.equal((await call('PUT', `${RULES}/own.rule`, body.data)).status, 200, 'the answer can be sent back')
    const preview = (await call('POST', `${RULES}/preview`, { rule: rule(condition, levels), ...RANGE })).body.data
    assert.deepEqual(codes(preview.warnings), expected)
  }
})

test('only the devices that a rule covers count, and nothing is said before they have sent anything', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const [one, other] = [await app.createDevice(), await app.createDevice()]
  const about = (device_ids: number[], field: string) => ({
    ...rule({ type: 'threshold', field, op: 'gt' }, [{ severity: 'warning', value: 1 }]),
    scope: { device_ids },
  })
  const warningsOf = async (draft: object) =>
    codes((await call('PUT', `${RULES}/own.rule`, draft)).body.data.warnings).map(([code]) => code)
  await one.send({ metrics: { load: 1 } })
  assert.deepEqual(await warningsOf(about([other.id], 'metrics.load')), [])
  await other.send({ metrics: { weight: 1 } })
  assert.deepEqual(await warningsOf(about([other.id], 'metrics.load')), ['never_number'])
  assert.deepEqual(await warningsOf(about([one.id, other.id], 'metrics.load')), [])
  const created = await call('POST', RULES, { ...about([other.id], 'metrics.load'), key: 'own.second' })
  assert.deepEqual([created.status, codes(created.body.data.warnings)[0]?.[0]], [201, 'never_number'])
  const patched = await call('PATCH', `${RULES}/own.second`, { enabled: false })
  assert.deepEqual(codes(patched.body.data.warnings)[0]?.[0], 'never_number')
})

test('a preview over readings that arrived long after they were measured says that there may be more alerts', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const queue = { type: 'threshold', field: 'metrics.queue', op: 'gt' }
  const patient = rule(queue, [{ severity: 'warning', value: 5, for_s: 60 }])
  const [live, backfilled] = [await app.createDevice(), await app.createDevice()]
  const previewOf = async (draft: object) =>
    (await call('POST', `${RULES}/preview`, { rule: draft, ...RANGE })).body.data
  await live.send({ ts: ts(app, -600), metrics: { queue: 6 } })
  await app.fastForward({ seconds: 70 })
  await live.send({ ts: ts(app), metrics: { queue: 4 } })
  assert.deepEqual((await previewOf(patient)).warnings, [])
  for (const [second, value] of [
    [0, 6],
    [100, 4],
  ] as const)
    await backfilled.send({ ts: ts(app, second - 86_400), metrics: { queue: value } })
  const { warnings } = await previewOf(patient)
  assert.deepEqual(codes(warnings), [['backfilled', '/levels']])
  assert.match(warnings[0].message, /^2 readings arrived long after they were measured/)
  const atOnce = rule(queue, [{ severity: 'warning', value: 5 }])
  assert.deepEqual((await previewOf(atOnce)).warnings, [], 'no level waits')
  assert.deepEqual((await previewOf({ ...patient, max_gap_s: 90_000 })).warnings, [], 'the rule allows such gaps')
})
