import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from './harness/app.ts'
import { importFile } from './harness/configuration.ts'
import { memberOf } from './harness/sites.ts'

const DEPOT = { circle: { lat: 46.05, lng: 14.5, radius_m: 1_000 } }
const HARBOUR = {
  polygon: [
    [45.54, 13.72],
    [45.56, 13.72],
    [45.56, 13.75],
  ],
}
const [IN_DEPOT, IN_HARBOUR] = [
  { lat: 46.05, lng: 14.5 },
  { lat: 45.555, lng: 13.73 },
]

const leavesDepot = (key = 'depot.left') => ({
  key,
  name: `Left the depot (${key})`,
  title: 'Left the depot',
  condition: { type: 'geofence', geofence: 'Depot', when: 'outside', min_points: 1, buffer_m: 0 },
  levels: [{ severity: 'warning' }],
})

const ruleIn = async (app: TestApp, key = 'depot.left') =>
  (
    await app.rows<{ version: number; condition: object }>(
      "select version, definition -> 'condition' as condition from rules where key = $1",
      [key],
    )
  )[0]!

const openAlerts = async (app: TestApp): Promise<number> =>
  (await app.rows("select from alerts where rule_key = 'depot.left' and status <> 'resolved'")).length

test('a rule that names a geofence has its shape, and a changed geofence is a new version of the rule', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const made = await operator('POST', '/api/admin/geofences', { name: ' Depot ', fence: DEPOT })
  assert.deepEqual([made.status, made.body.data.name, made.body.data.site], [201, 'Depot', null])
  const { id } = made.body.data
  const rule = (await operator('POST', '/api/admin/rules', leavesDepot())).body.data
  assert.deepEqual([rule.version, rule.condition.geofence, rule.condition.fence], [1, 'Depot', DEPOT])

  const van = await app.createDevice({ module: 'vehicle' })
  await van.send(IN_DEPOT)
  assert.equal(await openAlerts(app), 0)
  const moved = await operator('PATCH', `/api/admin/geofences/${id}`, { fence: HARBOUR })
  assert.deepEqual([moved.status, moved.body.data.rules], [200, ['depot.left']])
  assert.deepEqual(await ruleIn(app), { version: 2, condition: { ...leavesDepot().condition, fence: HARBOUR } })
  await app.leap({ seconds: 10 })
  await van.send(IN_DEPOT)
  assert.equal(await openAlerts(app), 1, 'the engine has the new shape')

  await operator('PATCH', `/api/admin/geofences/${id}`, { name: 'Harbour' })
  assert.deepEqual((await ruleIn(app)).condition, { ...leavesDepot().condition, geofence: 'Harbour', fence: HARBOUR })
  const same = await operator('PATCH', `/api/admin/geofences/${id}`, { name: 'Harbour' })
  assert.deepEqual([same.status, (await ruleIn(app)).version], [200, 3], 'the same again changes no rule')
  const { body } = await operator('GET', '/api/admin/rules/depot.left')
  const again = await operator('PUT', '/api/admin/rules/depot.left', leavesDepotAs(body.data.condition))
  assert.deepEqual([again.status, again.body.data.version], [200, 3], 'and so does the rule as it was read')
})

const leavesDepotAs = (condition: object) => ({ ...leavesDepot(), condition })

test('a changed geofence leaves its rules on or off, as people have switched them', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const { id } = (await operator('POST', '/api/admin/geofences', { name: 'Depot', fence: DEPOT })).body.data
  for (const [key, enabled] of Object.entries({ 'depot.off': false, 'depot.on': true })) {
    await operator('POST', '/api/admin/rules', { ...leavesDepot(key), enabled: !enabled })
    await operator('PATCH', `/api/admin/rules/${key}`, { enabled })
  }
  await operator('PATCH', `/api/admin/geofences/${id}`, { fence: HARBOUR })
  const isOn = async (key: string) => (await operator('GET', `/api/admin/rules/${key}`)).body.data.enabled
  assert.deepEqual([await isOn('depot.off'), await isOn('depot.on')], [false, true])
})

test('a shape that comes along with a name gives way to that of the geofence', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  await operator('POST', '/api/admin/geofences', { name: 'Depot', fence: DEPOT })
  const { condition } = leavesDepot()
  const rule = { ...leavesDepot(), condition: { type: 'all', of: [{ ...condition, fence: HARBOUR }, condition] } }
  const { body } = await operator('POST', '/api/admin/rules', rule)
  assert.deepEqual(
    body.data.condition.of.map(({ fence }: { fence: object }) => fence),
    [DEPOT, DEPOT],
  )
})

test('a geofence that rules use cannot be deleted, and their names are said', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const { id } = (await operator('POST', '/api/admin/geofences', { name: 'Depot', fence: DEPOT })).body.data
  await operator('POST', '/api/admin/rules', leavesDepot())
  const refused = await operator('DELETE', `/api/admin/geofences/${id}`)
  assert.equal(refused.status, 409)
  assert.match(refused.body.message, /Left the depot \(depot\.left\)/)
  await operator('DELETE', '/api/admin/rules/depot.left')
  assert.equal((await operator('DELETE', `/api/admin/geofences/${id}`)).status, 200)
  assert.equal((await operator('GET', `/api/admin/geofences/${id}`)).status, 404)
  const entries = await app.rows<{ action: string }>(
    "select action from audit_entries where subject_type = 'geofence' order by id",
  )
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['geofence.created', 'geofence.deleted'],
  )
})

test('invalid shapes, taken names and unknown geofences are refused with the field', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const create = (body: object) => operator('POST', '/api/admin/geofences', body)
  for (const fence of [
    {},
    { circle: { lat: 91, lng: 0, radius_m: 5 } },
    { circle: { lat: 1, lng: 0, radius_m: 0 } },
    { polygon: [[1, 1]] },
    {
      polygon: [
        [91, 1],
        [1, 1],
        [2, 2],
      ],
    },
  ]) {
    const refused = await create({ name: 'Depot', fence })
    assert.equal(refused.status, 400, JSON.stringify(fence))
    assert.match(refused.body.errors[0].field, /^\/fence/)
  }
  await create({ name: 'Depot', fence: DEPOT })
  assert.equal((await create({ name: 'Depot', fence: HARBOUR })).status, 409)
  const unknown = { ...leavesDepot(), condition: { type: 'geofence', geofence: 'Harbour', when: 'inside' } }
  const refused = await operator('POST', '/api/admin/rules', unknown)
  assert.deepEqual([refused.status, refused.body.errors[0].field], [400, '/condition/geofence'])
  const neither = { ...leavesDepot(), condition: { type: 'geofence', when: 'inside' } }
  assert.equal((await operator('POST', '/api/admin/rules', neither)).status, 400)
})

test('a device on the other side of the earth is outside of a polygon', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const boxes = {
    argentina: [-55, -73, -22, -53],
    germany: [47.3, 5.9, 55.1, 15],
    taveuni: [-17.2, 179.6, -16.6, -179.6],
  } as const
  for (const [key, [south, west, north, east]] of Object.entries(boxes)) {
    const polygon = [
      [south, west],
      [south, east],
      [north, east],
      [north, west],
    ]
    const condition = { type: 'geofence', fence: { polygon }, when: 'inside', min_points: 1 }
    await operator('POST', '/api/admin/rules', { ...leavesDepot(`in.${key}`), condition })
  }
  const alertsAt = async (...[lat, lng]: [number, number]) => {
    const van = await app.createDevice({ module: 'vehicle' })
    await van.send({ lat, lng })
    const rows = await app.rows<{ rule_key: string }>('select rule_key from alerts where device_id = $1', [van.id])
    return rows.map(({ rule_key }) => rule_key)
  }
  assert.deepEqual(await alertsAt(-31.95, 115.86), [], 'Perth')
  assert.deepEqual(await alertsAt(53.88, -166.54), [], 'Dutch Harbor')
  assert.deepEqual(await alertsAt(-17, 0), [], 'opposite of Taveuni')
  assert.deepEqual(await alertsAt(-34.6, -58.4), ['in.argentina'])
  assert.deepEqual(await alertsAt(-17, 179.9), ['in.taveuni'])
  assert.deepEqual(await alertsAt(-17, -179.9), ['in.taveuni'])
})

test('a polygon around a pole or half of the earth is refused with a sentence, in rules, geofences and files', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const shapes = {
    'must not go around a pole': [
      [60, -120],
      [60, 0],
      [60, 120],
    ],
    'must be narrower than 180° of longitude': [
      [-60, -180],
      [-60, 180],
      [60, 180],
      [60, -180],
    ],
  }
  for (const [sentence, polygon] of Object.entries(shapes)) {
    const condition = { type: 'geofence', fence: { polygon }, when: 'inside' }
    for (const [path, body] of [
      ['/api/admin/geofences', { name: 'Cap', fence: { polygon } }],
      ['/api/admin/rules', { ...leavesDepot(), condition }],
    ] as const) {
      const refused = await admin('POST', path, body)
      assert.equal(refused.status, 400, path)
      assert.match(JSON.stringify(refused.body), new RegExp(`fence/polygon.*${sentence}`), path)
    }
    const file = { format: 'tocsin-configuration-1', geofences: [{ name: 'Cap', fence: { polygon } }] }
    await assert.rejects(async () => importFile(app, JSON.stringify(file), true), {
      message: new RegExp(`/geofences/0/fence/polygon ${sentence}`),
    })
  }
})

test('two people do not overwrite each other', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const made = await operator('POST', '/api/admin/geofences', { name: 'Depot', fence: DEPOT })
  const etag = made.headers.get('etag')!
  const path = `${app.url}/api/admin/geofences/${made.body.data.id}`
  const headers = { authorization: operator.authorization, 'content-type': 'application/json', 'if-match': etag }
  const change = async (name: string) =>
    (await fetch(path, { method: 'PATCH', headers, body: JSON.stringify({ name }) })).status
  assert.deepEqual([await change('One'), await change('Two')], [200, 412])
})

test('a geofence of a site is for its people and rules, one of the installation for all', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const hall = (await admin('POST', '/api/admin/sites', { name: 'Hall' })).body.data.id
  const ward = (await admin('POST', '/api/admin/sites', { name: 'Ward' })).body.data.id
  const [ofHall, ofWard] = [await memberOf(app, hall, 'operator'), await memberOf(app, ward, 'operator')]
  const { id, site } = (await ofHall('POST', '/api/admin/geofences', { name: 'Depot', fence: DEPOT })).body.data
  assert.deepEqual(site, { id: hall, name: 'Hall' })
  assert.equal((await ofWard('GET', `/api/admin/geofences/${id}`)).status, 404)
  assert.equal((await ofWard('PATCH', `/api/admin/geofences/${id}`, { name: 'Mine' })).status, 404)
  assert.equal((await ofWard('POST', '/api/admin/rules', leavesDepot())).status, 400)
  assert.equal((await ofWard('POST', '/api/admin/geofences', { name: 'Depot', fence: HARBOUR })).status, 201)
  await ofHall('POST', '/api/admin/rules', leavesDepot('hall.left'))
  await ofWard('POST', '/api/admin/rules', leavesDepot('ward.left'))
  const fences = [(await ruleIn(app, 'hall.left')).condition, (await ruleIn(app, 'ward.left')).condition]
  assert.deepEqual(
    fences.map((condition) => (condition as { fence: object }).fence),
    [DEPOT, HARBOUR],
  )

  const everywhere = { name: 'Depot', fence: DEPOT, site_id: null }
  assert.equal((await admin('POST', '/api/admin/geofences', everywhere)).status, 409, 'no rule could tell them apart')
  const shared = (await admin('POST', '/api/admin/geofences', { ...everywhere, name: 'Country' })).body.data
  assert.equal((await ofWard('GET', `/api/admin/geofences/${shared.id}`)).status, 200)
  assert.equal((await ofWard('PATCH', `/api/admin/geofences/${shared.id}`, { name: 'Mine' })).status, 403)
  const names = (await ofWard('GET', '/api/admin/geofences')).body.data.map(({ name }: { name: string }) => name)
  assert.deepEqual(names, ['Country', 'Depot'])
  const held = await admin('DELETE', `/api/admin/sites/${hall}`)
  assert.match(held.body.message, /1 geofence/)
})

test('a device inside the named geofence is seen by a preview of the rule', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  await operator('POST', '/api/admin/geofences', { name: 'Depot', fence: DEPOT })
  const van = await app.createDevice({ module: 'vehicle' })
  await van.send(IN_HARBOUR)
  await app.leap({ seconds: 60 })
  const { body } = await operator('POST', '/api/admin/rules/preview', {
    rule: leavesDepot(),
    from: new Date(app.now().getTime() - 3_600_000).toISOString(),
    to: new Date(app.now().getTime() + 1_000).toISOString(),
  })
  assert.equal(body.data.alert_count, 1)
})
