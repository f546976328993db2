import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { startApp } from './harness/app.ts'
import { callWith, tokenOf } from './harness/browser.ts'
import { startMailServer } from './harness/mail-server.ts'
import { declare, startReachableApp } from './harness/reachable.ts'
import { startReceiver } from './harness/receiver.ts'
import { startTelegram } from './harness/telegram.ts'

const METHODS = '/api/mobile/me/contact-methods'
const FROM = 'Tocsin <alerts@example.org>'

async function until<Value>(look: () => Value | undefined | Promise<Value | undefined>): Promise<Value> {
  for (let tries = 0; tries < 200; tries += 1) {
    const value = await look()
    if (value !== undefined) return value
    await sleep(50)
  }
  throw new Error('It did not happen within ten seconds')
}

test('an e-mail address is verified by a code of six digits, and used from then on', async (t) => {
  const mail = await startMailServer(t)
  const app = await startApp(t, {
    env: { SMTP_URL: mail.url, SMTP_FROM: FROM, PUBLIC_URL: 'https://tocsin.example.org' },
  })
  const call = await app.logIn('operator')
  const added = await call('POST', METHODS, { kind: 'email', address: 'ana@example.org' })
  assert.deepEqual(
    [added.status, added.body.data.state, added.body.data.address_hint],
    [201, 'pending', 'an…@example.org'],
  )
  await app.runJobs()
  const code = /\b\d{6}\b/.exec(mail.mails[0]!.mail.subject!)![0]
  const path = `${METHODS}/${added.body.data.id}`
  const wrong = code === '000000' ? '000001' : '000000'
  assert.equal((await call('POST', `${path}/verification`, { code: wrong })).status, 400)
  assert.equal((await call('POST', `${path}/verification`, { code })).status, 200)
  await call('POST', '/api/mobile/incidents', { title: 'Smell of gas', severity: 'critical' })
  await app.runJobs()
  const { text, html } = mail.mails.at(-1)!.mail
  assert.match(text!, /Smell of gas/)
  assert.match(String(html), /https:\/\/tocsin\.example\.org\/a\/[0-9a-f]{64}/)
})

test('a code has five tries and a quarter of an hour, and there are five codes an hour', async (t) => {
  const mail = await startMailServer(t)
  const app = await startApp(t, { env: { SMTP_URL: mail.url, SMTP_FROM: FROM } })
  const call = await app.logIn('viewer')
  const { id } = (await call('POST', METHODS, { kind: 'email', address: 'ana@example.org' })).body.data
  const verify = (code: string) => call('POST', `${METHODS}/${id}/verification`, { code })
  const lastCode = async () => {
    await app.runJobs()
    return /\b\d{6}\b/.exec(mail.mails.at(-1)!.mail.subject!)![0]
  }
  const first = await lastCode()
  const wrong = first === '000000' ? '000001' : '000000'
  for (let tries = 0; tries < 5; tries += 1) assert.equal((await verify(wrong)).status, 400)
  assert.equal((await verify(first)).status, 400)
  assert.equal((await call('POST', `${METHODS}/${id}/code`)).status, 200)
  const second = await lastCode()
  app.setClock({ seconds: 15 * 60 + 1 })
  assert.equal((await verify(second)).status, 400)
  for (let codes = 2; codes < 5; codes += 1) assert.equal((await call('POST', `${METHODS}/${id}/code`)).status, 200)
  assert.equal((await call('POST', `${METHODS}/${id}/code`)).status, 429)
  await call('DELETE', `${METHODS}/${id}`)
  // Adding needs a recent login.
  const token = await tokenOf(app, call.email)
  const same = { kind: 'email', address: 'ana@example.org' }
  assert.equal((await callWith(app, token, 'POST', METHODS, same)).status, 429)
})

test('a person has at most ten methods, each address once, and kinds that are set up', async (t) => {
  const { app, addReachable, push } = await startReachableApp(t)
  const person = await addReachable('viewer')
  const subscribe = () => person.call('POST', METHODS, { kind: 'push', subscription: push.subscribe().subscription })
  const again = { kind: 'push', subscription: person.browser.subscription }
  const repaired = await person.call('POST', METHODS, again)
  assert.deepEqual([repaired.status, repaired.body.data.id], [201, person.methodId])
  for (let count = 1; count < 10; count += 1) assert.equal((await subscribe()).status, 201)
  assert.equal((await subscribe()).status, 409)
  await app.rows("update contact_methods set state = 'broken' where id = $1", [person.methodId])
  const enabledAgain = await person.call('POST', METHODS, again)
  assert.deepEqual([enabledAgain.status, enabledAgain.body.data?.id], [201, person.methodId])
  assert.equal((await person.call('POST', METHODS, { kind: 'email', address: 'ana@example.org' })).status, 409)
  const stranger = await app.logIn('admin')
  assert.equal((await stranger('DELETE', `${METHODS}/${person.methodId}`)).status, 404)
  assert.equal((await stranger('POST', `${METHODS}/${person.methodId}/test`)).status, 404)
})

test('invalid addresses get a clear error, and nothing is stored', async (t) => {
  const mail = await startMailServer(t)
  const { app } = await startReachableApp(t, { env: { SMTP_URL: mail.url, SMTP_FROM: FROM } })
  const call = await app.logIn('operator')
  const keys = { p256dh: 'x', auth: 'y' }
  const bodies = [
    { kind: 'email' },
    { kind: 'email', address: 'ana@example.org, bor@example.org' },
    { kind: 'email', address: 'ana@example.org\nBcc: x@example.org' },
    { kind: 'push' },
    { kind: 'push', subscription: { endpoint: 'https://evil.example.org/fcm.googleapis.com', keys } },
    { kind: 'push', subscription: { endpoint: 'http://169.254.169.254/', keys } },
    { kind: 'ntfy', server: 'http://10.0.0.1' },
    { kind: 'pigeon', address: 'x' },
    { kind: 'email', address: 'ana@example.org', role: 'admin' },
  ]
  for (const body of bodies) assert.equal((await call('POST', METHODS, body)).status, 400, JSON.stringify(body))
  assert.deepEqual(await app.rows('select * from contact_methods'), [])
})

test('a test message is sent at most once a minute, and an API token manages no methods', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const person = await addReachable()
  const path = `${METHODS}/${person.methodId}/test`
  app.setClock({ seconds: 61 })
  assert.equal((await person.call('POST', path)).status, 200)
  assert.equal((await person.call('POST', path)).status, 429)
  await app.runJobs()
  assert.deepEqual(person.titles(), ['Test message from Tocsin'])
  const { token } = (await person.call('POST', '/api/mobile/me/tokens', { name: 'Script' })).body.data
  const asProgram = await fetch(`${app.url}${METHODS}`, { headers: { authorization: `Bearer ${token}` } })
  assert.equal(asProgram.status, 403)
})

test('a Telegram chat is connected by its link, and its button acknowledges', async (t) => {
  const telegram = await startTelegram(t)
  const env = { TELEGRAM_BOT_TOKEN: telegram.token, PUBLIC_URL: 'https://tocsin.example.org' }
  const app = await startApp(t, { env, telegramUrl: telegram.url, runsJobs: true })
  const call = await app.logIn('operator')
  const added = await call('POST', METHODS, { kind: 'telegram', details: 'full' })
  const [, token] = /\?start=([\w-]{1,64})$/.exec(added.body.data.link) ?? []
  telegram.say(42, `/start ${token}`)
  const verified = async () => {
    const [method] = (await call('GET', METHODS)).body.data
    return method.state === 'verified' ? method : undefined
  }
  await until(verified)
  const opened = await call('POST', '/api/mobile/incidents', { title: 'Smell of gas', severity: 'critical' })
  const message = await until(() => telegram.messages.find(({ text }) => text.includes('Smell of gas')))
  telegram.press(message, 'Acknowledge', 43)
  // A notification of the same number, before a backup was restored.
  const older = JSON.parse(JSON.stringify(message).replace(/(acknowledge:\d+-)\d+/, '$11'))
  telegram.press(older, 'Acknowledge')
  telegram.press(message, 'Acknowledge')
  const { acknowledged_by } = await until(async () => {
    const incident = (await call('GET', `/api/mobile/incidents/${opened.body.data.incident_id}`)).body.data
    return incident.status === 'acknowledged' ? incident : undefined
  })
  assert.equal(acknowledged_by.email, call.email)
  const dead = 'This button no longer works.'
  await until(() => (telegram.answers.length === 3 ? true : undefined))
  assert.deepEqual(
    telegram.answers.map(({ text }) => text),
    [dead, dead, 'You have it. Nobody else is notified.'],
  )
})

test('the secret of a receiver is shown once, and verifies its requests', async (t) => {
  const app = await startApp(t)
  const [call, receiver] = [await app.logIn('admin'), await startReceiver(t)]
  const added = await call('POST', METHODS, { kind: 'webhook', address: receiver.url })
  await app.runJobs()
  const [{ body, headers }] = receiver.requests as [(typeof receiver.requests)[0]]
  assert.ok(new Webhook(added.body.data.secret).verify(body, headers as Record<string, string>))
  assert.equal((await call('GET', METHODS)).body.data[0].secret, undefined)
  const chat = await call('POST', METHODS, { kind: 'webhook', address: receiver.url, format: 'slack' })
  assert.deepEqual([chat.status, chat.body.data.secret], [201, undefined])
})

test('OUTBOUND=off sends nothing to anybody', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const person = await addReachable()
  const copy = await startApp(t, { connection: app.connection, startsAt: app.now(), env: { OUTBOUND: 'off' } })
  await declare(person)
  await copy.runJobs()
  assert.deepEqual(person.titles(), [])
})
