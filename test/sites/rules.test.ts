import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Person, startApp } from '../harness/app.ts'
import { openBrowser } from '../harness/browser.ts'
import { addSite, browserOf, memberOf } from '../harness/sites.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const RULES = '/api/admin/rules'
const ruleOf = (key: string, more: object = {}) => ({
  key,
  name: `Pressure of ${key}`,
  condition: { type: 'threshold', field: 'metrics.pressure', op: 'gt' },
  levels: [{ severity: 'warning', value: 3 }],
  title: `Pressure by ${key}`,
  ...more,
})
const keysOf = async (call: Person, query = '') =>
  (await call('GET', `${RULES}${query}`)).body.data
    .filter(({ origin }: { origin: string }) => origin === 'user')
    .map(({ key }: { key: string }) => key)

test('a rule of a site binds its devices alone, whatever its scope says; one of the installation binds all', async (t) => {
  const app = await startApp(t)
  const south = await addSite(app, 'South')
  const everywhere = await app.logIn('operator')
  const member = await memberOf(app, south, 'operator')
  const [home, own] = [await app.createDevice(), await app.createDevice({ site_id: south })]
  const made = await member('POST', RULES, ruleOf('own', { scope: { device_ids: [home.id, own.id] } }))
  assert.deepEqual([made.status, made.body.data.site], [201, { id: south, name: 'South' }])
  assert.equal((await everywhere('POST', RULES, ruleOf('all'))).body.data.site, null)
  assert.equal((await everywhere('POST', RULES, { ...ruleOf('home'), site_id: 1 })).body.data.site.name, 'Home')
  for (const device of [home, own]) await device.send({ metrics: { pressure: 5 } })
  const alerts = await app.rows<{ device_id: number; rule_key: string }>(
    'select device_id, rule_key from alerts order by device_id, rule_key',
  )
  assert.deepEqual(alerts, [
    { device_id: home.id, rule_key: 'all' },
    { device_id: home.id, rule_key: 'home' },
    { device_id: own.id, rule_key: 'all' },
    { device_id: own.id, rule_key: 'own' },
  ])
})

test('a stale rule of a site watches its devices alone', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const south = await addSite(app, 'South')
  const member = await memberOf(app, south, 'operator')
  const stale = ruleOf('quiet', { condition: { type: 'stale', after_s: 60 }, levels: [{ severity: 'warning' }] })
  assert.equal((await member('POST', RULES, stale)).status, 201)
  const devices = [await app.createDevice(), await app.createDevice({ site_id: south })]
  for (const device of devices) await device.send({ metrics: { pressure: 1 } })
  await app.fastForward({ seconds: 90 })
  const alerts = await app.rows<{ device_id: number }>(`select device_id from alerts where rule_key = 'quiet'`)
  assert.deepEqual(alerts, [{ device_id: devices[1]!.id }])
})

test('people see and change the rules of their sites, and read those of the installation', async (t) => {
  const app = await startApp(t)
  const south = await addSite(app, 'South')
  const everywhere = await app.logIn('operator')
  const member = await memberOf(app, south, 'operator')
  const [home, own] = [
    await app.createDevice({ tags: ['boilers'] }),
    await app.createDevice({ site_id: south, tags: ['pumps'] }),
  ]
  await everywhere('POST', RULES, { ...ruleOf('home'), site_id: 1 })
  await everywhere(
    'POST',
    RULES,
    ruleOf('shared', { scope: { device_ids: [home.id, own.id], tags: ['boilers', 'pumps'] } }),
  )
  await everywhere('POST', RULES, ruleOf('elsewhere', { scope: { device_ids: [home.id] } }))
  await everywhere('POST', RULES, ruleOf('elsewhere_too', { scope: { tags: ['boilers'] } }))
  await member('POST', RULES, ruleOf('own'))
  assert.deepEqual(await keysOf(member), ['own', 'shared'])
  assert.deepEqual(await keysOf(everywhere), ['elsewhere', 'elsewhere_too', 'home', 'own', 'shared'])
  assert.deepEqual(await keysOf(everywhere, '?site=1'), ['elsewhere', 'elsewhere_too', 'home', 'shared'])
  const shared = (await member('GET', `${RULES}/shared`)).body.data
  assert.deepEqual(shared.scope, { device_ids: [own.id], tags: ['pumps'] })
  const [version] = (await member('GET', `${RULES}/shared/versions`)).body.data
  assert.deepEqual([version.definition.scope, version.saved_by !== null], [shared.scope, true])

  for (const [method, path, body] of [
    ['GET', ''],
    ['GET', '/versions'],
    ['GET', `/explain?device_id=${own.id}`],
    ['PATCH', '', { enabled: false }],
    ['PATCH', '', { name: 'Mine' }],
    ['DELETE', ''],
  ] as const) {
    const absent = await member(method, `${RULES}/nothing${path}`, body)
    for (const key of ['home', 'elsewhere']) {
      const answer = await member(method, `${RULES}/${key}${path}`, body)
      assert.deepEqual([answer.status, answer.body], [404, absent.body], `${method} ${key}${path}`)
    }
  }
  const device = await member('GET', `${RULES}/own/explain?device_id=${home.id}`)
  assert.deepEqual(device.body, (await member('GET', `${RULES}/own/explain?device_id=999`)).body)
  for (const [method, body] of [
    ['PATCH', { enabled: false }],
    ['PUT', ruleOf('shared')],
    ['DELETE', undefined],
  ] as const) {
    assert.equal((await member(method, `${RULES}/shared`, body)).status, 403, method)
  }
  assert.equal((await member('PATCH', `${RULES}/own`, { enabled: false })).status, 200)
})

test('a taken key is refused alike, whoever has it, and no rule is overwritten or moved', async (t) => {
  const app = await startApp(t)
  const south = await addSite(app, 'South')
  const everywhere = await app.logIn('operator')
  const member = await memberOf(app, south, 'operator')
  await everywhere('POST', RULES, { ...ruleOf('theirs'), site_id: 1 })
  await member('POST', RULES, ruleOf('mine'))
  const refused = { status: 'error', message: 'A rule has or had this key; choose another', code: 409 }
  for (const key of ['theirs', 'mine']) assert.deepEqual((await member('POST', RULES, ruleOf(key))).body, refused)
  assert.deepEqual((await member('PUT', `${RULES}/theirs`, ruleOf('theirs'))).body, refused)
  assert.deepEqual((await member('PUT', `${RULES}/theirs`, { ...ruleOf('theirs'), version: 1 })).body, refused)
  const moved = await everywhere('PUT', `${RULES}/mine`, { ...ruleOf('mine'), site_id: null })
  assert.equal(moved.status, 409)
  assert.equal((await member('POST', RULES, { ...ruleOf('new'), site_id: null })).status, 403)
  assert.equal((await member('POST', RULES, { ...ruleOf('new'), site_id: 1 })).status, 400)
})

test('previews, noise and activity look only at devices in reach', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const south = await addSite(app, 'South')
  const everywhere = await app.logIn('operator')
  const member = await memberOf(app, south, 'operator')
  await everywhere('POST', RULES, ruleOf('all'))
  for (const device of [
    await app.createDevice({ name: 'Foreign' }),
    await app.createDevice({ site_id: south, name: 'Own' }),
  ])
    await device.send({ metrics: { pressure: 5, secret_of_home: 1 } })
  await app.fastForward({ seconds: 1 })
  const range = { from: '2026-02-28T00:00:00Z', to: '2026-03-02T00:00:00Z' }
  const preview = async (call: Person, more: object = {}) =>
    (await call('POST', `${RULES}/preview`, { rule: ruleOf('draft'), ...range, ...more })).body.data
  assert.deepEqual([(await preview(everywhere)).devices, (await preview(member)).devices], [2, 1])
  assert.equal((await preview(member)).alerts[0].device_name, 'Own')
  assert.equal((await preview(everywhere, { site_id: south })).devices, 1)
  assert.equal((await preview(member, { site_id: 1 })).devices, 0)
  const noise = async (call: Person) => (await call('GET', '/api/admin/noise')).body.data[0]
  assert.deepEqual([(await noise(everywhere)).alerts, (await noise(member)).alerts], [2, 1])

  const browser = await browserOf(app, south, 'operator')
  const list = (await browser.go('/rules')).text
  assert.doesNotMatch(list, /Foreign|<th[^>]*>Site/)
  assert.match((await browser.go('/rules/all')).text, /<dt>Alerts<\/dt>\s*<dd>1<|rule-said/)
  assert.doesNotMatch((await browser.go('/rules/all')).text, /action="\/rules\/all\/(switch|removal)"/)
  await app.rows(`update device_states set metrics = '{"foreign_metric": 1}' where device_id = 1`)
  assert.doesNotMatch((await browser.go('/rules/new')).text, /foreign_metric/)
})

test('the console makes a rule where it is asked to, and shows the site of each', async (t) => {
  const app = await startApp(t)
  const south = await addSite(app, 'South')
  const everywhere = await app.logIn('operator')
  const browser = openBrowser(app.url)
  await browser.logIn(everywhere.email)
  assert.match((await browser.go('/rules/new')).text, /<select id="site_id"/)
  const fields = {
    ...{ version: '0', join: 'one', p0_kind: 'threshold', p0_field: 'metrics.pressure', p0_op: 'gt', do: 'save' },
    ...{ warning_on: 'yes', warning_value: '3', name: 'Of South', title: 'High', tz: 'UTC', site_id: String(south) },
  }
  const saved = await browser.send('/rules/new', fields)
  assert.equal(saved.status, 200, saved.text)
  const rules = await app.rows(`select key, site_id from rules where origin = 'user'`)
  assert.deepEqual(rules, [{ key: 'of_south', site_id: south }])
  assert.match((await browser.go('/rules')).text, /data-label="Site">South/)
})

test('a key that a rule of another site had is refused like a taken one, and does not tell its versions', async (t) => {
  const app = await startApp(t)
  const south = await addSite(app, 'South')
  const [north, souths] = [await memberOf(app, 1, 'operator'), await memberOf(app, south, 'operator')]
  const everywhere = await app.logIn('operator')
  for (const level of [3, 4]) {
    const levels = [{ severity: 'warning', value: level }]
    assert.ok((await north('PUT', `${RULES}/ward`, ruleOf('ward', { levels }))).status < 300)
  }
  const taken = await souths('POST', RULES, ruleOf('ward'))
  await north('DELETE', `${RULES}/ward`)
  assert.equal((await souths('GET', `${RULES}/ward/versions`)).status, 404)
  const formerly = await souths('POST', RULES, ruleOf('ward'))
  assert.deepEqual([formerly.status, formerly.body], [409, taken.body])
  assert.deepEqual([(await souths('PUT', `${RULES}/ward`, ruleOf('ward'))).status], [409])
  // Those who may see the former versions go on with them.
  const again = await north('POST', RULES, ruleOf('ward'))
  assert.deepEqual([again.status, again.body.data.version], [201, 3])
  await north('DELETE', `${RULES}/ward`)
  assert.equal((await everywhere('POST', RULES, ruleOf('ward'))).status, 201)
})
