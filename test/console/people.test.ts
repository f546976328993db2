import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { addUser, callWith, openBrowser, tokenOf } from '../harness/browser.ts'
import { startMailServer } from '../harness/mail-server.ts'

const PASSWORD = 'a lantern on the pier'

async function begin(t: Parameters<typeof startApp>[0]) {
  const app = await startApp(t)
  const ana = await addUser(app, 'admin')
  const browser = openBrowser(app.url)
  await browser.logIn(ana.email)
  return { app, ana, browser }
}

test('a person is invited by a link that is shown once, chooses a password, and can be demoted or disabled', async (t) => {
  const { app, browser } = await begin(t)
  assert.doesNotMatch((await browser.go('/users/new')).text, /mailed/)
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

test('administrators see all tokens by their last four characters, and revoke them', async (t) => {
  const { app, browser } = await begin(t)
  const { email } = await addUser(app, 'operator')
  const token = await tokenOf(app, email)
  const page = await browser.go('/tokens')
  assert.ok(page.text.includes(`…${token.slice(-4)}`) && !page.text.includes(token))
  assert.ok(page.text.includes(`title="${email}">${email.split('@')[0]}</span>`))
  assert.match((await browser.send(/\/tokens\/\d+\/revocation/.exec(page.text)![0])).text, /Token revoked/)
  assert.equal((await callWith(app, token, 'GET', '/api/mobile/me')).status, 401)
  const made = await browser.send('/tokens', { name: 'Grafana', role: 'viewer', days: '30' })
  const own = /class="secret">([0-9a-f]{64})</.exec(made.text)![1]!
  assert.equal((await callWith(app, own, 'GET', '/api/mobile/me')).body.data.role, 'viewer')
  await browser.go('/tokens')
  const twice = await browser.send('/tokens', { name: 'Grafana', role: 'viewer', days: '30' })
  assert.match(twice.text, /There is already a token with this name/)
})

test('the audit log shows changes, is filtered by person, type and day, and exported as filtered', async (t) => {
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
  for (const bad of ['action=DROP', 'cursor=x']) {
    assert.equal((await browser.go(`/audit?${bad}`)).status, 400, bad)
  }
})

test('a new password requires the current one, and preferences apply at once', async (t) => {
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

test('with a mail server, an invitation is seen by its person alone, and a password link is mailed as well as shown', async (t) => {
  const mail = await startMailServer(t)
  const app = await startApp(t, { env: { SMTP_URL: mail.url, SMTP_FROM: 'tocsin@example.org' } })
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'admin')).email)
  assert.match((await browser.go('/users/new')).text, /The invitation is mailed to it\./)
  const made = await browser.send('/users/new', { email: 'bo@example.org', role: 'operator' })
  assert.match(made.text, /The invitation was mailed to bo@example\.org/)
  assert.doesNotMatch(made.text, /\/invitation\//)
  assert.deepEqual(mail.mails[0]!.to, ['bo@example.org'])
  const [path] = /\/invitation\/[0-9a-f]{64}/.exec(mail.mails[0]!.mail.text!)!
  assert.equal((await openBrowser(app.url).go(path)).status, 200)

  const admin = await app.logIn('admin')
  const reset = (await admin('POST', '/api/admin/users/2/password-link')).body.data
  assert.equal(reset.mailed, true)
  assert.ok(mail.mails[1]!.mail.text!.includes(reset.url))
  const invite = async (email: string) =>
    (await admin('POST', '/api/admin/users', { email, role: 'viewer', invite: true })).body.data.invitation
  const { expires_at: _until, ...mailed } = await invite('cy@example.org')
  assert.deepEqual(mailed, { url: null, mailed: true })
  await browser.go('/sites/1')
  const member = await browser.send('/sites/1/members', { email: 'dee@example.org', role: 'viewer' })
  assert.match(member.text, /The invitation was mailed to dee@example\.org/)
  assert.doesNotMatch(member.text, /\/invitation\//)
  mail.answers = { rcptTo: '550 5.1.1 Unknown' }
  await browser.go('/users/2')
  const refused = await browser.send('/users/2/password-link')
  assert.match(refused.text, /class="secret">/)
  assert.doesNotMatch(refused.text, /It was also mailed/)
  assert.match((await invite('eve@example.org')).url, /\/invitation\/[0-9a-f]{64}$/, 'no mail can be sent')
})

test('people have names: their own to choose, and administrators may change them', async (t) => {
  const { app, ana, browser } = await begin(t)
  assert.match(
    (await browser.go('/account')).text,
    new RegExp(`name="display_name" type="text" value="${ana.email.split('@')[0]}"`),
  )
  assert.match((await browser.send('/account/name', { display_name: ' ' })).text, /id="display_name-error"/)
  const page = await browser.send('/account/name', { display_name: 'Ana Kovač' })
  assert.match(page.text, /Name changed/)
  assert.match(page.text, /class="name"[^>]*>Ana Kovač</)
  const bo = await addUser(app, 'operator')
  await browser.go(`/users/${bo.id}`)
  assert.match((await browser.send(`/users/${bo.id}/name`, { name: 'Bo Diaz' })).text, /<h1>Bo Diaz<\/h1>/)
  const { text } = await browser.go('/users')
  assert.match(text, /Ana Kovač<\/a>[\s\S]*Bo Diaz<\/a>/)
  const call = await app.logIn('admin')
  const changed = await call('PATCH', `/api/admin/users/${bo.id}`, { name: 'Bo D.' })
  assert.deepEqual([changed.status, changed.body.data.name, changed.body.data.role], [200, 'Bo D.', 'operator'])
  assert.equal((await call('PATCH', '/api/mobile/me', { name: 'x'.repeat(101) })).status, 400)
  const me = await call('PATCH', '/api/mobile/me', { name: 'Root' })
  assert.deepEqual([me.body.data.name, me.body.data.email], ['Root', call.email])
  assert.equal((await call('GET', '/api/mobile/me')).body.data.name, 'Root')
})

test('who invites somebody to one site reads that this can be changed later', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  await admin('POST', '/api/admin/sites', { name: 'North ward' })
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'admin')).email)
  const page = (await browser.go('/users/new')).text
  assert.match(page, /North ward[\s\S]*Where they have this role\. You can change it later\./)
  assert.doesNotMatch(page, /for good/)
})
