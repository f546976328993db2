import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRules } from '../src/core/rules/packs/rule-packs.ts'
import { startApp } from './harness/app.ts'
import { addUser, openBrowser } from './harness/browser.ts'
import { openWindow } from './harness/chromium.ts'
import { linkOf } from './harness/page-text.ts'

const CO = '/api/admin/rules/factory.gas.co'

test('a safety rule is changed or turned off only with a reason, which its versions and the audit log keep', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('admin')
  const { levels } = (await call('GET', CO)).body.data
  const lower = [{ ...levels[0], value: 30, clear: 27 }, ...levels.slice(1)]
  const refused = await call('PATCH', CO, { levels: lower })
  assert.deepEqual(
    [refused.status, refused.body.errors],
    [400, [{ field: '/reason', message: 'is needed to change a safety rule or to turn it off' }]],
  )
  assert.equal((await call('PATCH', CO, { enabled: false })).status, 400)
  assert.equal((await call('GET', CO)).body.data.version, 1)

  assert.equal((await call('PATCH', CO, { levels: lower, reason: 'Our own limit, 3 ppm below' })).status, 200)
  assert.equal((await call('PATCH', CO, { enabled: false, reason: 'Sensor is being exchanged' })).status, 200)
  assert.equal((await call('PATCH', CO, { enabled: true })).status, 200)
  const versions = (await call('GET', `${CO}/versions`)).body.data
  assert.deepEqual(
    versions.map(({ version, reason }: { version: number; reason: string | null }) => [version, reason]),
    [
      [2, 'Our own limit, 3 ppm below'],
      [1, null],
    ],
  )
  const entries = (await call('GET', '/api/admin/audit?subject_type=rule&subject_id=factory.gas.co')).body.data
  assert.deepEqual(
    entries
      .map(({ action, after }: { action: string; after: { reason?: string } }) => [action, after.reason])
      .slice(0, 3),
    [
      ['rule.enabled', undefined],
      ['rule.disabled', 'Sensor is being exchanged'],
      ['rule.updated', 'Our own limit, 3 ppm below'],
    ],
  )
})

test('a safety rule is restored with a reason, which has words: by the API that of the person, on its page that of the button', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  const lower = async (reason: string) => {
    const { levels } = (await call('GET', CO)).body.data
    return (await call('PATCH', CO, { levels: [{ ...levels[0], value: 30, clear: 27 }, ...levels.slice(1)], reason }))
      .status
  }
  for (const nothing of ['  ', '\u200b', '\u00a0\n', '–']) assert.equal(await lower(nothing), 400)
  assert.equal(await lower('House rule'), 200)
  assert.equal((await call('DELETE', CO)).status, 400)
  assert.equal((await call('DELETE', `${CO}?reason=Back`)).status, 200)
  assert.equal(await lower('House rule'), 200)
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'operator')).email)
  await browser.go('/rules/factory.gas.co')
  assert.match((await browser.send('/rules/factory.gas.co/removal', { version: '4' })).path, /done=reverted/)
  const versions = (await call('GET', `${CO}/versions`)).body.data as { reason: string | null }[]
  assert.deepEqual(
    versions.map(({ reason }) => reason),
    ['Restore the built-in rule', 'House rule', 'Back', 'House rule', null],
  )
})

test('a geofence that a safety rule names is changed without a reason, and the rule keeps its own source', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('admin')
  const circle = { lat: 48, lng: 2, radius_m: 100 }
  const hall = await call('POST', '/api/admin/geofences', { name: 'Hall', site_id: null, fence: { circle } })
  const path = '/api/admin/rules/worker.panic'
  const inHall = { type: 'geofence', when: 'inside', geofence: 'Hall' }
  const condition = { type: 'all', of: [(await call('GET', path)).body.data.condition, inHall] }
  assert.equal((await call('PATCH', path, { condition, source: 'House rule 12', reason: 'Only there' })).status, 200)
  const fence = `/api/admin/geofences/${hall.body.data.id}`
  assert.equal((await call('PATCH', fence, { name: 'Great hall' })).status, 200)
  assert.equal((await call('PATCH', fence, { fence: { circle: { ...circle, radius_m: 50 } } })).status, 200)
  const { data } = (await call('GET', path)).body
  assert.deepEqual(
    [data.version, data.source, data.condition.of[1].geofence, data.condition.of[1].fence.circle.radius_m],
    [4, 'House rule 12', 'Great hall', 50],
  )
})

test('a reason is optional for other rules', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  const path = '/api/admin/rules/device.battery.low'
  assert.equal((await call('PATCH', path, { name: 'Battery' })).status, 200)
  assert.equal((await call('PATCH', path, { name: 'Battery low', reason: 'Clearer' })).status, 200)
  const [newest, before] = (await call('GET', `${path}/versions`)).body.data
  assert.deepEqual([newest.reason, before.reason], ['Clearer', null])
})

test('a built-in rule with another limit loses its source unless one is given, and gets it back with its limit', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  const original = (await call('GET', CO)).body.data
  const reason = 'Tried'
  const change = async (body: object) => (await call('PATCH', CO, { ...body, reason })).body.data
  const at = (value: number) => [{ ...original.levels[0], value, clear: value }, ...original.levels.slice(1)]
  assert.equal((await change({ name: 'CO' })).source, original.source)
  assert.equal(
    (await change({ levels: [{ ...original.levels[0], clear: 30 }, ...original.levels.slice(1)] })).source,
    original.source,
  )
  assert.equal((await change({ levels: at(3) })).source, undefined)
  assert.equal((await change({ levels: at(4), source: 'House rule 12' })).source, 'House rule 12')
  assert.equal((await change({ levels: at(5) })).source, undefined)
  assert.equal((await change({ levels: original.levels, source: original.source })).source, original.source)
})

test('a limit that was not changed keeps its source where another one was', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  const original = (await call('GET', CO)).body.data
  const [warning, critical] = original.levels
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'viewer')).email)
  const sourceOn = async (path: string, levels: object[], more: object = {}) => {
    assert.equal((await call('PATCH', CO, { levels, reason: 'Tried', ...more })).status, 200)
    const { text } = await browser.go(path)
    const shown = path === '/limits' ? /<tr id="row-factory\.gas\.co"[\s\S]*?<\/tr>/.exec(text)![0] : text
    return shown.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  }
  const source = new RegExp(`Critical: ${original.source.replaceAll(/[^\w ]/g, '.')} Warning: None given`)
  const lower = { ...warning, value: 3, clear: 3 }
  assert.match(await sourceOn('/limits', [lower, critical]), source)
  assert.match(await sourceOn('/rules/factory.gas.co', [{ ...lower, clear: 2 }, critical]), source)
  assert.match(await sourceOn('/limits', [lower, { ...critical, for_s: 9 }]), /None given/)
  assert.doesNotMatch(await sourceOn('/limits', [lower, critical], { source: 'House rule 12' }), /None given|Critical:/)
})

test('the form of a safety rule asks for a reason at its field, and warns that the source goes', async (t) => {
  const app = await startApp(t)
  const { page, go } = await openWindow(t, app, { role: 'operator', expects: /400/ })
  await go('/rules/factory.gas.co')
  await page.locator('#warning_value').fill('30')
  await page.locator('#sentence .notice', { hasText: 'gave other limits' }).waitFor()
  await page.getByRole('button', { name: 'Save rule' }).click()
  await page.locator('#reason-error', { hasText: 'safety rule' }).waitFor()
  assert.equal(await page.locator('#warning_value').inputValue(), '30')
  await page.locator('#reason').fill('Agreed with the fire brigade')
  await page.getByRole('button', { name: 'Save rule' }).click()
  await page.getByText('It applies from the next reading on').waitFor()
  await go('/rules/factory.gas.co/versions')
  await page.getByText('Reason: Agreed with the fire brigade').waitFor()
})

test('on pages, a safety rule is turned off with a reason, also as text and without scripts', async (t) => {
  const app = await startApp(t)
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'operator')).email)
  await browser.go('/rules')
  const refused = await browser.send('/rules/factory.gas.co/switch', { enabled: 'no', reason: ' ' })
  assert.match(refused.text, /This is needed: this is a safety rule/)
  const off = await browser.send('/rules/factory.gas.co/switch', { enabled: 'no', reason: 'Being exchanged' })
  assert.equal(off.path, '/rules?done=off')
  const { text } = await browser.go('/rules/factory.gas.co')
  const yaml = /<textarea id="text"[^>]*>\s*([\s\S]*?)<\/textarea>/.exec(text)![1]!.replace('value: 35', 'value: 34')
  const sent = { do: 'save_text', text: yaml, version: '1' }
  const untold = await browser.send('/rules/factory.gas.co', sent)
  assert.match(untold.text, /id="text_reason-error">This is needed/)
  const told = await browser.send('/rules/factory.gas.co', { ...sent, text_reason: 'House rule' })
  assert.equal(told.path, '/rules/factory.gas.co?done=saved')
})

test('the limits in force can be read for any day: with their source, who set them, and what was on or gone', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  const day = () => app.now().toISOString().slice(0, 10)
  const rule = {
    key: 'tank',
    name: 'Tank hot',
    condition: { type: 'threshold', field: 'metrics.t', op: 'gt' },
    title: 'Hot',
  }
  const first = day()
  await call('POST', '/api/admin/rules', {
    ...rule,
    levels: [{ severity: 'warning', value: 71 }],
    source: 'Manual, p. 4',
  })
  app.setClock({ seconds: 86_400 })
  const second = day()
  const changed = { ...rule, levels: [{ severity: 'warning', value: 72 }], reason: 'New insulation' }
  await call('PUT', '/api/admin/rules/tank', changed)
  await call('PATCH', '/api/admin/rules/tank', { enabled: false })
  app.setClock({ seconds: 86_400 })
  await call('DELETE', '/api/admin/rules/tank')
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'viewer')).email)
  const rowOn = async (at: string) => {
    const page = await browser.go(`/limits?at=${at}`)
    return (/<tr id="row-tank"[\s\S]*?<\/tr>/.exec(page.text)?.[0] ?? '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
  }
  assert.match(await rowOn(first), /&gt; 71 .*Manual, p\. 4/)
  assert.doesNotMatch(await rowOn(first), / Off /)
  assert.match(await rowOn(second), / Off .*&gt; 72 .*None given .*Version 2 .*Reason: New insulation/)
  assert.equal(await rowOn(day()), '')
  assert.equal(await rowOn('2000-01-01'), '')
  assert.equal((await browser.go('/limits?at=2026-02-30')).status, 400)
  const before = await browser.go('/limits?at=2000-01-01')
  assert.match(
    before.text,
    /: no rules are known\.[\s\S]*Limits are known from [^<]*, when the first rule was recorded here/,
  )
  const known = await browser.go(`/limits${linkOf(before.text, 'Show those of that day')}`)
  assert.match(known.text, /<tr id="row-factory\.gas\.co"/)
  assert.doesNotMatch(known.text, /Limits are known from/)
})

test('rules as a file have the reasons for their versions as comments, and are read again', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  await call('PATCH', '/api/admin/rules/device.battery.low', { name: 'Low', reason: 'Short\n# names: x' })
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'viewer')).email)
  const { text } = await browser.go('/rules.yaml')
  assert.match(text, /\n {2}# Short # names: x\n {2}- key: device\.battery\.low\n/)
  assert.equal(parseRules(text, 'rules.yaml').length, (await call('GET', '/api/admin/rules')).body.data.length)
})
