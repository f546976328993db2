import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { startApp } from '../harness/app.ts'
import { addUser, openBrowser, openBrowserAs } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { linkOf, textOf } from '../harness/page-text.ts'
import { makeReachable } from '../harness/people.ts'
import { browserKeys } from '../harness/push-browser.ts'
import { declare, startReachableApp } from '../harness/reachable.ts'
import { startReceiver } from '../harness/receiver.ts'

const PAGE = '/account/notifications'
/** Browsers of the test are at plain http. */
const PLAIN = { PUBLIC_URL: 'http://localhost' }

/** A browser whose person allows notifications, subscribed at the push service of the test. */
const subscribeAs = (page: Page, subscription: object) =>
  page.addInitScript((given) => {
    const subscribed = { toJSON: () => given, options: {}, unsubscribe: async () => true }
    const pushManager = { getSubscription: async () => subscribed, subscribe: async () => subscribed }
    const registration = { pushManager }
    const serviceWorker = {
      ready: Promise.resolve(registration),
      register: async () => registration,
      getRegistration: async () => registration,
    }
    Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker })
    const allowed = { permission: 'granted', requestPermission: async () => 'granted' }
    Object.defineProperty(globalThis, 'Notification', { value: allowed })
  }, subscription)

test('a device is enabled by one button, is verified by its first message, and gets a test', async (t) => {
  const { app, push } = await startReachableApp(t, { env: PLAIN })
  const device = push.subscribe()
  const { page, go } = await openWindow(t, app, { role: 'operator', width: 390, expects: /429/ })
  await subscribeAs(page, device.subscription)
  await go(PAGE)
  await page.getByText('No contact method yet').waitFor()
  await page.getByRole('button', { name: 'Enable on this device' }).click()
  await page.getByText('The first message is on its way').waitFor()
  await app.runJobs()
  await page.getByText('Verified', { exact: true }).waitFor()
  assert.deepEqual(device.received.length, 1)
  await page.getByText('This device gets notifications.').waitFor()

  await app.leap({ seconds: 61 })
  await page.getByRole('button', { name: /^Send a test to/ }).click()
  await page.getByText('Test message sent.').waitFor()
  await app.runJobs()
  assert.equal(device.received.at(-1)!.payload.notification.title, 'Test message from Tocsin')
  await page.getByRole('button', { name: /^Send a test to/ }).click()
  await page.getByText('There was a test within the last minute').waitFor()
})

test('an email address is verified by the code that is typed', async (t) => {
  const mail = await startMailServer(t)
  const { app } = await startReachableApp(t, {
    env: { ...PLAIN, SMTP_URL: mail.url, SMTP_FROM: 'alerts@example.org' },
  })
  const browser = await openBrowserAs(app, 'viewer')
  await browser.go(linkOf((await browser.go(PAGE)).text, 'Add email'))
  await browser.fillIn(`${PAGE}/email`, 'Add email', {
    'Email address': 'ana@example.org',
    'Label (optional)': 'Office',
  })
  await app.runJobs()
  const code = /\b\d{6}\b/.exec(mail.mails[0]!.mail.text!)![0]
  const verify = (typed: string) => browser.fillIn(`${PAGE}/methods/1/verification`, 'Verify', { Code: typed })
  const refused = await verify(code === '000000' ? '000001' : '000000')
  assert.equal(refused.status, 400)
  assert.match(textOf(refused.text), /is not the code that was sent last/)
  const { text } = await verify(code)
  assert.match(textOf(text), /Contact method verified\./)
  const [methods] = /<ul class="methods[\s\S]*?<\/ul>/.exec(text)!
  assert.match(textOf(methods), /^Office Verified Email · an…@example\.org/)
})

async function begin(t: Parameters<typeof startApp>[0], env: Record<string, string> = {}) {
  const app = await startApp(t, { env })
  const ana = await addUser(app, 'operator')
  const browser = openBrowser(app.url)
  await browser.logIn(ana.email)
  await browser.go(PAGE)
  const saved = async () =>
    (await app.rows<{ kept: unknown }>("select to_jsonb(p) - 'user_id' as kept from notification_preferences as p"))[0]
      ?.kept
  return { app, ana, browser, saved }
}

test('quiet hours and the least severity are saved, and mistakes are shown beside their fields', async (t) => {
  const { browser, saved } = await begin(t)
  const fields = {
    min_severity: 'critical',
    quiet: 'yes',
    from: '22:00',
    to: '07:00',
    zone: 'Europe/Ljubljana',
    after0: '0',
  }
  assert.match(
    (await browser.send(`${PAGE}/preferences`, { ...fields, days: 'mon', from: '' })).text,
    /id="from-error"/,
  )
  assert.match((await browser.send(`${PAGE}/preferences`, fields)).text, /role="alert">This must have at least one day/)
  assert.match((await browser.send(`${PAGE}/preferences`, { ...fields, days: 'sat' })).text, /Preferences saved/)
  assert.deepEqual(await saved(), {
    min_severity: 'critical',
    quiet_hours: { from: '22:00', to: '07:00', days: ['sat'], time_zone: 'Europe/Ljubljana' },
    critical_breaks_quiet: false,
    steps: [{ after_s: 0, method_ids: null }],
  })
})

test('own steps are saved by the form, and are shown in it', async (t) => {
  const { app, ana, browser, saved } = await begin(t)
  const ids = await app.rows<{ id: number }>(
    `insert into contact_methods (user_id, kind, label, state, address_hint, details, address_sealed, fingerprint, created_at)
     select $1, 'push', name, 'verified', 'here', 'full', '', name, now() from unnest(array['Phone', 'Watch']) as name
     returning id`,
    [ana.id],
  )
  await browser.go(PAGE)
  const [phone, watch] = ids.map(({ id }) => String(id)) as [string, string]
  const fields = { min_severity: 'warning', zone: 'UTC', critical_breaks_quiet: 'yes', after0: '0', by0: phone }
  const { text } = await browser.send(`${PAGE}/preferences`, { ...fields, after1: '2.5', by1: watch, after2: '' })
  assert.match(text, new RegExp(`name="after1" type="number" value="2.5"[\\s\\S]*name="by1" value="${watch}" checked`))
  assert.deepEqual(((await saved()) as { steps: unknown }).steps, [
    { after_s: 0, method_ids: [Number(phone)] },
    { after_s: 150, method_ids: [Number(watch)] },
  ])
})

test('kinds that the service is not set up for are explained, not offered', async (t) => {
  const { browser } = await begin(t)
  const { text } = await browser.go(PAGE)
  assert.match(text, /Not available: this service has no mail server/)
  assert.doesNotMatch(text, new RegExp(`href="${PAGE}/email"`))
  assert.match((await browser.go(`${PAGE}/email`)).text, /An administrator sets it under Settings/)
})

test('methods are renamed and deleted, and nobody touches those of others', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const bo = await addReachable()
  const ana = await addUser(app, 'operator')
  const browser = openBrowser(app.url)
  await browser.logIn(ana.email)
  const keys = browserKeys().keys
  await browser.go(PAGE)
  const subscription = JSON.stringify({ endpoint: 'https://fcm.googleapis.com/fcm/send/1', keys })
  const page = await browser.send(`${PAGE}/devices`.replace('/devices', '/preferences'), {
    min_severity: 'warning',
    zone: 'UTC',
  })
  const csrf = page.csrf()
  await browser.post(`${PAGE}/devices`, { _csrf: csrf, subscription })
  const refused = await browser.post(`${PAGE}/devices`, { _csrf: csrf, subscription: '{"endpoint":7}' })
  assert.deepEqual([refused.status, /role="alert"/.test(refused.text)], [400, true])
  const [{ id }] = (await app.rows<{ id: number }>('select max(id) as id from contact_methods')) as [{ id: number }]
  await browser.go(PAGE)
  const renamed = await browser.send(`${PAGE}/methods/${id}/settings`, { label: 'Own phone', details: 'minimal' })
  assert.match(renamed.text, /<strong>Own phone<\/strong>[\s\S]*Without details/)
  const foreign = await browser.post(`${PAGE}/methods/${bo.methodId}/removal`, { _csrf: csrf })
  assert.equal(foreign.status, 404)
  await browser.go(PAGE)
  assert.match((await browser.send(`${PAGE}/methods/${id}/removal`)).text, /Contact method deleted/)
})

test("the secret of a webhook of one's own is shown once, after it was added", async (t) => {
  const app = await startApp(t)
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'admin')).email)
  const receiver = await startReceiver(t)
  await browser.go(`${PAGE}/webhook`)
  const { text } = await browser.send(`${PAGE}/webhook`, { address: receiver.url, format: 'envelope' })
  const [, secret] = /class="secret">(whsec_[^<]+)</.exec(text) ?? []
  await app.runJobs()
  const [{ body, headers }] = receiver.requests as [(typeof receiver.requests)[0]]
  assert.ok(new Webhook(secret!).verify(body, headers as Record<string, string>))
  assert.ok(!(await browser.go(PAGE)).text.includes(secret!))
})

test('every page says that nobody can be notified, until a webhook is enough or somebody can', async (t) => {
  const { app, browser } = await begin(t)
  const notice = /Nobody can be notified yet[\s\S]{0,200}href="\/account\/notifications"/
  const { text } = await browser.go('/devices')
  assert.match(text, notice)
  assert.doesNotMatch(text, /notifications\/banner/)
  await app.createWebhook({ url: 'http://127.0.0.1:9/hook', events: ['incident.created'] })
  const csrf = (await browser.go('/incidents')).csrf(`${PAGE}/banner`)
  const hidden = await browser.post(`${PAGE}/banner`, { _csrf: csrf }, { referer: `${app.url}/incidents?done=x` })
  assert.equal(hidden.headers.get('location'), '/incidents')
  assert.doesNotMatch((await browser.go('/incidents')).text, notice)
  await app.rows('update webhooks set enabled = false')
  assert.match((await browser.go('/incidents')).text, notice)
})

test('whoever may be notified is told that no message reaches them, until one can or they hide it', async (t) => {
  const { app, addReachable } = await startReachableApp(t, { env: PLAIN })
  const logIn = async (role: 'operator' | 'viewer') => {
    const person = await addUser(app, role)
    const browser = openBrowser(app.url)
    await browser.logIn(person.email)
    return { browser, id: person.id }
  }
  const [ana, viewer] = [await logIn('operator'), await logIn('viewer')]
  const notice =
    /No message reaches you: you have no contact method\. <a href="\/account\/notifications">My notifications</
  const nobody = /Nobody can be notified yet/
  const alone = (await ana.browser.go('/')).text
  assert.deepEqual([notice.test(alone), nobody.test(alone)], [false, true])
  await addReachable()
  const { text } = await ana.browser.go('/')
  assert.deepEqual([notice.test(text), nobody.test(text)], [true, false])
  assert.doesNotMatch((await viewer.browser.go('/')).text, notice)
  await makeReachable(app, ana.id)
  assert.doesNotMatch((await ana.browser.go('/')).text, notice)
  await app.rows("update contact_methods set state = 'broken' where user_id = $1", [ana.id])
  await app.rows(`update users set preferences = preferences || '{"language":"de"}' where id = $1`, [ana.id])
  const shown = await ana.browser.go('/incidents')
  assert.match(shown.text, /Keine Nachricht erreicht Sie: Sie haben keinen Kontaktweg\./)
  const _csrf = shown.csrf(`${PAGE}/banner/own`)
  const hidden = await ana.browser.post(`${PAGE}/banner/own`, { _csrf }, { referer: `${app.url}/incidents` })
  assert.equal(hidden.headers.get('location'), '/incidents')
  assert.doesNotMatch((await ana.browser.go('/')).text, /Keine Nachricht erreicht Sie/)
})

test('every page says for a day that a round about an open incident reached nobody', async (t) => {
  const { app, addReachable } = await startReachableApp(t, { env: PLAIN })
  const bo = await addReachable()
  const browser = openBrowser(app.url)
  await browser.logIn(bo.call.email)
  const id = await declare(bo, { title: 'Gas in the cellar' })
  assert.doesNotMatch((await browser.go('/')).text, /class="notice bad"/)
  await app.rows('update escalation_runs set nobody_told_at = $1', [app.now()])
  const red = new RegExp(
    `class="notice bad"[^]*href="/incidents/${id}">No notification was accepted[^<]*Gas in the cellar`,
  )
  assert.match((await browser.go('/devices')).text, red)
  await bo.call('POST', `/api/mobile/incidents/${id}/acknowledgement`)
  assert.doesNotMatch((await browser.go('/devices')).text, /class="notice bad"/)
})
