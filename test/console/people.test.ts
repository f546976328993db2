import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { addUser, callWith, openBrowser, tokenOf } from '../harness/browser.ts'

const PASSWORD = 'a lantern on the pier'

async function begin(t: Parameters<typeof startApp>[0]) {
  const app = await startApp(t)
  const ana = await addUser(app, 'admin')
  const browser = openBrowser(app.url)
  await browser.logIn(ana.email)
  return { app, ana, browser }
}

test('a person is invited by a link that is shown once, chooses a password, and may then do less or nothing', async (t) => {
  const { app, browser } = await begin(t)
  await browser.go('/users/new')
  const again = await browser.send('/users/new', { email: 'nobody', role: 'operator' })
  assert.match(again.text, /id="email-error">This is not an email address/)
  const made = await browser.send('/users/new', { email: 'bo@example.org', role: 'operator' })
  const link = /class="secret">[^<]*(\/invitation\/[0-9a-f]{64})</.exec(made.text)![1]!
  assert.match((await browser.go('/users')).text, /bo@example\.org[\s\S]*Invited/)
  assert.ok(!(await browser.go('/users/2')).text.includes(link))

  const bo = openBrowser(app.url)
  await bo.go(link)
  assert.equal((await bo.send(link, { password: PASSWORD })).path, '/')
  await browser.go('/users/2')
  assert.match((await browser.send('/users/2/role', { role: 'viewer', version: '1' })).text, /Saved/)
  assert.equal((await bo.go('/account')).path, '/login?to=%2Faccount&ended=session', 'who may do less is logged out')
  await browser.go('/users/2')
  const reset = await browser.send('/users/2/password-link')
  assert.match(reset.text, /\/password-reset\/[0-9a-f]{64}</)
  await browser.go('/users/2')
  assert.match((await browser.send('/users/2/enabled', { enabled: 'no' })).text, /Disabled/)
  assert.equal(
    (await app.call('POST', '/api/mobile/login', { email: 'bo@example.org', password: PASSWORD })).status,
    401,
  )
})

test('the last administrator cannot be demoted, and the page says why', async (t) => {
  const { app, ana, browser } = await begin(t)
  const page = await browser.go(`/users/${ana.id}`)
  assert.match(page.text, /the last administrator/)
  assert.ok(!page.text.includes(`/users/${ana.id}/role`) && !page.text.includes(`/users/${ana.id}/enabled`))
  const forged = await browser.post(`/users/${ana.id}/enabled`, { enabled: 'no', _csrf: page.csrf() })
  assert.equal(forged.status, 409)
  assert.match(forged.text, /This is the last administrator/)
  await addUser(app, 'admin')
  assert.match((await browser.go(`/users/${ana.id}`)).text, /your own account/)
})

test('an administrator sees the tokens of everybody, by their last four signs, and revokes them', async (t) => {
  const { app, browser } = await begin(t)
  const { email } = await addUser(app, 'operator')
  const token = await tokenOf(app, email)
  const page = await browser.go('/tokens')
  assert.ok(page.text.includes(`…${token.slice(-4)}`) && !page.text.includes(token))
  assert.match((await browser.send(/\/tokens\/\d+\/revocation/.exec(page.text)![0])).text, /Token revoked/)
  assert.equal((await callWith(app, token, 'GET', '/api/mobile/me')).status, 401)
  const made = await browser.send('/tokens', { name: 'Grafana', role: 'viewer', days: '30' })
  const own = /class="secret">([0-9a-f]{64})</.exec(made.text)![1]!
  assert.equal((await callWith(app, own, 'GET', '/api/mobile/me')).body.data.role, 'viewer')
  await browser.go('/tokens')
  const twice = await browser.send('/tokens', { name: 'Grafana', role: 'viewer', days: '30' })
  assert.match(twice.text, /There is already a token with this name/)
})

test('the audit log tells what changed, filters by person, kind and day, and is exported as it is filtered', async (t) => {
  const { app, ana, browser } = await begin(t)
  const token = await tokenOf(app, ana.email)
  const { id } = await app.createDevice({ name: '=SUM(A1)' })
  await callWith(app, token, 'PATCH', `/api/admin/devices/${id}`, { name: '<b>Boiler</b>', tags: ['cellar'] })
  const { text } = await browser.go('/audit?action=device.*')
  assert.match(text, /<del>[\s\S]*=SUM\(A1\)<\/del>[\s\S]*<ins>[\s\S]*&lt;b&gt;Boiler&lt;\/b&gt;<\/ins>/)
  assert.match(text, /Changed a device/)
  assert.ok(!text.includes('Logged in<'))
  const own = await browser.go(`/audit?actor=${encodeURIComponent(ana.email)}&action=device.*`)
  assert.ok(own.text.includes('Changed a device') && !own.text.includes('Added a device'))
  const tomorrow = new Date(app.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10)
  assert.match((await browser.go(`/audit?actor=&from=${tomorrow}&to=`)).text, /No entries match these filters/)
  const csv = await browser.go('/audit/export?format=csv&action=device.*')
  assert.equal(csv.headers.get('content-disposition'), 'attachment; filename="audit.csv"')
  assert.equal(csv.text.trim().split('\r\n').length, 3)
  assert.ok(csv.text.includes(`,'=SUM(A1),`), 'no formula begins a cell')
  for (const bad of ['actor=a%20b', 'from=2026-02-31', 'action=DROP', 'cursor=x']) {
    assert.equal((await browser.go(`/audit?${bad}`)).status, 400, bad)
  }
})

test('a change of the password needs the present one, and preferences hold at once', async (t) => {
  const { browser } = await begin(t)
  await browser.go('/account')
  const choices = { theme: 'dark', density: 'compact', language: 'de', zone: 'Asia/Tokyo', times: 'absolute' }
  const units = { temperature: '°F', speed: 'mph', length: 'ft', glucose: 'mmol/L' }
  const saved = await browser.send('/account/preferences', { ...choices, ...units, sound: 'yes' })
  assert.match(saved.text, /<html lang="de" dir="ltr" data-theme="dark" data-density="compact">/)
  assert.match(saved.text, /data-shortcuts="false" data-sound="true"/)
  assert.match(saved.text, /GMT\+9|JST/)
  const wrong = await browser.send('/account/preferences', { ...choices, ...units, zone: 'Mars/Olympus' })
  assert.match(wrong.text, /id="zone-error">Diese Angabe ist keine Zeitzone/)
  await browser.go('/account')
  const refused = await browser.send('/account/password', { current_password: 'x', password: PASSWORD })
  assert.match(refused.text, /ist nicht Ihr bisheriges Passwort/)
})
