import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startApp, type TestApp } from '../harness/app.ts'
import { addSite, cellOf, countIn, moveSiteTo, withSecondCell } from '../harness/cells.ts'
import { addSource, type Sender } from '../harness/senders.ts'

const BEGIN = 1_795_263_620

const line = (device: string, value: number, at = 0) =>
  `climate,device=${device} temperature=${value} ${BEGIN + at}000000000`

/** Sends again what was refused because its site has just moved, as senders do. */
const send = async (source: Sender, ...lines: string[]): Promise<void> => {
  const { status, text } = await source.post(lines.join('\n'), { path: '/write' })
  if (status === 503) return send(source, ...lines)
  assert.equal(status, 204, text)
}

const temperaturesOf = async (app: TestApp, device: number) =>
  (await (await app.logIn('admin'))('GET', `/api/mobile/devices/${device}/readings`)).body.data.map(
    ({ metrics }: { metrics: { temperature: number } }) => metrics.temperature,
  )

const stateOf = async (source: Sender, externalId: string) => {
  const { body } = await source.call('GET', '/external-ids')
  const { state, device_id, quarantined } = body.data.find(
    ({ external_id }: { external_id: string }) => external_id === externalId,
  )
  return { state, device_id, quarantined }
}

/** Sends what is stored already until it waits instead: until its door has been told, it remembers the device. */
async function untilItWaits(source: Sender): Promise<void> {
  do await send(source, line('cellar', 4))
  while ((await stateOf(source, 'cellar')).quarantined === 0)
}

const PENDING = { state: 'pending', device_id: null }

async function startAdopted(t: TestContext) {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const source = await addSource(app, admin, { format: 'influx', site_id: 1 })
  await send(source, line('cellar', 4), line('attic', 20))
  const [cellar, attic] = (await source.adopt('cellar', 'attic')) as [number, number]
  const messagesOf = async () => {
    await app.service.flush()
    return (await source.call('GET', '/messages')).body.data
  }
  return { app, admin, source, cellar, attic, messagesOf }
}

test('a device that moves to another site is released by its sources, and its next message waits', async (t) => {
  const { app, admin, source, cellar, attic, messagesOf } = await startAdopted(t)
  await send(source, line('cellar', 5, 10))
  assert.equal((await messagesOf()).length, 1)
  const siteId = await addSite(admin, 'Annexe')
  const moved = await admin('POST', `/api/admin/devices/${cellar}/move`, { site_id: siteId })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  assert.deepEqual(await stateOf(source, 'cellar'), { ...PENDING, quarantined: 0 })
  assert.deepEqual(await messagesOf(), [])

  await untilItWaits(source)
  await send(source, line('cellar', 6, 20), line('attic', 21, 20))
  assert.deepEqual(await stateOf(source, 'cellar'), { ...PENDING, quarantined: 2 })
  assert.deepEqual(await temperaturesOf(app, cellar), [5, 4])
  assert.deepEqual(await temperaturesOf(app, attic), [21, 20])
  const [successor] = await source.adopt('cellar')
  assert.deepEqual(await temperaturesOf(app, successor!), [6, 4])
})

test('a device that is handed over is released by its sources: neither its new people nor the former ones hear more', async (t) => {
  const { app, admin, source, cellar } = await startAdopted(t)
  const siteId = await addSite(admin, 'Annexe')
  const given = await admin('POST', `/api/admin/devices/${cellar}/handover`, { site_id: siteId })
  assert.equal(given.status, 201, JSON.stringify(given.body))
  await untilItWaits(source)
  await send(source, line('cellar', 6, 20))
  assert.deepEqual(await stateOf(source, 'cellar'), { ...PENDING, quarantined: 2 })
  assert.deepEqual(await temperaturesOf(app, cellar), [4])
  assert.deepEqual(await temperaturesOf(app, given.body.data.id), [])
})

test('a device that is deleted takes along what its sources have kept of it', async (t) => {
  const { app, admin, source, cellar, messagesOf } = await startAdopted(t)
  await send(source, line('cellar', 5, 10))
  await send(source, line('attic', 22, 10))
  await app.service.flush()
  assert.equal((await admin('DELETE', `/api/admin/devices/${cellar}`)).status, 200)
  assert.deepEqual(
    (await messagesOf()).map(({ readings }: { readings: { external_id: string }[] }) => readings[0]!.external_id),
    ['attic'],
  )
  assert.deepEqual(await stateOf(source, 'cellar'), { ...PENDING, quarantined: 0 })
  await untilItWaits(source)
  await send(source, line('cellar', 6, 20))
  const { quarantined, pending } = (await source.record()).counts
  assert.deepEqual({ quarantined, pending }, { quarantined: 2, pending: 1 })
  await app.fastForward({ minutes: 5 })
  assert.deepEqual(await stateOf(source, 'cellar'), { ...PENDING, quarantined: 2 })
})

test('a site that moves to another cell keeps its quarantine, and replays it there', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const other = await withSecondCell(app)
  const siteId = await addSite(admin, 'Annexe')
  const source = await addSource(app, admin, { format: 'influx', site_id: siteId })
  await send(source, line('attic', 20))
  const [attic] = await source.adopt('attic')
  await send(source, line('cellar', 4, 1), line('attic', 21, 1))
  await send(source, line('cellar', 5, 2))
  await app.service.flush()
  const messages = async () =>
    (await source.call('GET', '/messages')).body.data.map(({ id: _, ...message }: { id: number }) => message)
  const before = { record: await source.record(), messages: await messages() }
  const from = await cellOf(app, siteId)
  const to = from === 0 ? other : 0
  for (const [former, next] of [
    [from, to],
    [to, from],
    [from, to],
  ] as const) {
    await moveSiteTo(app, siteId, next)
    assert.equal(await countIn(app, former, 'source_messages'), 0)
    assert.deepEqual({ record: await source.record(), messages: await messages() }, before)
  }

  await send(source, line('cellar', 6, 3), line('attic', 22, 3))
  assert.equal(await countIn(app, from, 'source_messages'), 0)
  // The newest one is first, also behind those that have moved.
  const [newest] = await messages()
  assert.match(newest.body, /"temperature":6/)
  const [cellar] = await source.adopt('cellar')
  assert.deepEqual(await temperaturesOf(app, cellar!), [6, 5, 4])
  assert.deepEqual(await temperaturesOf(app, attic!), [22, 21, 20])
  assert.equal((await source.record()).counts.quarantined, 0)
})

test('a replay that waits is carried on in the cell to which its site has moved', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  await withSecondCell(app)
  const siteId = await addSite(admin, 'Annexe')
  const source = await addSource(app, admin, { format: 'influx', site_id: siteId })
  const former = await cellOf(app, siteId)
  await send(source, line('cellar', 1, 1))
  // As if the node had ended at once.
  await app.rows(
    `insert into source_replays (source_id, until_id, messages, started_at)
     select source_id, max(id), 1, now() from ${former === 0 ? 'public' : `cell_${former}`}.source_messages group by 1`,
  )
  await moveSiteTo(app, siteId, former === 0 ? app.service.db.cells().at(-1)! : 0)
  await app.rows("update external_ids set state = 'ignored' where external_id = 'cellar'")
  await app.runJobs()
  assert.deepEqual((await source.record()).counts.quarantined, 0)
})

test('messages that come while their site moves are all kept, where the site is then', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const other = await withSecondCell(app)
  const siteId = await addSite(admin, 'Annexe')
  const source = await addSource(app, admin, { format: 'influx', site_id: siteId, burst: 100_000, rate_per_s: 10_000 })
  let isMoving = true
  let sent = 0
  const sending = Array.from({ length: 4 }, async () => {
    while (isMoving || sent < 20) {
      sent += 1
      const body = line(`device-${sent}`, 1)
      // As senders do: again until it is taken.
      while ((await source.post(body, { path: '/write' })).status !== 204);
    }
  })
  const from = await cellOf(app, siteId)
  const to = from === 0 ? other : 0
  for (const cell of [to, from, to]) await moveSiteTo(app, siteId, cell)
  isMoving = false
  await Promise.all(sending)
  assert.equal((await source.record()).counts.quarantined, sent)
  const { length } = await app.rows(
    `select from ${to === 0 ? 'public' : `cell_${to}`}.source_messages where outcome = 'quarantined'`,
  )
  assert.equal(length, sent)
  assert.equal(await countIn(app, from, 'source_messages'), 0)
})
