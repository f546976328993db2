import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type AppOptions, type Person, startApp } from './harness/app.ts'
import { callWith, tokenOf } from './harness/browser.ts'
import { startMailServer } from './harness/mail-server.ts'
import { startReachableApp } from './harness/reachable.ts'
import { startReceiver } from './harness/receiver.ts'

const METHODS = '/api/mobile/me/contact-methods'

async function startMailingApp(t: TestContext, options: AppOptions = {}) {
  const mail = await startMailServer(t)
  const env = { SMTP_URL: mail.url, SMTP_FROM: 'Tocsin <alerts@example.org>' }
  return { mail, app: await startApp(t, { ...options, env }) }
}

const addMail = (call: Person, address: string) => call('POST', METHODS, { kind: 'email', address })

/** Adds the address, asks for codes until one is refused, and deletes the method. Returns the number of codes. */
async function exhaust(call: Person, address: string): Promise<number> {
  const added = await addMail(call, address)
  if (added.status !== 201) return 0
  let codes = 1
  while ((await call('POST', `${METHODS}/${added.body.data.id}/code`)).status === 200) codes += 1
  await call('DELETE', `${METHODS}/${added.body.data.id}`)
  return codes
}

test('nobody can have more than twenty codes an hour sent, to however many addresses', async (t) => {
  const { app, mail } = await startMailingApp(t)
  const mallory = await app.logIn('viewer')
  const codes = []
  for (let n = 0; n < 6; n += 1) codes.push(await exhaust(mallory, `victim-${n}@example.org`))
  assert.deepEqual(codes, [5, 5, 5, 5, 0, 0])
  const refused = await addMail(mallory, 'victim-7@example.org')
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '3600'])
  await app.runJobs()
  // Codes for deleted methods are not sent.
  assert.equal(mail.mails.length, 0)
  app.setClock({ seconds: 3_601 })
  // Adding needs a recent login.
  const token = await tokenOf(app, mallory.email)
  const own = { kind: 'email', address: 'mallory@example.org' }
  assert.equal((await callWith(app, token, 'POST', METHODS, own)).status, 201)
})

test('an address gets at most ten codes an hour, from however many people and in whatever spelling', async (t) => {
  const { app } = await startMailingApp(t)
  const people = [await app.logIn('viewer'), await app.logIn('viewer'), await app.logIn('viewer')]
  const codes = []
  for (const call of people)
    codes.push(await exhaust(call, 'Victim@Example.org'), await exhaust(call, 'victim@example.org'))
  assert.deepEqual(codes, [5, 0, 5, 0, 0, 0])
})

test('requests at the same time do not get around the limits', async (t) => {
  const { app } = await startMailingApp(t)
  const mallory = await app.logIn('viewer')
  const added = await Promise.all(Array.from({ length: 30 }, (_, n) => addMail(mallory, `victim-${n}@example.org`)))
  assert.equal(added.filter(({ status }) => status === 201).length, 10)
  const ids = added.flatMap(({ status, body }) => (status === 201 ? [body.data.id] : []))
  const asked = await Promise.all([...ids, ...ids].map((id) => mallory('POST', `${METHODS}/${id}/code`)))
  assert.equal(asked.filter(({ status }) => status === 200).length, 10)
})

test('a short address is not given away by its hint', async (t) => {
  const { app } = await startMailingApp(t)
  const call = await app.logIn('viewer')
  const hint = async (address: string) => (await addMail(call, address)).body.data.address_hint
  assert.equal(await hint('a@example.org'), '…@example.org')
  assert.equal(await hint('al@example.org'), 'a…@example.org')
  assert.equal(await hint('ana@example.org'), 'an…@example.org')
})

test('networks that are allowed for webhooks take messages of administrators only', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [chief, mallory] = [await app.logIn('admin'), await addReachable('operator')]
  const receiver = await startReceiver(t)
  const own = { kind: 'webhook', address: receiver.url, format: 'envelope' }
  const refused = await mallory.call('POST', METHODS, own)
  assert.deepEqual([refused.status, refused.body.errors[0].field], [400, '/address'])
  const { origin } = new URL(receiver.url)
  assert.equal((await mallory.call('POST', METHODS, { kind: 'ntfy', server: origin })).status, 400)

  // The guard of the request itself: the person was an administrator, or the name leads elsewhere now.
  const role = (name: string) => chief('PATCH', `/api/admin/users/${mallory.id}`, { role: name })
  assert.equal((await role('admin')).status, 200)
  const added = await mallory.call('POST', METHODS, own)
  assert.equal(added.status, 201)
  await app.runJobs()
  const [code] = /\b\d{6}\b/.exec(receiver.requests[0]!.body)!
  const verified = await mallory.call('POST', `${METHODS}/${added.body.data.id}/verification`, { code })
  assert.equal(verified.status, 200)
  assert.equal((await role('operator')).status, 200)
  await chief('POST', '/api/mobile/incidents', { title: 'Smell of gas', severity: 'critical' })
  await app.runJobs()
  assert.equal(mallory.titles().length, 1)
  assert.equal(receiver.requests.length, 1)
})
