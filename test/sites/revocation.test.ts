import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { putMember, removeMember } from '../../src/core/actions/change-members.ts'
import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { createApiToken } from '../../src/core/people/credentials/api-tokens.ts'
import { createSite } from '../../src/core/sites/manage-sites.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { openBrowser } from '../harness/browser.ts'
import { openEvents } from '../harness/event-source.ts'
import { fillHistory } from '../harness/history.ts'
import { PASSWORD } from '../harness/people.ts'
import { addMember } from '../harness/site-worlds.ts'
import { until } from '../harness/until.ts'

const EMAIL = 'ana@example.org'

/** Two nodes, a device of the first site, and an operator of both sites. */
async function twoNodes(t: Parameters<typeof startApp>[0], { alsoSouth = true } = {}) {
  const app = await startApp(t)
  // Streams hear of it by notification, not by the next heartbeat.
  const other = await startApp(t, { connection: app.connection, live: { heartbeatMs: 3_600_000 } })
  const south = await createSite(app.service.db, { name: 'South', notes: '' }, BY_COMMAND, app.now())
  const monitor = await app.createDevice({ name: 'Monitor North', module: 'health' })
  const ana = await addMember(app, 1, EMAIL, 'operator')
  if (alsoSouth) await app.rows(`insert into site_members values ($1, $2, 'operator')`, [south, ana])
  const login = await app.call('POST', '/api/mobile/login', { email: EMAIL, password: PASSWORD })
  const authorization = `Bearer ${login.body.data.token}`
  const leave = () => removeMember(app.service.db, { siteId: 1, userId: ana }, BY_COMMAND, app.now())
  return { app, other, south, monitor, ana, authorization, leave }
}

const get = (app: TestApp, path: string, authorization: string) =>
  fetch(`${app.url}${path}`, { headers: { authorization } })

test('a stream on another node says nothing of a site that its person has left, and goes on for the others', async (t) => {
  const { app, other, south, monitor, authorization, leave } = await twoNodes(t)
  const pump = await app.createDevice({ name: 'Pump South', module: 'factory', site_id: south })
  const stream = await openEvents(t, other, authorization)
  await monitor.send({ metrics: { systolic: 190 } })
  await stream.waitFor(({ data }) => data.device_id === monitor.id)
  let turn = 0
  /** Changes both devices. Returns what the stream says of the first before it says that of the second. */
  const heard = async () => {
    const before = stream.events.length
    turn += 1
    await app.rows('update devices set name = $1 where id = $2', [`Elsewhere ${turn}`, monitor.id])
    await app.rows('update devices set name = $1 where id = $2', [`Still here ${turn}`, pump.id])
    const later = () => stream.events.slice(before)
    await stream.until(() => later().some(({ data }) => data.device_id === pump.id))
    return later().filter(({ data }) => data.device_id === monitor.id)
  }
  assert.equal((await heard()).length, 1)
  await leave()
  await until(heard, (events) => events.length === 0)
  await monitor.send({ metrics: { systolic: 230 } })
  assert.deepEqual(await heard(), [])
})

test('a stream ends when its person has no site left', async (t) => {
  const { other, authorization, leave } = await twoNodes(t, { alsoSouth: false })
  const stream = await openEvents(t, other, authorization)
  await leave()
  await stream.ended
})

test('a stream that is resumed does not replay what happened in a site that its person has left', async (t) => {
  const { app, monitor, authorization, leave } = await twoNodes(t)
  const stream = await openEvents(t, app, authorization)
  const lastEventId = stream.lastEventId()
  stream.close()
  await monitor.send({ metrics: { systolic: 190 } })
  await leave()
  const resumed = await openEvents(t, app, authorization, { lastEventId })
  assert.deepEqual(
    resumed.events.filter(({ data }) => data.device_id === monitor.id),
    [],
  )
})

test('an export is cut off within a second, on every node', async (t) => {
  const { app, other, monitor, authorization, leave } = await twoNodes(t)
  await fillHistory(app, monitor.id, 60_000, { metrics: `jsonb_build_object('note', repeat('x', 1500))` })
  const path = `/api/mobile/devices/${monitor.id}/readings/export?format=ndjson`
  const answers = [await get(app, path, authorization), await get(other, path, authorization)]
  const readers = answers.map(({ body }) => body!.getReader())
  for (const reader of readers) await reader.read()
  await leave()
  await sleep(1_000)
  for (const reader of readers) {
    const all = async () => {
      for (let bytes = 0; ; ) {
        const { done, value } = await reader.read()
        if (done) return bytes
        bytes += value.byteLength
      }
    }
    // Bytes that the sockets hold already still arrive.
    await assert.rejects(all())
  }
})

test('a form that was opened before, and writes by API and token, find nothing any more', async (t) => {
  const { app, other, monitor, ana, authorization, leave } = await twoNodes(t)
  await monitor.send({ metrics: { systolic: 190 } })
  const [incident] = await app.rows<{ incident_id: string }>('select incident_id from incidents')
  const id = Number(incident!.incident_id)
  const browser = openBrowser(other.url)
  await browser.logIn(EMAIL)
  await browser.go(`/incidents/${id}`)
  const wanted = { name: 'Script', site_ids: [1] }
  const { token } = await createApiToken(app.service.db, ana, wanted, BY_COMMAND, app.now())
  await leave()
  assert.equal((await browser.send(`/incidents/${id}/acknowledgement`)).status, 404)
  for (const header of [authorization, `Bearer ${token}`]) {
    const post = (path: string) => fetch(`${other.url}${path}`, { method: 'POST', headers: { authorization: header } })
    const refused = header === authorization ? 404 : 403
    assert.equal((await post(`/api/mobile/incidents/${id}/acknowledgement`)).status, refused)
    assert.equal((await get(other, `/api/mobile/devices/${monitor.id}`, header)).status, refused)
  }
  assert.deepEqual(await app.rows('select status from incidents'), [{ status: 'open' }])
})

test('whoever leaves a site keeps no assignment there', async (t) => {
  const { app, monitor, ana, leave } = await twoNodes(t)
  await monitor.send({ metrics: { systolic: 190 } })
  await app.rows('update incidents set assigned_to = $1', [ana])
  await app.rows('update alerts set assigned_to = $1', [ana])
  await leave()
  assert.deepEqual(await app.rows('select assigned_to from incidents'), [{ assigned_to: null }])
  assert.deepEqual(await app.rows('select assigned_to from alerts'), [{ assigned_to: null }])
})

test('whoever may only look from now on keeps no assignment there', async (t) => {
  const { app, monitor, ana } = await twoNodes(t)
  await monitor.send({ metrics: { systolic: 190 } })
  await app.rows('update incidents set assigned_to = $1', [ana])
  await putMember(app.service.db, { siteId: 1, user: ana, role: 'viewer' }, BY_COMMAND, app.now())
  assert.deepEqual(await app.rows('select assigned_to from incidents'), [{ assigned_to: null }])
})

test('whoever leaves a site and may act there all the same keeps the assignments', async (t) => {
  const { app, monitor, ana, leave } = await twoNodes(t)
  await monitor.send({ metrics: { systolic: 190 } })
  await app.rows(`update users set role = 'operator' where id = $1`, [ana])
  await app.rows('update incidents set assigned_to = $1', [ana])
  await leave()
  assert.deepEqual(await app.rows('select assigned_to from incidents'), [{ assigned_to: ana }])
})

test('whoever leaves a site and only looks everywhere keeps no assignment there', async (t) => {
  const { app, monitor, ana, leave } = await twoNodes(t)
  await monitor.send({ metrics: { systolic: 190 } })
  await app.rows(`update users set role = 'viewer' where id = $1`, [ana])
  await app.rows('update incidents set assigned_to = $1', [ana])
  await leave()
  assert.deepEqual(await app.rows('select assigned_to from incidents'), [{ assigned_to: null }])
})

test('a role that is lowered holds for the next write', async (t) => {
  const { app, other, south, ana, authorization } = await twoNodes(t)
  const pump = await app.createDevice({ name: 'Pump South', module: 'factory', site_id: south })
  await app.rows(`update site_members set role = 'viewer' where user_id = $1 and site_id = $2`, [ana, south])
  const answer = await fetch(`${other.url}/api/admin/devices/${pump.id}`, {
    method: 'PATCH',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ notes: 'x' }),
  })
  assert.equal(answer.status, 403)
  assert.equal((await get(other, `/api/mobile/devices/${pump.id}`, authorization)).status, 200)
})
