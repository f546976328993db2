import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCells } from '../../src/app/doctor/check-cells.ts'
import { addCell } from '../../src/platform/database/cells/add-cell.ts'
import { startApp } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'
import { addSite, cellOf, countIn, moveSiteTo, startTwoCells, withSecondCell } from '../harness/cells.ts'
import { openEvents } from '../harness/event-source.ts'
import { startReceiver } from '../harness/receiver.ts'

/** The ids of a cell are greater than its number times this. */
const IDS_OF_A_CELL = 2 ** 40

test('what a reading causes in another cell lies there alone: alert, incident, rings and webhooks', async (t) => {
  const { app, ana, there, siteId } = await startTwoCells(t)
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  await there.send({ metrics: { systolic: 190 } })
  await app.runJobs()
  const cell = await cellOf(app, siteId)
  assert.ok(cell > 0)
  for (const table of ['readings', 'alerts', 'incidents', 'notifications', 'deliveries']) {
    assert.ok((await countIn(app, cell, table)) > 0, table)
    if (table !== 'notifications') assert.equal(await countIn(app, 0, table), 0, table)
  }
  assert.equal(receiver.received('alert.triggered').length, 1)
  assert.equal(receiver.received('incident.created').length, 1)
  assert.deepEqual(ana.titles().length, 1)
  const { body } = await ana.call('GET', '/api/mobile/incidents')
  const [incident] = body.data
  assert.ok(incident.incident_id > cell * IDS_OF_A_CELL)
  const answered = await ana.call('POST', `/api/mobile/incidents/${incident.incident_id}/acknowledgement`)
  assert.equal(answered.body.data.status, 'acknowledged')
})

test('somebody is called to an incident of another cell, and answers by the link, from there', async (t) => {
  const { app, ana, there, cell, addReachable } = await startTwoCells(t)
  const ben = await addReachable()
  await there.send({ metrics: { systolic: 190 } })
  await app.runJobs()
  const [{ incident_id }] = (await ana.call('GET', '/api/mobile/incidents')).body.data
  const path = `/api/mobile/incidents/${incident_id}`
  await ana.call('POST', `${path}/acknowledgement`)
  const called = await ana.call('POST', `${path}/calls`, { to: { type: 'user', id: ben.id } })
  assert.equal(called.status, 200, JSON.stringify(called.body))
  await ana.call('POST', `${path}/assignment`, { user_id: ben.id })
  await app.runJobs()
  const { navigate } = ben.browser.received.find(({ payload }) => payload.notification.body.includes('asks for help'))!
    .payload.notification
  assert.equal(await countIn(app, 0, 'notifications where incident_id is not null'), 0)
  assert.ok((await countIn(app, cell, "notifications where reason in ('call', 'assigned')")) >= 2)
  const link = `${app.url}${new URL(navigate).pathname}`
  const answered = await fetch(link, { method: 'POST', body: new URLSearchParams({ action: 'acknowledge' }) })
  assert.match(await answered.text(), /You said that you are coming/)
  await app.runJobs()
  assert.match(ana.lines().at(-1)!, new RegExp(`^${ben.name} is coming\\. `))
})

test('somebody who acted on an incident before its site moved to an earlier cell is called after it', async (t) => {
  const { app, ana, there, siteId, addReachable } = await startTwoCells(t)
  const ben = await addReachable()
  await there.send({ metrics: { systolic: 190 } })
  await app.runJobs()
  const [{ incident_id }] = (await ana.call('GET', '/api/mobile/incidents')).body.data
  const path = `/api/mobile/incidents/${incident_id}`
  await ben.call('POST', `${path}/acknowledgement`)
  await moveSiteTo(app, siteId, 0)
  await app.fastForward({ minutes: 1 })
  assert.equal((await ana.call('POST', `${path}/calls`, { to: { type: 'user', id: ben.id } })).status, 200)
  await app.runJobs()
  assert.match(ben.lines().at(-1)!, /asks for help/)
})

test('the large ids of another cell are no obstacle to the overview and to a device that moves', async (t) => {
  const { app, ana, there } = await startTwoCells(t)
  await there.send({ metrics: { systolic: 190 } })
  const [{ incident_id }] = (await ana.call('GET', '/api/mobile/incidents')).body.data
  assert.ok(incident_id > IDS_OF_A_CELL)
  const browser = await openBrowserAs(app, 'viewer')
  const { status, text } = await browser.go('/')
  assert.equal(status, 200)
  assert.ok(text.includes(`/incidents/${incident_id}`))
  const moved = await ana.call('POST', `/api/admin/devices/${there.id}/move`, { site_id: 1 })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
})

test('a stream that is opened again goes on in each cell where it was', async (t) => {
  const { app, ana, here, there } = await startTwoCells(t)
  const query = 'topics=alert'
  const first = await openEvents(t, app, ana.call.authorization, { query })
  await here.send({ metrics: { systolic: 190 } })
  await first.waitFor(({ data }) => data.device_id === here.id)
  await there.send({ metrics: { systolic: 190 } })
  await first.waitFor(({ data }) => data.device_id === there.id)
  first.close()
  await first.ended
  for (const { alert_id } of (await ana.call('GET', '/api/mobile/alerts')).body.data)
    assert.equal((await ana.call('POST', `/api/mobile/alerts/${alert_id}/acknowledgement`)).status, 200)
  const again = await openEvents(t, app, ana.call.authorization, { query, lastEventId: first.lastEventId() })
  const missed = () => again.events.filter(({ event }) => event === 'alert')
  await again.until(() => missed().length === 2)
  assert.deepEqual(new Set(missed().map(({ data }) => data.device_id)), new Set([here.id, there.id]))
  assert.ok(missed().every(({ data }) => data.event === 'alert.acknowledged'))
  assert.ok(again.events.every(({ event }) => event !== 'reset'))
})

test('lists over several cells have what one cell would have, in the same order and pages', async (t) => {
  const { app, ana, here, there } = await startTwoCells(t)
  for (let n = 0; n < 6; n += 1) {
    app.setClock({ seconds: 1 })
    const device = n % 2 === 0 ? here : there
    await device.send({ metrics: { systolic: n < 2 ? 190 : 120, heart_rate: n < 4 ? 200 : 80 } })
  }
  const paged = async (path: string, key: string) => {
    const ids: number[] = []
    for (let cursor = ''; ; ) {
      const { status, body } = await ana.call('GET', `${path}?limit=1${cursor}`)
      assert.equal(status, 200, JSON.stringify(body))
      ids.push(...body.data.map((record: Record<string, number>) => record[key]))
      if (!body.pagination?.next_cursor && !body.next_cursor) return ids
      cursor = `&cursor=${encodeURIComponent(body.pagination?.next_cursor ?? body.next_cursor)}`
    }
  }
  for (const [path, key] of [
    ['/api/mobile/alerts', 'alert_id'],
    ['/api/mobile/incidents', 'incident_id'],
  ] as const) {
    const whole = (await ana.call('GET', path)).body.data.map((record: Record<string, number>) => record[key])
    assert.ok(whole.length >= 2, path)
    assert.deepEqual(await paged(path, key), whole, path)
  }
  const { body } = await ana.call('GET', '/api/mobile/devices')
  assert.deepEqual(
    body.data.map(({ name, status }: { name: string; status: string }) => [name, status]),
    [
      ['Bed 1', 'online'],
      ['Bed 2', 'online'],
    ],
  )
})

test('a cell is added while nodes serve, and both take readings of its sites at once', async (t) => {
  const app = await startApp(t)
  const other = await startApp(t, { connection: app.connection })
  const admin = await app.logIn('admin')
  const device = await app.createDevice({ module: 'health' })
  await withSecondCell(app, other)
  assert.equal((await device.send({ metrics: { systolic: 120 } })).status, 200)
  const { id, token } = await app.createDevice({ module: 'health', site_id: await addSite(admin, 'Annexe') })
  for (const [place, { url }] of [app, other].entries()) {
    const sent = await fetch(`${url}/api/telemetry/ingest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-token': token },
      body: JSON.stringify({ module: 'health', ts: 1_772_452_800 + place, metrics: { systolic: 120 } }),
    })
    assert.equal(sent.status, 200)
  }
  const { body } = await admin('GET', `/api/mobile/devices/${id}/readings`)
  assert.equal(body.data.length, 2)
})

test('adding a cell that was interrupted is completed by the next time, and no site lies in it before', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const cell = await withSecondCell(app)
  await app.rows(`update cells set joined = false where number = ${cell}`)
  assert.notEqual(await cellOf(app, await addSite(admin, 'Annexe')), cell)
  const [unfinished] = await checkCells(app.service.db)
  assert.deepEqual([unfinished!.state, unfinished!.says], ['warn', `cell ${cell} was not added completely`])
  assert.equal(await addCell(app.service.db, app.now(), 0), cell)
  assert.equal((await checkCells(app.service.db))[0]!.state, 'ok')
  await app.createDevice({ site_id: await addSite(admin, 'Ward 1') })
  await app.createDevice({ site_id: await addSite(admin, 'Ward 2') })
  const cells = await app.rows<{ cell: number }>('select distinct cell from sites')
  assert.ok(cells.some((site) => site.cell === cell))
})

test('metrics tell the queues of several cells apart', async (t) => {
  const app = await startApp(t)
  const scrape = async () => (await fetch(`${app.url}/metrics`)).text()
  const cell = await withSecondCell(app)
  assert.match(await scrape(), new RegExp(`^tocsin_readings_queued{cell="${cell}"} 0$`, 'm'))
})

test('every table, index, constraint, trigger, view and function of a cell is that of the first', async (t) => {
  const app = await startApp(t)
  const cell = await withSecondCell(app)
  const described = async (schema: string) => {
    const rows = await app.rows<{ what: string }>(`
      select format('%s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated) as what
      from pg_attribute as a join pg_class as c on c.oid = a.attrelid
      where c.relnamespace = '${schema}'::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
        and not c.relispartition
      union all
      select pg_get_indexdef(indexrelid) from pg_index join pg_class as c on c.oid = indrelid
      where c.relnamespace = '${schema}'::regnamespace and not c.relispartition
      union all
      select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = '${schema}'::regnamespace and contype in ('p', 'u', 'f', 'c')
      union all
      select pg_get_triggerdef(t.oid) from pg_trigger as t join pg_class as c on c.oid = tgrelid
      where c.relnamespace = '${schema}'::regnamespace and not tgisinternal
      union all
      select proname || pg_get_function_arguments(oid) || pg_get_function_result(oid) from pg_proc
      where pronamespace = '${schema}'::regnamespace`)
    return new Set(rows.map(({ what }) => what.replaceAll(new RegExp(`\\b(${schema}|public)\\.|[()\\s]`, 'g'), '')))
  }
  const [first, copy] = [await described('public'), await described(`cell_${cell}`)]
  assert.ok(copy.size > 300)
  assert.deepEqual(
    [...copy].filter((what) => !first.has(what)),
    [],
  )
})
