import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pathTo } from '../../src/platform/database/database.ts'
import type { TestApp } from '../harness/app.ts'
import { cellOf, countIn, moveSiteTo, sendUntilTaken, startTwoCells } from '../harness/cells.ts'
import { cleanUp } from '../harness/cleanup.ts'
import { declare } from '../harness/reachable.ts'

test('a site moves to another cell with its ids, its open incidents, its notes and its rings', async (t) => {
  const { app, ana, there, siteId, addReachable } = await startTwoCells(t)
  const bea = await addReachable()
  await there.send({ metrics: { systolic: 190 } })
  const declared = await declare(bea, { title: 'Visitor has fallen', device_id: there.id })
  await app.runJobs()
  const notes = `/api/mobile/devices/${there.id}/notes`
  assert.equal((await ana.call('POST', notes, { text: 'Filter changed' })).status, 201)
  const written = (await ana.call('GET', notes)).body.data
  const before = (await ana.call('GET', '/api/mobile/incidents')).body.data
  const cell = await cellOf(app, siteId)
  const moved = await moveSiteTo(app, siteId, 0)
  assert.deepEqual([moved.devices, moved.incidents], [1, 2])
  const tables = [
    'readings',
    'alerts',
    'incidents',
    'escalation_runs',
    'device_states',
    'incident_timeline',
    'device_notes',
  ]
  for (const table of tables) assert.equal(await countIn(app, cell, table), 0, table)
  assert.deepEqual((await ana.call('GET', notes)).body.data, written)
  assert.equal((await ana.call('POST', notes, { text: 'And the pump' })).status, 201)
  assert.deepEqual((await ana.call('GET', '/api/mobile/incidents')).body.data, before)
  const rings = bea.titles().length
  await app.fastForward({ minutes: 6 })
  assert.ok(bea.titles().length > rings)
  assert.equal((await there.send({ metrics: { systolic: 195 } })).status, 200)
  assert.equal((await ana.call('POST', `/api/mobile/incidents/${declared}/acknowledgement`)).status, 200)
  assert.equal((await ana.call('GET', `/api/mobile/devices/${there.id}/readings`)).body.data.length, 2)
  // And back.
  await moveSiteTo(app, siteId, cell)
  assert.equal(await countIn(app, 0, 'incidents'), 0)
  assert.equal((await sendUntilTaken(there, { metrics: { systolic: 196 } })).status, 200)
})

test('a site that moves waits for a reading that opens an incident, and a device that is added waits for the move', async (t) => {
  const { app, there, siteId } = await startTwoCells(t)
  const reading = await begun(t, app, await cellOf(app, siteId))
  await reading.query('select from device_states where device_id = $1 for no key update', [there.id])
  const moved = moveSiteTo(app, siteId, 0)
  await untilOneWaits(app)
  await reading.query(
    `insert into incidents (incident_id, site_id, origin, status, severity, title, created_at, last_activity_at)
     values (nextval('incident_ids'), $1, 'alert', 'open', 'warning', 'Hot', now(), now())`,
    [siteId],
  )
  const added = app.createDevice({ site_id: siteId })
  await untilOneWaits(app, 2)
  await reading.query('commit')
  assert.equal((await moved).incidents, 1)
  assert.equal((await (await added).send({ metrics: { temperature: 20 } })).status, 200)
  assert.equal(await countIn(app, 0, 'device_states'), 3)
})

test('readings that come while their site moves are stored once', async (t) => {
  const { app, there, siteId, cell } = await startTwoCells(t)
  let isMoving = true
  let ts = 1_772_452_800
  const answered: number[] = []
  const sending = Array.from({ length: 4 }, async () => {
    while (isMoving) {
      ts += 1
      const own = ts
      const { status } = await sendUntilTaken(there, { ts: own, metrics: { systolic: 100 } })
      assert.equal(status, 200)
      answered.push(own)
    }
  })
  for (const to of [0, cell, 0]) await moveSiteTo(app, siteId, to)
  isMoving = false
  await Promise.all(sending)
  const stored = await app.rows<{ ts: string }>('select ts from readings')
  assert.deepEqual(stored.map((row) => Number(row.ts)).sort(), answered.sort())
})

async function begun(t: TestContext, app: TestApp, cell: number): Promise<pg.Client> {
  const client = new pg.Client(app.connection)
  await client.connect()
  cleanUp(t, () => client.end())
  await client.query(`begin; set local search_path to ${pathTo(cell)}`)
  return client
}

async function untilOneWaits(app: TestApp, count = 1): Promise<void> {
  const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  for (const until = Date.now() + 10_000; (await app.rows(waiting)).length < count; await sleep(20))
    assert.ok(Date.now() < until, 'nothing waits')
}
