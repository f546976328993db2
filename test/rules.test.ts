import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRulePacks } from '../src/core/rules/packs/rule-packs.ts'
import { savePackRules } from '../src/core/rules/packs/save-pack-rules.ts'
import { startApp } from './harness/app.ts'
import { startReceiver } from './harness/receiver.ts'
import { until } from './harness/until.ts'

const PRESSURE = {
  key: 'boiler.pressure.high',
  name: 'Boiler pressure high',
  scope: { modules: ['factory'] },
  condition: { type: 'threshold', field: 'metrics.pressure', op: 'gt' },
  levels: [{ severity: 'warning', value: 3, clear: 2.8 }],
  title: 'Pressure above {threshold} bar',
}
const RULES = '/api/admin/rules'

test('a rule applies as soon as it is saved, and alerts have its version', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  const boiler = await app.createDevice()
  const created = await call('POST', RULES, PRESSURE)
  assert.deepEqual([created.status, created.body.data.version, created.body.data.origin], [201, 1, 'user'])
  await boiler.send({ metrics: { pressure: 3.5 } })
  const edited = { ...PRESSURE, levels: [{ severity: 'critical', value: 2 }], version: 1 }
  assert.equal((await call('PUT', `${RULES}/${PRESSURE.key}`, edited)).body.data.version, 2)
  const other = await app.createDevice()
  await other.send({ metrics: { pressure: 2.5 } })

  const alerts = (await call('GET', '/api/mobile/alerts')).body.data
  assert.deepEqual(
    alerts.map((alert: Record<string, unknown>) => [alert.rule_key, alert.rule_version, alert.severity]),
    [
      [PRESSURE.key, 2, 'critical'],
      [PRESSURE.key, 1, 'warning'],
    ],
  )
  const versions = (await call('GET', `${RULES}/${PRESSURE.key}/versions`)).body.data
  assert.deepEqual(
    versions.map(({ version, definition }: { version: number; definition: typeof PRESSURE }) => [
      version,
      definition.levels,
    ]),
    [
      [2, edited.levels],
      [1, PRESSURE.levels],
    ],
  )
})

test('a rule saved on one node applies on the others', async (t) => {
  const app = await startApp(t)
  const other = await startApp(t, { connection: app.connection })
  const operator = await app.logIn('operator')
  const boiler = await app.createDevice()
  assert.equal((await operator('POST', RULES, PRESSURE)).status, 201)
  const send = (pressure: number) =>
    fetch(`${other.url}/api/telemetry/ingest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-token': boiler.token },
      body: JSON.stringify({ module: 'factory', metrics: { pressure } }),
    })
  let pressure = 3.5
  const sendMore = async () => {
    pressure += 0.001
    await send(pressure)
    return (await app.rows('select from alerts')).length
  }
  await until(sendMore, (count) => count === 1)
})

test('a change of one rule recompiles no others', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  const boiler = await app.createDevice()
  const raised = async () =>
    (await app.rows<{ rule_key: string }>('select rule_key from alerts')).map((a) => a.rule_key)
  const other = { ...PRESSURE, key: 'boiler.heat', condition: { ...PRESSURE.condition, field: 'metrics.heat' } }
  for (const rule of [PRESSURE, other]) assert.equal((await call('POST', RULES, rule)).status, 201)
  // Changed behind the service's back: with the same version, the rule stays as it was read.
  await app.rows(
    `update rules set definition = jsonb_set(definition, '{levels,0,value}', '100') where key = '${PRESSURE.key}'`,
  )
  const edited = { ...other, levels: [{ severity: 'warning', value: 50 }] }
  assert.equal((await call('PUT', `${RULES}/${other.key}`, edited)).status, 200)
  await boiler.send({ metrics: { pressure: 3.5, heat: 40 } })
  assert.deepEqual(await raised(), [PRESSURE.key])
})

test('at most 2,000 rules of the installation can be added to the built-in ones', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  await call('POST', RULES, PRESSURE)
  await app.rows(`
    insert into rules (key, version, origin, definition, updated_at)
    select key, 1, 'user', jsonb_set(definition, '{key}', to_jsonb(key)), updated_at
    from (
      select definition, updated_at, 'many.rule_' || n as key
      from rules, generate_series(1, 1999) as n
      where rules.key = '${PRESSURE.key}'
    ) as copies`)
  const refused = await call('POST', RULES, { ...PRESSURE, key: 'one.more' })
  const message = 'The installation itself has 2000 rules, the most there may be: delete some first'
  assert.deepEqual([refused.status, refused.body.message], [409, message])
  assert.equal(
    (await call('PUT', `${RULES}/many.rule_7`, { ...PRESSURE, key: 'many.rule_7', name: 'New' })).status,
    200,
  )
  const listed = (await call('GET', RULES)).body
  assert.deepEqual([listed.data.length > 2_000, listed.next_cursor], [true, null])
  assert.equal((await call('DELETE', `${RULES}/many.rule_8`)).status, 200)
  assert.equal((await call('POST', RULES, { ...PRESSURE, key: 'one.more' })).status, 201)
})

test('a conflicting edit of a rule is rejected', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  await call('POST', RULES, PRESSURE)
  assert.equal((await call('POST', RULES, PRESSURE)).status, 409)
  await call('PUT', `${RULES}/${PRESSURE.key}`, { ...PRESSURE, name: 'Pressure', version: 1 })
  const late = await call('PUT', `${RULES}/${PRESSURE.key}`, { ...PRESSURE, name: 'Boiler', version: 1 })
  assert.deepEqual(
    [late.status, late.body.message],
    [409, 'The rule has been changed meanwhile (version 2). Reload it.'],
  )
  assert.equal((await call('PATCH', `${RULES}/${PRESSURE.key}`, { enabled: false, version: 1 })).status, 409)
  assert.equal((await call('DELETE', `${RULES}/${PRESSURE.key}?version=1`)).status, 409)
  // Saving an equal definition creates no new version.
  const same = await call('PUT', `${RULES}/${PRESSURE.key}`, { ...PRESSURE, name: 'Pressure', version: 2 })
  assert.deepEqual([same.status, same.body.data.version], [200, 2])
})

test('an invalid rule is rejected with all of its errors', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  const refused = await call('POST', RULES, {
    ...PRESSURE,
    levels: [
      { severity: 'warning', value: 3, clear: 4 },
      { severity: 'critical', clear: 3 },
    ],
  })
  assert.equal(refused.status, 400)
  assert.deepEqual(refused.body.errors, [
    { field: '/levels/0/clear', message: 'is on the wrong side of value' },
    { field: '/levels/1', message: 'a threshold needs a value' },
  ])
  const nested = { type: 'all', of: [{ type: 'threshold', field: 'metrics.a', op: 'gt' }] }
  const inside = await call('POST', RULES, { ...PRESSURE, condition: nested, levels: [{ severity: 'info' }] })
  assert.deepEqual(inside.body.errors, [
    { field: '/condition/of/0/value', message: 'is needed inside another condition' },
  ])
  for (const body of [{ ...PRESSURE, cooldown: 3 }, { ...PRESSURE, condition: { type: 'moon' } }, [], { key: 'a' }]) {
    assert.equal((await call('POST', RULES, body)).status, 400)
  }
  assert.equal((await call('PUT', `${RULES}/another.key`, PRESSURE)).status, 400)
  const bands = [{ upto: 3, points: 1, min: 3 }]
  const score = { type: 'score', op: 'gt', parts: [{ field: 'battery', bands }] }
  const misspelt = await call('POST', RULES, { ...PRESSURE, condition: score })
  assert.equal(misspelt.body.message, '/condition/parts/0/bands/0/min: is not known here')
})

test('too deeply nested input is refused before it is processed', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  let deep: object = { type: 'flag', field: 'flags.dry' }
  for (let level = 0; level < 3_000; level += 1) deep = { type: 'all', of: [deep] }
  const rule = { ...PRESSURE, condition: deep, levels: [{ severity: 'info' }] }
  const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }
  for (const [method, path, body] of [
    ['POST', RULES, rule],
    ['PUT', `${RULES}/${PRESSURE.key}`, rule],
    ['POST', `${RULES}/preview`, { rule, ...range }],
    ['PUT', '/api/admin/devices/1/attributes', { a: deep }],
  ] as const) {
    const { status, body: answer } = await call(method, path, body)
    assert.deepEqual([status, answer.message], [400, 'The body is nested too deep'], path)
  }
})

test('disabling or deleting a rule resolves its alerts with a reason', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url, events: ['alert.resolved'] })
  const boiler = await app.createDevice()
  await call('POST', RULES, PRESSURE)
  await call('POST', RULES, { ...PRESSURE, key: 'boiler.pressure.too' })
  await boiler.send({ ts: Math.floor(app.now().getTime() / 1_000), metrics: { pressure: 5 } })
  await call('PATCH', `${RULES}/${PRESSURE.key}`, { enabled: false })
  const removed = await call('DELETE', `${RULES}/boiler.pressure.too`)
  assert.deepEqual([removed.status, removed.body.data], [200, null])
  // At once, and not when the next job runs.
  const reasons = await app.rows('select rule_key, status, resolve_reason from alerts order by rule_key')
  assert.deepEqual(reasons, [
    { rule_key: 'boiler.pressure.high', status: 'resolved', resolve_reason: 'rule_disabled' },
    { rule_key: 'boiler.pressure.too', status: 'resolved', resolve_reason: 'rule_deleted' },
  ])
  assert.deepEqual(await app.rows('select * from rule_states'), [])
  await app.runJobs()
  const told = receiver.received('alert.resolved').map(({ data }) => data.resolve_reason)
  assert.deepEqual(told.toSorted(), ['rule_deleted', 'rule_disabled'])
  await boiler.send({ metrics: { pressure: 6 } })
  assert.deepEqual((await call('GET', '/api/mobile/alerts?status=open')).body.data, [])

  const elsewhere = { ...PRESSURE, key: 'boiler.pressure.elsewhere' }
  await call('POST', RULES, elsewhere)
  await boiler.send({ ts: Math.floor(app.now().getTime() / 1_000) + 1, metrics: { pressure: 7 } })
  await call('PUT', `${RULES}/${elsewhere.key}`, { ...elsewhere, scope: { tags: ['cellar'] } })
  const [moved] = (await call('GET', '/api/mobile/alerts')).body.data
  assert.deepEqual([moved.rule_key, moved.resolve_reason], [elsewhere.key, 'out_of_scope'])
  assert.equal((await call('GET', `${RULES}/boiler.pressure.too`)).status, 404)
  // The version number is not reused: alerts of the first rule still refer to it.
  const again = await call('POST', RULES, { ...PRESSURE, key: 'boiler.pressure.too' })
  assert.equal(again.body.data.version, 2)
})

test('an edited built-in rule survives a restart, and can be reverted', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  const key = 'factory.smoke'
  const built = (await call('GET', `${RULES}/${key}`)).body.data
  const { version: _, enabled: __, origin: ___, edited: ____, updated_at: _____, ...definition } = built
  const own = { ...definition, levels: [{ severity: 'critical', value: 5 }] }
  const saved = (await call('PUT', `${RULES}/${key}`, { ...own, reason: 'A dusty hall' })).body.data
  assert.deepEqual([saved.edited, saved.origin, saved.version], [true, 'pack', 2])
  assert.equal((await call('DELETE', `${RULES}/factory.fire`)).status, 409)

  const packs = await readRulePacks()
  const next = packs.map((rule) => (rule.key === key ? { ...rule, name: 'Smoke, anew' } : rule))
  await savePackRules(app.service.db, next, app.now())
  const kept = (await call('GET', `${RULES}/${key}`)).body.data
  assert.deepEqual([kept.levels, kept.name, kept.edited], [own.levels, 'Smoke', true])

  const reverted = (await call('DELETE', `${RULES}/${key}?reason=Cleaned`)).body.data
  assert.deepEqual([reverted.name, reverted.levels, reverted.edited], ['Smoke, anew', definition.levels, false])
})

test('a rule that its pack turns off is off, unless a person has turned it on', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  const packs = await readRulePacks()
  const off = packs.map((rule) =>
    ['factory.smoke', 'factory.humidity'].includes(rule.key) ? { ...rule, enabled: false } : rule,
  )
  await call('PATCH', `${RULES}/factory.humidity`, { enabled: true })
  await savePackRules(app.service.db, off, app.now())
  const isOn = async (key: string) => (await call('GET', `${RULES}/${key}`)).body.data.enabled
  assert.deepEqual(
    [await isOn('factory.smoke'), await isOn('factory.humidity'), await isOn('factory.fire')],
    [false, true, true],
  )
})

test('changes of rules are in the audit log', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  await call('POST', RULES, PRESSURE)
  await call('PUT', `${RULES}/${PRESSURE.key}`, { ...PRESSURE, name: 'Pressure' })
  await call('PATCH', `${RULES}/${PRESSURE.key}`, { enabled: false })
  await call('DELETE', `${RULES}/${PRESSURE.key}`)
  const entries = await app.rows<{ action: string; actor_email: string }>(
    'select action, actor_email from audit_entries where subject_id = $1 order by id',
    [PRESSURE.key],
  )
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['rule.created', 'rule.updated', 'rule.disabled', 'rule.deleted'],
  )
  assert.match(entries[0]!.actor_email, /^operator-/)
})

test('viewers can neither read nor change rules in the API', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('viewer')
  assert.equal((await call('GET', RULES)).status, 403)
  assert.equal((await call('POST', RULES, PRESSURE)).status, 403)
  assert.equal((await call('DELETE', `${RULES}/factory.smoke`)).status, 403)
})

test("a device attribute overrides a rule's limit; other devices use the default", async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  const value = { attr: 'max_pressure', default: 3 }
  await call('POST', RULES, { ...PRESSURE, levels: [{ severity: 'warning', value, clear: 2.8 }] })
  const [usual, strong] = [await app.createDevice(), await app.createDevice()]
  await strong.send({ metrics: { pressure: 1 } })
  const attributes = `/api/admin/devices/${strong.id}/attributes`
  assert.deepEqual((await call('PUT', attributes, { max_pressure: 10 })).body.data, { max_pressure: 10 })
  assert.deepEqual((await call('GET', attributes)).body.data, { max_pressure: 10 })
  assert.equal((await call('PUT', attributes, { 'Max-Pressure': 1 })).status, 400)
  assert.equal((await call('PUT', '/api/admin/devices/99/attributes', {})).status, 404)
  for (const device of [usual, strong]) await device.send({ metrics: { pressure: 9 } })
  await strong.send({ metrics: { pressure: 11 } })
  const alerts = await app.rows('select device_id, threshold, triggered_value from alerts order by device_id')
  assert.deepEqual(alerts, [
    { device_id: usual.id, threshold: 3, triggered_value: 9 },
    { device_id: strong.id, threshold: 10, triggered_value: 11 },
  ])
})
