import assert from 'node:assert/strict'
import { test } from 'node:test'
import { savePreferences } from '../../src/core/people/preferences/preferences.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { addUser, type Browser, openBrowser } from '../harness/browser.ts'

const BOILER = {
  name: 'Boiler hot',
  join: 'one',
  p0_kind: 'threshold',
  p0_field: 'other',
  p0_other: 'metrics.boiler_temp',
  p0_op: 'gt',
  warning_on: 'yes',
  warning_value: '90,5',
  warning_for: '2 min',
  critical_on: 'yes',
  critical_value: 'max_temp: 110',
  modules: 'factory',
  tags: 'boiler, cellar',
  unit: '°C',
  title: 'Above {threshold} °C',
  do: 'save',
}

async function browserOf(app: TestApp, role: 'viewer' | 'operator'): Promise<Browser> {
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, role)).email)
  return browser
}

test('without scripts, a rule is created, changed, turned off and deleted', async (t) => {
  const app = await startApp(t)
  const browser = await browserOf(app, 'operator')
  const call = await app.logIn('operator')
  await browser.go('/rules/new')
  const made = await browser.send('/rules/new', BOILER)
  assert.equal(made.path, '/rules/boiler_hot?done=saved')
  const stored = async () => (await call('GET', '/api/admin/rules/boiler_hot')).body.data
  const { site: _, version, enabled, origin, edited, updated_at, warnings, ...definition } = await stored()
  assert.deepEqual(definition, {
    key: 'boiler_hot',
    name: 'Boiler hot',
    scope: { modules: ['factory'], tags: ['boiler', 'cellar'] },
    condition: { type: 'threshold', field: 'metrics.boiler_temp', op: 'gt' },
    levels: [
      { severity: 'warning', value: 90.5, for_s: 120 },
      { severity: 'critical', value: { attr: 'max_temp', default: 110 } },
    ],
    unit: '°C',
    title: 'Above {threshold} °C',
  })
  assert.deepEqual([version, enabled, origin, edited, warnings], [1, true, 'user', false, []])
  assert.ok(updated_at)

  const changed = await browser.send('/rules/boiler_hot', { ...BOILER, version: '1', warning_value: '95' })
  assert.match(changed.text, /Saved\. It applies from the next reading on/)
  assert.equal((await stored()).levels[0].value, 95)
  const same = await browser.send('/rules/boiler_hot', { ...BOILER, version: '2', warning_value: '95' })
  assert.match(same.text, /No changes\./)

  const off = await browser.send('/rules/boiler_hot/switch', { enabled: 'no', back: '/rules?state=on' })
  assert.equal(off.path, '/rules?state=on&done=off')
  assert.equal((await stored()).enabled, false)
  await browser.go('/rules/boiler_hot')
  assert.equal((await browser.send('/rules/boiler_hot/removal', { version: '2' })).path, '/rules?done=removed')
  assert.equal((await call('GET', '/api/admin/rules/boiler_hot')).status, 404)
})

test('errors are shown next to their field, and typed values are kept', async (t) => {
  const app = await startApp(t)
  const browser = await browserOf(app, 'operator')
  await browser.go('/rules/new')
  const page = await browser.send('/rules/new', { ...BOILER, warning_for: 'soon', warning_clear: '99', unit: 'bär' })
  assert.equal(page.status, 400)
  assert.match(page.text, /id="warning_for-error">Enter a duration, such as/)
  assert.match(page.text, /id="warning_clear-error">This is on the wrong side of the limit/)
  assert.match(page.text, /name="unit" type="text" value="bär"/)
  const text = 'key: a\nname: A\ncondition: { type: flag, field: flags.door }\nlevels:\n  - severity: bad\ntitle: A\n'
  const asText = await browser.send('/rules/new', { do: 'save_text', text })
  assert.equal(asText.status, 400)
  assert.match(asText.text, /data-line="5">Line 5: \/levels\/0\/severity must be one of: info, warning, critical/)
  const saved = await browser.send('/rules/new', { do: 'save_text', text: text.replace('bad', 'info') })
  assert.equal(saved.path, '/rules/a?done=saved')
  const taken = await browser.send('/rules/a', {
    do: 'save_text',
    text: text.replace('bad', 'info').replace('key: a', 'key: b'),
  })
  assert.match(taken.text, /The key stays a/)
})

test('a rule without a name has one error, for the name', async (t) => {
  const app = await startApp(t)
  const browser = await browserOf(app, 'operator')
  await browser.go('/rules/new')
  const save = (fields: object) => browser.send('/rules/new', { ...BOILER, title: '', ...fields })
  const nameless = await save({ name: '', warning_for: 'soon' })
  assert.equal(nameless.status, 400)
  assert.match(nameless.text, /role="alert"><p>Not saved\. Check the marked fields\.<\/p><\/div>/)
  assert.match(nameless.text, /id="name-error">This must not be empty\./)
  assert.match(nameless.text, /id="warning_for-error"/)
  assert.equal((await save({ name: 'Valve' })).path, '/rules/valve?done=saved')
  await browser.go('/rules/new')
  const taken = await save({ name: 'Valve' })
  assert.deepEqual([taken.status, /name="key" type="text" value=""/.test(taken.text)], [409, true])
  assert.equal((await save({ name: 'Valve 2' })).path, '/rules/valve_2?done=saved')
  await browser.go('/rules/new')
  assert.match((await save({ name: 'Valve', key: 'valve' })).text, /Another rule has the key valve\./)
  assert.match((await save({ name: '温度' })).path, /^\/rules\/rule_[0-9a-f]{8}\?done=saved$/)
})

test("errors of fields and of YAML are in the reader's language", async (t) => {
  const app = await startApp(t)
  const { id, email } = await addUser(app, 'operator')
  await savePreferences(app.service.db, id, { language: 'de' })
  const browser = openBrowser(app.url)
  await browser.logIn(email)
  await browser.go('/rules/new')
  const page = await browser.send('/rules/new', { ...BOILER, warning_clear: '99', p0_other: 'temp' })
  assert.match(page.text, /id="p0_other-error">Diese Angabe muss metrics\.…, flags\.…, battery oder signal sein/)
  const limits = await browser.send('/rules/new', { ...BOILER, warning_clear: '99' })
  assert.match(limits.text, /Diese Angabe liegt auf der falschen Seite des Grenzwerts/)
  const text = await browser.send('/rules/new', { do: 'save_text', text: 'key: a\nkey: b\n' })
  assert.match(text.text, /Zeile 2: +doppelter Schlüssel/)
})

test('without scripts, the kind of condition is changed, parts are added, and a rule is rehearsed', async (t) => {
  const app = await startApp(t)
  const browser = await browserOf(app, 'operator')
  const device = await app.createDevice({ module: 'worker' })
  await device.send({ flags: { fall_detected: true }, metrics: { noise: 90 } })
  const { csrf } = await browser.go('/rules/new')
  // Like a button of the form with its own address.
  const work = (fields: Record<string, string>) =>
    browser.post(
      '/rules/new/draft',
      { _csrf: csrf('/rules/new'), ...fields },
      { origin: app.url, 'sec-fetch-site': 'same-origin' },
    )
  const any = { join: 'any', p0_kind: 'flag', p0_field: 'flags.fall_detected', warning_on: 'yes' }
  const shaped = await work({ ...any, do: 'shape' })
  assert.match(shaped.text, /name="p0_equals"/)
  assert.match(shaped.text, /name="p1_op"/)
  assert.match(shaped.text, /value="metrics.noise"/)
  const more = await work({ ...any, do: 'add', parts: '2' })
  assert.match(more.text, /name="p2_kind"/)
  const fewer = await work({
    ...any,
    p1_kind: 'stale',
    p2_kind: 'geofence',
    parts: '3',
    remove: '1',
  })
  assert.match(fewer.text, /name="p1_shape"/)
  assert.doesNotMatch(fewer.text, /name="p2_kind"/)
  const rehearsed = await work({ ...any, join: 'one', do: 'rehearse', days: '7' })
  assert.match(rehearsed.text, /data-count="alerts">1</)
  assert.match(rehearsed.text, /Fall detected: yes <strong>true<\/strong>/)
  assert.doesNotMatch(rehearsed.text, /has never been/)
  const useless = { ...any, join: 'one', p0_field: 'flags.door_open' }
  const warned = await work({ ...useless, do: 'rehearse', days: '7' })
  assert.match(warned.text, /flags.door_open has never been true or false in a reading of these devices/)
  assert.equal((await app.rows('select from rules where origin = $1', ['user'])).length, 0)
})

test('after a conflict, both texts are shown, and the own one can still be saved', async (t) => {
  const app = await startApp(t)
  const browser = await browserOf(app, 'operator')
  const call = await app.logIn('operator')
  await browser.go('/rules/new')
  await browser.send('/rules/new', BOILER)
  const rule = (await call('GET', '/api/admin/rules/boiler_hot')).body.data
  const { version: _v, enabled: _e, origin: _o, edited: _d, updated_at: _u, ...definition } = rule
  await call('PUT', '/api/admin/rules/boiler_hot', { ...definition, name: 'Boiler very hot' })
  const slower = await browser.send('/rules/boiler_hot', { ...BOILER, version: '1', warning_value: '91' })
  assert.equal(slower.status, 409)
  assert.ok(slower.text.includes(`${call.email.split('@')[0]} saved version 2 while you were editing version 1`))
  assert.match(slower.text, /<span class="gone">− name: Boiler very hot/)
  assert.match(slower.text, /<span class="new">\+ name: Boiler hot/)
  const again = await browser.send('/rules/boiler_hot', { ...BOILER, version: '2', warning_value: '91' })
  assert.equal(again.path, '/rules/boiler_hot?done=saved')
  await browser.go('/rules/new')
  const taken = await browser.send('/rules/new', BOILER)
  assert.deepEqual([taken.status, /Not saved\. Another rule has this name\./.test(taken.text)], [409, true])
})

test('each version has its author, and can be restored as a new version, also of a deleted rule', async (t) => {
  const app = await startApp(t)
  const browser = await browserOf(app, 'operator')
  const call = await app.logIn('operator')
  await browser.go('/rules/new')
  await browser.send('/rules/new', BOILER)
  await browser.send('/rules/boiler_hot', { ...BOILER, version: '1', warning_value: '95' })
  const versions = await browser.go('/rules/boiler_hot/versions')
  assert.match(versions.text, /<span class="gone">−\s+value: 90.5/)
  assert.match(versions.text, /<span class="new">\+\s+value: 95/)
  assert.match(versions.text, /class="whole" title="(operator-[0-9a-f]{6})@example\.org">\1</)
  const back = await browser.send('/rules/boiler_hot/versions/1/restoration', { version: '2' })
  assert.equal(back.path, '/rules/boiler_hot?done=restored')
  const rule = (await call('GET', '/api/admin/rules/boiler_hot')).body.data
  assert.deepEqual([rule.version, rule.levels[0].value], [3, 90.5])
  await call('DELETE', '/api/admin/rules/boiler_hot')
  assert.match((await browser.go('/rules/boiler_hot/versions')).text, /This rule was deleted/)
  await browser.send('/rules/boiler_hot/versions/2/restoration', { version: '0' })
  assert.equal((await call('GET', '/api/admin/rules/boiler_hot')).body.data.levels[0].value, 95)
})

test('the list is filtered by group, state and text, and is exported as a file that can be imported', async (t) => {
  const app = await startApp(t)
  const browser = await browserOf(app, 'operator')
  const call = await app.logIn('operator')
  await call('PATCH', '/api/admin/rules/factory.smoke', { enabled: false, reason: 'Welding' })
  const rows = (text: string) => [...text.matchAll(/<tr id="row-([^"]+)"/g)].map(([, key]) => key)
  assert.equal(rows((await browser.go('/rules')).text).length, 70)
  assert.equal(rows((await browser.go('/rules?group=worker')).text).length, 3)
  assert.deepEqual(rows((await browser.go('/rules?state=off')).text), ['factory.smoke'])
  const none = (await browser.go('/rules?q=smoke&state=on')).text
  assert.deepEqual(rows(none), [])
  assert.match(none, /href="\/rules\?q=smoke" aria-current="true" aria-label="Without On"/)
  assert.match(none, /<a class="button" href="\/rules">Clear filters<\/a>/)
  assert.equal((await browser.go('/rules?state=loud')).status, 400)
  const file = await browser.go('/rules.yaml')
  assert.match(file.headers.get('content-disposition')!, /rules\.yaml/)
  assert.match(file.text, /key: factory\.smoke\n\s+name: Smoke\n\s+enabled: false/)
  await browser.go('/rules/new')
  await browser.send('/rules/new/recommended', { group: 'factory' })
  assert.equal((await call('GET', '/api/admin/rules/factory.smoke')).body.data.enabled, true)
})

test('a noisy rule is marked, with its alerts per day', async (t) => {
  const app = await startApp(t, { startsAt: new Date('2026-03-01T12:00:00Z') })
  const browser = await browserOf(app, 'operator')
  await browser.go('/rules/new')
  await browser.send('/rules/new', {
    ...BOILER,
    modules: '',
    tags: '',
    warning_for: '',
    clear_for_s: '0',
    cooldown_s: '0',
  })
  const device = await app.createDevice()
  const start = app.now().getTime() / 1_000 - 7_200
  const readings = Array.from({ length: 60 }, (_, place) => ({
    module: 'factory',
    ts: start + place * 60,
    metrics: { boiler_temp: place % 2 === 0 ? 100 : 50 },
  }))
  const headers = { 'content-type': 'application/json', 'x-device-token': device.token }
  const send = (batch: object[]) =>
    fetch(`${app.url}/api/telemetry/batch`, { method: 'POST', headers, body: JSON.stringify(batch) })
  await send(readings.slice(0, 20))
  assert.doesNotMatch((await browser.go('/rules')).text, /more than anyone can act on/)
  await send(readings.slice(20))
  const { text } = await browser.go('/rules?state=noisy')
  assert.match(text, /30 alerts in 7 days on 1 device: more than anyone can act on/)
  assert.match(text, /30 alerts in seven days: 0, 0, 0, 0, 0, 0, 30/)
  const { text: rule } = await browser.go('/rules/boiler_hot')
  assert.match(rule, /A limit of 100.°C would have halved the number of alerts/)
})

test('viewers see rules without controls', async (t) => {
  const app = await startApp(t)
  const browser = await browserOf(app, 'viewer')
  for (const path of ['/rules', '/rules/health.spo2.low', '/rules/health.spo2.low/versions']) {
    const page = await browser.go(path)
    assert.equal(page.status, 200)
    const forms = [...page.text.matchAll(/<form method="post" action="([^"]*)"/g)].map(([, action]) => action)
    assert.deepEqual(forms, ['/logout'], path)
    assert.doesNotMatch(page.text, /href="\/rules\/new"/)
  }
  assert.equal((await browser.go('/rules/new')).status, 403)
  assert.equal((await browser.go('/rules/no.rule')).status, 404)
})
