import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserKeys } from './harness/push-browser.ts'
import { declare, startReachableApp } from './harness/reachable.ts'

const FOREIGN = { endpoint: 'https://fcm.googleapis.com/fcm/send/1', keys: browserKeys().keys }

test('a browser that was subscribed anew gets what its person is sent, without a session', async (t) => {
  const { app, push, addReachable } = await startReachableApp(t)
  const ana = await addReachable()
  const [old, fresh] = [ana.browser, push.subscribe()]
  const body = { previous: old.subscription, subscription: fresh.subscription }
  assert.deepEqual((await app.call('POST', '/push/subscription', body)).body, { known: true })
  old.unsubscribe()
  await declare(ana)
  await app.runJobs()
  assert.deepEqual([old.received.length, fresh.received.length], [0, 1])
  const { body: methods } = await ana.call('GET', '/api/mobile/me/contact-methods')
  assert.deepEqual(
    methods.data.map(({ id, state }: { id: number; state: string }) => [id, state]),
    [[ana.methodId, 'verified']],
  )
  const audit = await (await app.logIn('admin'))('GET', '/api/admin/audit?limit=20')
  const entry = audit.body.data.find(({ action }: { action: string }) => action === 'contact_method.renewed')
  assert.deepEqual([entry.actor.email, entry.via, entry.subject.id], [ana.call.email, 'push', String(ana.methodId)])
})

test('a page confirms the subscription of its browser, which revives a broken method by a message', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const { browser, call, methodId } = await addReachable()
  await app.rows(`update contact_methods set state = 'broken', reason = 'unsubscribed', last_seen_at = null`)
  const body = { previous: browser.subscription, subscription: browser.subscription }
  assert.deepEqual((await app.call('POST', '/push/subscription', body)).body, { known: true })
  await app.runJobs()
  assert.equal(browser.received.length, 1)
  const { body: methods } = await call('GET', '/api/mobile/me/contact-methods')
  const { id, state, reason } = methods.data[0]
  assert.deepEqual([id, state, reason], [methodId, 'verified', null])
  const [seen] = await app.rows<{ last_seen_at: Date }>('select last_seen_at from contact_methods')
  assert.deepEqual(seen!.last_seen_at, app.now())
})

test('a removed device is told that it is unknown, and stays removed', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const { browser, call, methodId } = await addReachable()
  await call('DELETE', `/api/mobile/me/contact-methods/${methodId}`)
  const body = { previous: browser.subscription, subscription: browser.subscription }
  assert.deepEqual((await app.call('POST', '/push/subscription', body)).body, { known: false })
  assert.deepEqual((await call('GET', '/api/mobile/me/contact-methods')).body.data, [])
})

test('a browser is removed by its subscription, as at a logout', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [ana, bo] = [await addReachable(), await addReachable()]
  const remove = (subscription: object) => app.call('POST', '/push/subscription/removal', { subscription })
  assert.deepEqual((await remove(ana.browser.subscription)).body, { known: true })
  assert.deepEqual((await remove(ana.browser.subscription)).body, { known: false })
  assert.deepEqual((await ana.call('GET', '/api/mobile/me/contact-methods')).body.data, [])
  assert.equal((await bo.call('GET', '/api/mobile/me/contact-methods')).body.data.length, 1)
})

test('whoever knows only the endpoint of a browser changes nothing', async (t) => {
  const { app, push, addReachable } = await startReachableApp(t)
  const { browser, call } = await addReachable()
  const { endpoint, keys } = browser.subscription
  const guesses = [browserKeys().keys, { ...keys, auth: browserKeys().keys.auth }]
  for (const guess of guesses) {
    const previous = { endpoint, keys: guess }
    const renewal = await app.call('POST', '/push/subscription', {
      previous,
      subscription: push.subscribe().subscription,
    })
    assert.deepEqual(renewal.body, { known: false })
    const removal = await app.call('POST', '/push/subscription/removal', { subscription: previous })
    assert.deepEqual(removal.body, { known: false })
  }
  assert.equal((await call('GET', '/api/mobile/me/contact-methods')).body.data.length, 1)
})

test('a subscription elsewhere than at a known push service is refused', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const { browser } = await addReachable()
  const subscription = { ...FOREIGN, endpoint: 'https://evil.example/fcm.googleapis.com' }
  const { status, body } = await app.call('POST', '/push/subscription', {
    previous: browser.subscription,
    subscription,
  })
  assert.deepEqual([status, body.errors[0].field], [400, '/subscription/endpoint'])
})

test('a browser belongs to whom it was enabled by last', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [ana, bo] = [await addReachable(), await addReachable()]
  const { subscription } = ana.browser
  const added = await bo.call('POST', '/api/mobile/me/contact-methods', { kind: 'push', subscription })
  assert.equal(added.status, 201)
  assert.deepEqual((await ana.call('GET', '/api/mobile/me/contact-methods')).body.data, [])
  assert.equal((await bo.call('GET', '/api/mobile/me/contact-methods')).body.data.length, 2)
  const audit = await (await app.logIn('admin'))('GET', '/api/admin/audit?limit=20')
  const entry = audit.body.data.find(({ action }: { action: string }) => action === 'contact_method.deleted')
  assert.deepEqual([entry.actor.email, entry.subject.id], [bo.call.email, String(ana.methodId)])
})
