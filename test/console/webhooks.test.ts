import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { addUser, openBrowser, type Page } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'
import { startReceiver } from '../harness/receiver.ts'

const FIELDS = { format: 'envelope', min_severity: 'info', tags: '', headers: '', 'event:alert.triggered': 'yes' }
const secretIn = ({ text }: Page) => /class="secret">(whsec_[^<]+)</.exec(text)?.[1]
const count = (text: string, part: string) => text.split(part).length - 1

async function begin(t: Parameters<typeof startApp>[0]) {
  const app = await startApp(t)
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'admin')).email)
  return { app, browser, receiver: await startReceiver(t) }
}

test('a webhook is added without scripts, and its secret is shown once', async (t) => {
  const { browser, receiver } = await begin(t)
  await browser.go('/webhooks/new')
  const refused = await browser.send('/webhooks/new', { ...FIELDS, name: 'Tickets', url: 'http://10.1.2.3/hook' })
  assert.equal(refused.status, 400)
  assert.match(refused.text, /id="url-error">This leads to a private or reserved address/)
  assert.match(refused.text, /value="Tickets"/, 'what was typed stays')

  const wanted = { ...FIELDS, name: 'Tickets', url: receiver.url, headers: 'Authorization: Bearer abc' }
  const nothing = await browser.send('/webhooks/new', { ...wanted, 'event:alert.triggered': '' })
  assert.equal(nothing.status, 400)
  const header = await browser.send('/webhooks/new', { ...wanted, headers: 'Host: evil.example' })
  assert.match(header.text, /id="headers-error">Host: This is a header that is not yours to set/)
  const created = await browser.send('/webhooks/new', wanted)
  const secret = secretIn(created)!
  assert.equal(created.status, 201)
  for (const path of ['/webhooks', '/webhooks/1', '/webhooks/1/settings', '/audit']) {
    const { text } = await browser.go(path)
    assert.ok(text.includes('Tickets') && !text.includes(secret) && !text.includes('Bearer abc'), path)
  }
})

test('a webhook is shown as working only if its last delivery succeeded', async (t) => {
  const { app, browser, receiver } = await begin(t)
  await app.createWebhook({ name: 'Tickets', url: receiver.url })
  const states = async () => {
    const texts = [(await browser.go('/webhooks')).text, (await browser.go('/webhooks/1')).text]
    return texts.map((text) => /(No recent deliveries|Failing|OK)<\/span>/.exec(text)?.[1])
  }
  assert.deepEqual(await states(), ['No recent deliveries', 'No recent deliveries'])
  receiver.status = 503
  const failed = await browser.send('/webhooks/1/test')
  assert.match(failed.text, /The test failed/)
  assert.doesNotMatch(failed.text, /The last delivery succeeded/)
  assert.deepEqual(await states(), ['Failing', 'Failing'])
  receiver.status = 204
  await browser.send('/webhooks/1/test')
  assert.deepEqual(await states(), ['OK', 'OK'])
})

test('empty fields are kept, a new secret signs next to the old one, and the name confirms deletion', async (t) => {
  const { app, browser, receiver } = await begin(t)
  await app.createWebhook({ name: 'Tickets', url: receiver.url, headers: { 'X-Key': 'abc' } })
  await browser.go('/webhooks/1/settings')
  const saved = await browser.send('/webhooks/1/settings', { ...FIELDS, name: 'Desk', url: receiver.url, version: '1' })
  assert.match(saved.text, /<h1>Desk<\/h1>[\s\S]*Saved\./)
  await browser.go('/webhooks/1/settings')
  const late = await browser.send('/webhooks/1/settings', { ...FIELDS, name: 'Late', url: receiver.url, version: '1' })
  assert.equal(late.status, 412)
  const rotated = await browser.send('/webhooks/1/secret', { overlap_s: '86400' })
  assert.ok(secretIn(rotated))
  await browser.go('/webhooks/1')
  await browser.send('/webhooks/1/test')
  const [{ headers }] = receiver.requests as [(typeof receiver.requests)[0]]
  assert.equal(headers['x-key'], 'abc')
  assert.equal(String(headers['webhook-signature']).split(' ').length, 2)
  await browser.go('/webhooks/1/settings')
  assert.match(
    (await browser.send('/webhooks/1/deletion', { confirmation: 'Tickets' })).text,
    /This is not the name of the webhook/,
  )
  await browser.go('/webhooks/1/settings')
  assert.match(
    (await browser.send('/webhooks/1/deletion', { confirmation: 'Desk' })).text,
    /Webhook and its log deleted/,
  )
})

test('a failed delivery shows three attempts with growing delays, and can be resent', async (t) => {
  const { app, browser, receiver } = await begin(t)
  await app.createWebhook({ url: receiver.url, events: ['device.offline'] })
  receiver.status = 503
  receiver.headers = { 'x-request-id': 'r-17', 'set-cookie': 'a=b' }
  receiver.body = '<script>alert(1)</script>'
  const device = await app.createDevice({ offline_after_s: 60 })
  await device.send({ metrics: { gas_ppm: 3 } })
  await app.fastForward({ seconds: 62 })
  assert.match((await browser.go('/webhooks/1')).text, /Retrying<[\s\S]*1 of 3[\s\S]*<code>503</)
  await app.fastForward({ seconds: 45 })
  const list = await browser.go('/webhooks/1?status=dead')
  assert.match(list.text, /3 of 3/)
  assert.match(list.text, /aria-current="true">Failed/)
  const address = /\/webhooks\/1\/deliveries\/\d+/.exec(list.text)![0]
  const { text } = await browser.go(address)
  const times = receiver.requests.map(({ headers }) => Number(headers['webhook-timestamp']))
  assert.ok(times[2]! - times[1]! > 2 * (times[1]! - times[0]!), String(times))
  assert.equal(count(text, 'Request headers</h3>'), 3)
  for (const { headers } of receiver.requests) {
    const sent = `webhook-signature: ${headers['webhook-signature']}`.replaceAll('+', '+')
    assert.ok(text.includes(sent), 'the signature is shown as it was sent')
  }
  assert.match(text, /x-request-id: r-17/)
  assert.ok(!text.includes('a=b') && !text.includes('<script>alert'))
  assert.match(text, /&lt;script&gt;alert\(1\)/)
  assert.match(text, /curl -i &#39;http:\/\/127\.0\.0\.1/)

  receiver.status = 200
  assert.match((await browser.send(`${address}/redelivery`)).text, /Resent\./)
  await app.runJobs()
  assert.match((await browser.go(address)).text, /badge good"><svg[^>]*><path[^>]*\/><\/svg>Delivered/)
  await browser.go('/webhooks/1')
  assert.match((await browser.send('/webhooks/1/recovery', { within_s: '3600' })).text, /No failed deliveries/)
  assert.match((await browser.send('/webhooks/1/enabled', { enabled: 'no' })).text, /Disabled by a person/)
  assert.match((await browser.send('/webhooks/1/enabled', { enabled: 'yes' })).text, /Webhook enabled\./)
})

test('a test shows its outcome at once, and deliveries appear without a reload', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const receiver = await startReceiver(t)
  await app.createWebhook({ name: 'Tickets', url: receiver.url })
  const { page, go } = await openWindow(t, app)
  await go('/webhooks/1')
  await page.locator('.pill[data-state=live]').waitFor()
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByText('It works.').waitFor()
  await page.locator('td', { hasText: 'webhook.test' }).waitFor()
  const device = await app.createDevice({ module: 'health' })
  await device.send({ metrics: { systolic: 190 } })
  await page.locator('tr', { hasText: 'alert.triggered' }).filter({ hasText: 'Delivered' }).waitFor()
})

test('operators see webhooks and deliveries without buttons', async (t) => {
  const { app, receiver } = await begin(t)
  await app.createWebhook({ name: 'Tickets', url: receiver.url })
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'operator')).email)
  for (const path of ['/webhooks', '/webhooks/1']) {
    const { status, text } = await browser.go(path)
    assert.equal(status, 200)
    assert.equal(count(text, 'method="post"'), 2, 'the way out, and the notice that nobody can be notified')
    assert.ok(!text.includes('/webhooks/new') && !text.includes('/settings"'))
  }
  assert.equal((await browser.go('/webhooks/1/settings')).status, 403)
})

test('a template is previewed before it is saved, and fills in what is sent', async (t) => {
  const { app, browser, receiver } = await begin(t)
  await browser.go('/webhooks/new')
  const template = '{"room":"duty","text":"{{title}} <{{data.device_name}}>","value":{{data.triggered_value}}}'
  const wanted = { ...FIELDS, name: 'Chat', url: receiver.url, format: 'template', template }
  const preview = await browser.send('/webhooks/new', { ...wanted, preview: 'template' })
  assert.equal(preview.status, 200)
  assert.match(preview.text, /&lt;Bedside monitor&gt;&quot;,&quot;value&quot;:185\}<\/code>/)
  assert.match(preview.text, /value="Chat"/, 'what was typed stays')

  const misspelt = await browser.send('/webhooks/new', {
    ...wanted,
    template: '{"x":{{data.nmae}}}',
    preview: 'template',
  })
  assert.equal(misspelt.status, 400)
  assert.match(misspelt.text, /id="template-error">This has \{\{data\.nmae\}\}, which no event has/)
  const noJson = await browser.send('/webhooks/new', { ...wanted, template: '{"x":' })
  assert.match(noJson.text, /id="template-error">This is not JSON/)
  const empty = await browser.send('/webhooks/new', { ...wanted, template: ' ', preview: 'template' })
  assert.match(empty.text, /id="template-error"/)

  assert.equal((await browser.send('/webhooks/new', wanted)).status, 201)
  const admin = await app.logIn('admin')
  const [{ id }] = (await admin('GET', '/api/admin/webhooks')).body.data
  await admin('POST', `/api/admin/webhooks/${id}/test`, {})
  const body = JSON.parse(receiver.requests[0]!.body)
  assert.deepEqual(body, { room: 'duty', text: 'This is a test message from Tocsin <>', value: null })
})

test('an attempt with a response shows its code once, and no sentence that repeats it', async (t) => {
  const app = await startApp(t)
  const receiver = await startReceiver(t)
  const webhook = await app.createWebhook({ url: receiver.url })
  const bed = await app.createDevice({ module: 'health' })
  await bed.send({ metrics: { systolic: 190 } })
  await app.runJobs()
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'admin')).email)
  const page = async () => (await browser.go(`/webhooks/${webhook.id}/deliveries/1`)).text
  assert.match(await page(), /<code>200<\/code>/)
  assert.doesNotMatch(await page(), /answered 200/)
})
