import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startApp, type TestApp } from './harness/app.ts'
import { cleanUp } from './harness/cleanup.ts'
import { type EventSource, openEvents, type ReceivedEvent } from './harness/event-source.ts'

const ofDevices = { query: 'topics=device' }
/** Events about devices are in the log of the first cell. */
const firstPlace = (id: string | undefined) => id?.split('_')[0]
const isChange = ({ data }: ReceivedEvent) => data.event === 'device.changed'
const changesOf = (...sources: EventSource[]) =>
  sources.flatMap(({ events }) => events.filter(isChange)).map(({ id, data }) => `${firstPlace(id)} ${data.device_id}`)

/** Device changes in the log, in order. */
const logged = async (app: TestApp) =>
  (
    await app.rows<{ place: string }>(
      `select xid || '.' || id || ' ' || device_id as place from live_events
       where event = 'device.changed' order by xid, id`,
    )
  ).map(({ place }) => place)

const touch = (app: TestApp, ids: number[]) =>
  app.rows('update devices set notes = notes || $2 where id = any ($1::integer[])', [ids, '.'])

test('a change made through one node is in the stream of another', async (t) => {
  const app = await startApp(t)
  const other = await startApp(t, { connection: app.connection })
  const { authorization } = await app.logIn('viewer')
  const source = await openEvents(t, other, authorization)
  const device = await app.createDevice({ module: 'health' })
  await source.waitFor(({ data }) => data.event === 'device.created')
  await device.send({ metrics: { systolic: 185 } })
  await source.waitFor(({ data }) => data.event === 'alert.triggered')
  await device.send({ metrics: { systolic: 120 } })
  await source.waitFor(({ data }) => data.event === 'device.reading' && data.device_ids.includes(device.id))
})

test('a reconnecting client, on any node, misses nothing and gets nothing twice', async (t) => {
  const app = await startApp(t)
  const other = await startApp(t, { connection: app.connection })
  const { authorization } = await app.logIn('viewer')
  const ids: number[] = []
  for (let count = 0; count < 6; count += 1) ids.push((await app.createDevice({ name: `Device ${count}` })).id)
  const nodes = [app, other]
  let isOver = false
  const changing = nodes.map(async (node, place) => {
    for (let count = 0; !isOver; count += 1) await touch(node, [ids[(count + place) % ids.length]!])
  })
  const sources: EventSource[] = []
  for (let visit = 0; visit < 8; visit += 1) {
    const last = sources.at(-1)
    const options = { ...ofDevices, ...(last ? { lastEventId: last.lastEventId() } : {}) }
    const source = await openEvents(t, nodes[visit % 2]!, authorization, options)
    sources.push(source)
    const enough = source.events.length + 5
    await source.until(() => source.events.length >= enough)
    // The client disconnects without reading further.
    source.close()
    await source.ended
  }
  isOver = true
  await Promise.all(changing)
  const options = { ...ofDevices, lastEventId: sources.at(-1)!.lastEventId() }
  const end = await openEvents(t, app, authorization, options)
  const all = await logged(app)
  await end.until(() => changesOf(...sources, end).at(-1) === all.at(-1))
  const heard = changesOf(...sources, end)
  assert.ok(heard.length > 40)
  assert.deepEqual(heard, all.slice(all.length - heard.length))
  assert.ok(sources.every(({ events }) => events.every(({ event }) => event !== 'reset')))
})

test('a change that commits after later ones is sent exactly once', async (t) => {
  const app = await startApp(t)
  const { authorization } = await app.logIn('viewer')
  const [slow, quick] = [(await app.createDevice()).id, (await app.createDevice({ name: 'Other' })).id]
  const source = await openEvents(t, app, authorization, ofDevices)
  const client = new pg.Client(app.connection)
  await client.connect()
  cleanUp(t, () => client.end())
  await client.query('begin')
  await client.query("update devices set notes = 'slow' where id = $1", [slow])
  await touch(app, [quick])
  await touch(app, [quick])
  // Opened while the first stream is in progress, so it begins in the middle.
  const late = await openEvents(t, app, authorization, ofDevices)
  assert.deepEqual(changesOf(source), [])
  await client.query('commit')
  const isQuick = (event: ReceivedEvent) => isChange(event) && event.data.device_id === quick
  await source.waitFor(isQuick)
  const all = await logged(app)
  assert.equal(all.length, 3)
  for (const each of [source, late]) {
    await each.until(() => changesOf(each).length === 3)
    assert.deepEqual(changesOf(each), all)
  }
})

test('a client that was away for too long, or has a foreign id, is told to reload', async (t) => {
  const app = await startApp(t)
  const { authorization } = await app.logIn('viewer')
  const { id } = await app.createDevice()
  const early = await openEvents(t, app, authorization, ofDevices)
  for (const foreign of ['x', '999999999999.1', '1', '-1.0', '9'.repeat(40)]) {
    const source = await openEvents(t, app, authorization, { ...ofDevices, lastEventId: foreign })
    assert.equal(source.events[0]?.event, 'reset', foreign)
    assert.match(source.lastEventId(), /^\d+\.\d+(_\d+\.\d+)*$/)
  }
  for (let count = 0; count < 3; count += 1) await touch(app, [id])
  await early.until(() => changesOf(early).length === 3)
  const [first, , third] = early.events.filter(isChange)
  const query = `${ofDevices.query}&last_event_id=${first!.id}`
  assert.equal(changesOf(await openEvents(t, app, authorization, { query })).length, 2)

  // A node whose clock is two hours ahead deletes events older than one hour.
  const ahead = await startApp(t, { connection: app.connection, startsAt: new Date(Date.now() + 7_200_000) })
  await ahead.runJobs()
  assert.deepEqual(await logged(app), [])
  const back = await openEvents(t, app, authorization, { ...ofDevices, lastEventId: first!.id })
  assert.deepEqual(
    back.events.map(({ event }) => event),
    ['reset', 'ready'],
  )
  const current = await openEvents(t, app, authorization, { ...ofDevices, lastEventId: third!.id })
  assert.deepEqual(
    current.events.map(({ event }) => event),
    ['ready'],
  )
  await touch(app, Array(1).fill(id))
  await current.waitFor(isChange)
})

test('a client that missed very many events is told to reload', async (t) => {
  const app = await startApp(t)
  const { authorization } = await app.logIn('viewer')
  const source = await openEvents(t, app, authorization, ofDevices)
  const last = source.lastEventId()
  await app.rows(
    `insert into devices (name, module, token_hash, token_hint, created_at)
     select 'Device', 'health', i, '', now() from generate_series(1, 700) as i`,
  )
  await source.until(() => source.events.length === 701)
  const back = await openEvents(t, app, authorization, { ...ofDevices, lastEventId: last })
  assert.deepEqual(
    back.events.map(({ event }) => event),
    ['reset', 'ready'],
  )
})

test('changes are sent after the database has closed its connections', async (t) => {
  const app = await startApp(t)
  const { authorization } = await app.logIn('viewer')
  const { id } = await app.createDevice()
  const source = await openEvents(t, app, authorization, ofDevices)
  await app.rows(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'tocsin%' and datname = current_database()",
  )
  await touch(app, [id])
  await source.waitFor(isChange)
  await touch(app, [id])
  await source.until(() => changesOf(source).length === 2)
  assert.deepEqual(changesOf(source), await logged(app))
})
