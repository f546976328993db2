import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { embeddedPostgres } from '../../src/platform/postgres/supervisor.ts'
import { startReceiver } from '../harness/receiver.ts'
import { servedProgram } from '../harness/served.ts'
import { type Call, logIn, until } from '../harness/served-people.ts'

const ADMIN = { email: 'ana@example.org', password: 'a quiet harbour at dawn' }
const SENDERS = 40
/** Readings that are acknowledged before a kill. */
const ENOUGH = SENDERS * 20

const scope = { after }
const served = await servedProgram(scope, { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password })
let call: Call
before(async () => {
  await served.start()
  call = await logIn(served, ADMIN)
})

interface Outcome {
  device: number
  ts: number
}

/** Sends as fast as answers come until stopped, and returns the acknowledged readings. */
function load(tokens: readonly string[], firstTs: number) {
  const acknowledged: Outcome[] = []
  const stop = new AbortController()
  const senders = tokens.map(async (token, device) => {
    for (let ts = firstTs; !stop.signal.aborted; ts += 1) {
      // One in fifty breaches a limit, and the next one clears it.
      const systolic = ts % 50 === 0 ? 190 : 120
      const answer = await fetch(`${served.url}/api/telemetry/ingest`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-device-token': token },
        body: JSON.stringify({ module: 'health', ts, lat: 46, lng: 14, metrics: { systolic, heart_rate: 70 } }),
      }).catch(() => null)
      // A connection of the killed service may still be known.
      if (answer === null) continue
      if (answer.status === 200) acknowledged.push({ device, ts })
      await answer.arrayBuffer().catch(() => undefined)
    }
  })
  return {
    acknowledged,
    async end() {
      stop.abort()
      await Promise.all(senders)
    },
  }
}

test('killed three times under load, the service keeps every acknowledged reading with all of its effects', async () => {
  // It answers until both tests are over, so that nothing waits for it.
  const receiver = await startReceiver(scope)
  await call('POST', '/api/admin/webhooks', { name: 'All', url: receiver.url })
  const names = Array.from({ length: SENDERS }, (_, place) => `Monitor ${place}`)
  const devices = await addDevices(names)

  const acknowledged: Outcome[] = []
  for (const [round, kill] of [served.killService, served.killAll, served.killAll].entries()) {
    const traffic = load(
      devices.map(({ token }) => token),
      1_750_000_000 + round * 1_000_000,
    )
    await until('load', () => (traffic.acknowledged.length >= ENOUGH ? true : undefined))
    await kill()
    await traffic.end()
    acknowledged.push(...traffic.acknowledged)
    await served.start()
  }

  const { connection, leave } = await embeddedPostgres(served.dataDir)
  await leave()
  const client = new pg.Client(connection)
  await client.connect()
  const rows = async (query: string) => (await client.query(query)).rows
  const stored = new Set(
    (await rows('select device_id, ts from readings')).map(({ device_id, ts }) => `${device_id}|${ts}`),
  )
  const lost = acknowledged.filter(({ device, ts }) => !stored.has(`${devices[device]!.id}|${ts}`))
  assert.deepEqual(lost, [])

  const broken = {
    'latest records behind the newest reading':
      'select 1 from device_states as s where s.at <> (select max(at) from readings as r where r.device_id = s.device_id)',
    'alerts without an incident':
      'select 1 from alerts as a where not exists (select from incidents as i where (i.device_id, i.incident_id) = (a.device_id, a.incident_id))',
    'alerts without an outgoing webhook':
      "select 1 from alerts as a where not exists (select from deliveries as d where d.event = 'alert.triggered' and (d.body::jsonb -> 'data' ->> 'alert_id')::bigint = a.alert_id)",
    'incidents without an outgoing webhook':
      "select 1 from incidents as i where not exists (select from deliveries as d where d.event = 'incident.created' and (d.body::jsonb -> 'data' ->> 'incident_id')::bigint = i.incident_id)",
  }
  for (const [what, query] of Object.entries(broken)) assert.deepEqual(await rows(query), [], what)
  const [{ alerts }] = await rows('select count(*)::integer as alerts from alerts')
  assert.ok(alerts > 0, 'alerts were raised')
  await client.end()
})

test('a webhook queued before the kill is sent after the restart', async (t) => {
  const receiver = await startReceiver(t)
  const events = ['alert.triggered']
  const { id } = await call('POST', '/api/admin/webhooks', { name: 'Alerts', url: receiver.url, events })
  const [worker] = await addDevices(['Worker'])
  receiver.status = 500
  await fetch(`${served.url}/api/telemetry/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': worker!.token },
    body: '{"module":"worker","flags":{"panic_pressed":true}}',
  })
  // Once it is recorded that an attempt has failed; another is due in five seconds.
  await until('a failed attempt', async () => {
    const [delivery] = await call('GET', `/api/admin/webhooks/${id}/deliveries`)
    return delivery?.status === 'retrying' ? true : undefined
  })
  await served.killAll()
  const before = receiver.requests.length
  receiver.status = 200
  await served.start()
  await until('another attempt', () => (receiver.requests.length > before ? true : undefined))
  assert.equal(receiver.requests[0]!.body, receiver.requests[before]!.body)
})

const addDevices = (names: readonly string[]): Promise<{ id: number; token: string }[]> =>
  Promise.all(names.map((name) => call('POST', '/api/admin/devices', { name, module: 'health' })))
