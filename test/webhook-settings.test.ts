import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { startApp, type TestApp } from './harness/app.ts'
import { type ReceivedWebhook, startReceiver } from './harness/receiver.ts'

const panic = async (app: TestApp) => {
  await (await app.createDevice({ module: 'worker' })).send({ flags: { panic_pressed: true } })
  await app.runJobs()
}

const verifies = (secret: string, { body, headers }: ReceivedWebhook): boolean => {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

test('every setting of a webhook can be changed and applies from the next event on', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('admin')
  const [first, second] = [await startReceiver(t), await startReceiver(t)]
  const { id } = await app.createWebhook({ url: first.url })
  const changes = {
    name: 'Duty phone',
    url: second.url,
    format: 'slack',
    events: ['alert.triggered'],
    min_severity: 'critical',
    modules: ['worker'],
    tags: [],
  }
  const { status, headers, body } = await call('PATCH', `/api/admin/webhooks/${id}`, changes)
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual({ ...body.data, ...changes }, body.data)
  assert.equal(headers.get('etag'), '"2"')
  await panic(app)
  assert.deepEqual([first.requests.length, second.requests.length], [0, 1])
  assert.match(second.requests[0]!.body, /Panic button pressed/)
  const wrong = [
    { url: 'http://10.0.0.1/' },
    { events: [] },
    { format: 'fax' },
    { min_severity: 'major' },
    { colour: 'red' },
  ]
  for (const change of wrong) {
    assert.equal((await call('PATCH', `/api/admin/webhooks/${id}`, change)).status, 400, JSON.stringify(change))
  }
  assert.equal((await call('PATCH', '/api/admin/webhooks/99', changes)).status, 404)
})

test('a conflicting change of a webhook by a second person is refused', async (t) => {
  const app = await startApp(t)
  await app.createWebhook({ url: 'http://127.0.0.1:9/' })
  const { authorization } = await app.logIn('admin')
  const patch = (name: string, version: string) =>
    fetch(`${app.url}/api/admin/webhooks/1`, {
      method: 'PATCH',
      headers: { authorization, 'content-type': 'application/json', 'if-match': version },
      body: JSON.stringify({ name }),
    })
  assert.equal((await patch('Mine', '"1"')).status, 200)
  assert.equal((await patch('Yours', '"1"')).status, 412)
  assert.equal((await patch('Yours', '"2"')).status, 200)
})

test('a disabled webhook gets nothing, and its waiting deliveries are cancelled', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('admin')
  const receiver = await startReceiver(t)
  const { id } = await app.createWebhook({ url: receiver.url, events: ['alert.triggered'] })
  receiver.answerWith(500)
  await panic(app)
  const disabled = (await call('PATCH', `/api/admin/webhooks/${id}`, { enabled: false })).body.data
  assert.deepEqual([disabled.state, disabled.disabled_reason], ['disabled', 'Disabled by a person'])
  await panic(app)
  await app.fastForward({ minutes: 1 })
  assert.equal(receiver.requests.length, 1)
  assert.deepEqual(await app.rows('select status from deliveries'), [{ status: 'cancelled' }])
  const enabled = (await call('PATCH', `/api/admin/webhooks/${id}`, { enabled: true })).body.data
  assert.deepEqual([enabled.state, enabled.disabled_reason], ['active', null])
  await panic(app)
  assert.equal(receiver.requests.length, 2)
})

test('a deleted webhook disappears at once, and its log soon after', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('admin')
  const receiver = await startReceiver(t)
  const { id } = await app.createWebhook({ url: receiver.url })
  receiver.answerWith(500)
  await panic(app)
  assert.deepEqual((await call('DELETE', `/api/admin/webhooks/${id}`)).body, { status: 'ok', data: null })
  assert.equal((await call('GET', `/api/admin/webhooks/${id}`)).status, 404)
  assert.equal((await call('GET', `/api/admin/webhooks/${id}/deliveries`)).status, 404)
  assert.equal((await call('DELETE', `/api/admin/webhooks/${id}`)).status, 404)
  await panic(app)
  await app.fastForward({ minutes: 2 })
  assert.equal(receiver.requests.length, 1)
  assert.deepEqual(await app.rows('select id from deliveries'), [])
  assert.deepEqual(await app.rows('select id from webhooks'), [])
})

test('while a secret is being replaced both sign, for a day; after that only the new one', async (t) => {
  const app = await startApp(t, { startsAt: new Date() })
  const call = await app.logIn('admin')
  const receiver = await startReceiver(t)
  const { id, secret: old } = await app.createWebhook({ url: receiver.url, events: ['alert.triggered'] })
  const rotated = (await call('POST', `/api/admin/webhooks/${id}/secret`)).body.data
  assert.match(rotated.secret, /^whsec_/)
  assert.equal(Date.parse(rotated.old_secret_until) - app.now().getTime(), 86_400_000)
  await panic(app)
  const both = receiver.requests.at(-1)!
  assert.equal(String(both.headers['webhook-signature']).split(' ').length, 2)
  assert.deepEqual([verifies(old, both), verifies(rotated.secret, both)], [true, true])

  const again = (await call('POST', `/api/admin/webhooks/${id}/secret`, { overlap_s: 0 })).body.data
  await panic(app)
  const one = receiver.requests.at(-1)!
  assert.deepEqual(
    [old, rotated.secret, again.secret].map((secret) => verifies(secret, one)),
    [false, false, true],
  )
})

test('the headers a webhook adds are sent, and never shown', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('admin')
  const receiver = await startReceiver(t)
  const added = await call('POST', '/api/admin/webhooks', {
    name: 'Tickets',
    url: receiver.url,
    headers: { Authorization: 'Bearer hush-hush', 'X-Site': 'north' },
  })
  const { id } = added.body.data
  assert.deepEqual(added.body.data.headers, ['Authorization', 'X-Site'])
  await panic(app)
  const [{ headers }] = receiver.requests as [ReceivedWebhook]
  assert.deepEqual([headers.authorization, headers['x-site']], ['Bearer hush-hush', 'north'])

  const changed = await call('PATCH', `/api/admin/webhooks/${id}`, { headers: { 'x-site': null, 'X-Ward': '3' } })
  assert.deepEqual(changed.body.data.headers, ['Authorization', 'X-Ward'])
  const shown = JSON.stringify([added.body, changed.body, (await call('GET', '/api/admin/webhooks')).body])
  const stored = JSON.stringify(
    await app.rows('select w::text, encode(values_sealed, $1) from webhooks as w', ['escape']),
  )
  const noted = JSON.stringify(await app.rows('select * from audit_entries'))
  for (const text of [shown, stored, noted]) assert.ok(!text.includes('hush-hush'), text)
  const refused = await call('PATCH', `/api/admin/webhooks/${id}`, { headers: { Host: 'elsewhere' } })
  assert.deepEqual([refused.status, refused.body.errors[0].field], [400, '/headers/Host'])
})

test('moving a webhook to another host drops its header values', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('admin')
  const [first, second] = [await startReceiver(t), await startReceiver(t)]
  const headers = { Authorization: 'Bearer hush-hush' }
  const added = await call('POST', '/api/admin/webhooks', { name: 'Tickets', url: first.url, headers })
  const change = (body: object) => call('PATCH', `/api/admin/webhooks/${added.body.data.id}`, body)
  for (const kept of [{}, { headers: {} }, { headers: ['Authorization'] }]) {
    const refused = await change({ url: second.url, ...kept })
    assert.deepEqual([refused.status, refused.body.errors[0].field], [400, '/headers/Authorization'])
  }
  assert.equal((await change({ url: `${first.url}other/path` })).status, 200)
  assert.equal((await change({ url: second.url, headers: { authorization: 'Bearer other' } })).status, 200)
  await panic(app)
  assert.deepEqual([first.requests.length, second.requests[0]!.headers.authorization], [0, 'Bearer other'])
  assert.deepEqual((await change({ url: first.url, headers: { authorization: null } })).body.data.headers, [])
})

test('a test message is sent like any other, and the response has its outcome', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('admin')
  const receiver = await startReceiver(t)
  const { id, secret } = await app.createWebhook({ url: receiver.url, events: ['device.offline'] })
  const { status, body } = await call('POST', `/api/admin/webhooks/${id}/test`)
  assert.equal(status, 200)
  const { attempt, message_id } = body.data
  assert.deepEqual(
    [attempt.outcome, attempt.status, attempt.detail, attempt.address, attempt.n],
    ['delivered', 200, 'answered 200', '127.0.0.1', 1],
  )
  const [request] = receiver.requests as [ReceivedWebhook]
  assert.deepEqual([request.event, request.headers['webhook-id']], ['webhook.test', message_id])
  assert.ok(verifies(secret, request))

  await app.rows("update webhooks set url = 'http://192.168.1.1/'")
  const blocked = (await call('POST', `/api/admin/webhooks/${id}/test`)).body.data.attempt
  assert.deepEqual([blocked.outcome, blocked.status, blocked.address], ['blocked_address', null, null])
  await app.fastForward({ minutes: 1 })
  assert.deepEqual(await app.rows('select status from deliveries order by id'), [
    { status: 'delivered' },
    { status: 'dead' },
  ])
})
