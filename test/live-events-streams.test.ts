import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { startApp, type TestApp } from './harness/app.ts'
import { cleanUp } from './harness/cleanup.ts'
import { type EventSource, openEvents } from './harness/event-source.ts'
import { lockUsersTable } from './harness/held-tables.ts'

/** Inserts thousands of events, somewhat larger than real ones. */
const addEvents = (app: TestApp, count: number) =>
  app.rows(
    `with added as (
       insert into live_events (topic, event, data)
       select 'device', 'device.changed', jsonb_build_object('padding', repeat('x', 200)) from generate_series(1, $1)
     )
     select pg_notify('live_events', '')`,
    [count],
  )

test('a client that does not read is disconnected without delaying others', async (t) => {
  const app = await startApp(t, { live: { perPerson: 2 } })
  const { authorization } = await app.logIn('viewer')
  const quick = await openEvents(t, app, authorization, { query: 'topics=device' })
  const request = get(`${app.url}/events`, { headers: { authorization } })
  const [slow] = (await once(request, 'response')) as [IncomingMessage]
  cleanUp(t, () => request.destroy())
  slow.pause()
  const hasRoom = async () => (await openEvents(t, app, authorization, { query: 'topics=alert' })).status === 200
  let added = 0
  while (!(await hasRoom())) {
    assert.ok(added < 200_000, 'the kernel takes some megabytes, but not these')
    await addEvents(app, 5_000)
    added += 5_000
    await quick.until(() => quick.events.length === added + 1)
  }
  assert.ok(added > 0)
  // The answer is cut off, so that clients do not take it for the end of the stream.
  slow.resume()
  const [error] = await once(slow, 'error')
  assert.equal(error.code, 'ECONNRESET')
})

test('a stream ends when its client closes its side', async (t) => {
  const app = await startApp(t)
  const { authorization } = await app.logIn('viewer')
  const { hostname: host, port } = new URL(app.url)
  const socket = connect({ host, port: Number(port), allowHalfOpen: true })
  cleanUp(t, () => void socket.destroy())
  socket.write(`GET /events HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization}\r\n\r\n`)
  const [beginning] = await once(socket, 'data')
  assert.match(String(beginning), /^HTTP\/1\.1 200 /)
  socket.resume().end()
  await once(socket, 'close')
})

test('streams are limited per person and per node', async (t) => {
  const app = await startApp(t, { live: { perPerson: 2, perNode: 3 } })
  const one = await app.logIn('viewer')
  const other = await app.logIn('viewer')
  const first = await openEvents(t, app, one.authorization)
  await openEvents(t, app, one.authorization)
  const tooMany = await openEvents(t, app, one.authorization)
  assert.deepEqual([tooMany.status, tooMany.headers.get('retry-after')], [429, '30'])
  const last = await openEvents(t, app, other.authorization)
  const full = await openEvents(t, app, other.authorization)
  assert.deepEqual([full.status, full.headers.get('retry-after')], [503, '30'])
  first.close()
  last.close()
  let again: EventSource
  // The node notices it a moment later.
  do again = await openEvents(t, app, one.authorization)
  while (again.status !== 200)
})

test('a client that disconnects before its stream begins frees its place', async (t) => {
  const app = await startApp(t, { live: { perPerson: 1 } })
  const { authorization } = await app.logIn('viewer')
  const held = await lockUsersTable(t, app)
  const request = get(`${app.url}/events`, { headers: { authorization }, agent: false }).on('error', () => undefined)
  const { server } = app.service.http
  const gone = new Promise<void>((resolve) => server.on('request', ({ socket }) => socket.once('end', resolve)))
  await held.isWaitedFor()
  request.destroy()
  await gone
  await held.release()
  assert.equal((await openEvents(t, app, authorization)).status, 200)
})

test('a stream ends when its person logs out, is disabled or deleted, on every node', async (t) => {
  // By notification, not by the next heartbeat.
  const live = { heartbeatMs: 3_600_000 }
  const app = await startApp(t, { live })
  const other = await startApp(t, { connection: app.connection, live })
  const ends: [string, (person: { email: string; authorization: string }) => Promise<unknown>][] = [
    [
      'logs out',
      ({ authorization }) => fetch(`${app.url}/api/mobile/logout`, { method: 'POST', headers: { authorization } }),
    ],
    ['is disabled', ({ email }) => app.rows('update users set enabled = false where email = $1', [email])],
    ['is deleted', ({ email }) => app.rows('delete from users where email = $1', [email])],
  ]
  const bystander = await openEvents(t, app, (await app.logIn('viewer')).authorization)
  for (const [how, end] of ends) {
    const person = await app.logIn('viewer')
    const sources = [await openEvents(t, app, person.authorization), await openEvents(t, other, person.authorization)]
    await end(person)
    await Promise.all(sources.map((source) => source.ended))
    assert.equal((await openEvents(t, other, person.authorization)).status, 401, how)
  }
  await app.createDevice()
  await bystander.waitFor(({ data }) => data.event === 'device.created')
})

test('the stream of a demoted person continues with the topics still allowed', async (t) => {
  const app = await startApp(t, { live: { heartbeatMs: 100 } })
  const { email, authorization } = await app.logIn('operator')
  const source = await openEvents(t, app, authorization)
  await app.rows("update rules set version = version + 1 where key = 'health.systolic.high'")
  await source.waitFor(({ data }) => data.event === 'rule.changed')
  await app.rows("update users set role = 'viewer' where email = $1", [email])
  const checks = source.comments()
  await source.until(() => source.comments() > checks + 1)
  await app.rows("update rules set version = version + 1 where key = 'health.systolic.high'")
  await app.createDevice()
  await source.waitFor(({ data }) => data.event === 'device.created')
  assert.equal(source.events.filter(({ data }) => data.event === 'rule.changed').length, 1)
})

test('a quiet stream sends heartbeats, advances its id, and has its rights checked', async (t) => {
  const app = await startApp(t, { live: { heartbeatMs: 100 } })
  const { email, authorization } = await app.logIn('viewer')
  const source = await openEvents(t, app, authorization, { query: 'topics=alert' })
  const before = source.lastEventId()
  await app.createDevice()
  await source.until(() => source.lastEventId() !== before && source.comments() > 2)
  assert.equal(source.events.length, 1)
  // Without a notification to the nodes.
  await app.rows('alter table users disable trigger all')
  await app.rows('update users set enabled = false where email = $1', [email])
  await source.ended
})

test('a stop of the service ends the streams and is not held up by them', async (t) => {
  const app = await startApp(t)
  const { authorization } = await app.logIn('viewer')
  const source = await openEvents(t, app, authorization)
  await Promise.all([app.service.http.close(), source.ended])
})
