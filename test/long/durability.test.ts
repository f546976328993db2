import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { embeddedPostgres } from '../../src/platform/postgres/supervisor.ts'
import { startReceiver } from '../harness/receiver.ts'
import { type Served, servedProgram } from '../harness/served.ts'

const SENDERS = 40
const ENOUGH = SENDERS * 2
const LOADED_WITHIN_MS = 60_000

interface Outcome {
  device: number
  ts: number
}

/** Sends as fast as answers come until stopped, and returns the acknowledged readings. */
function load(served: Served, tokens: readonly string[], firstTs: number) {
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
      if (answer === null) return
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

test('killed three times under load, the service keeps every acknowledged reading with all of its effects', async (t) => {
  const served = await servedProgram(t)
  const receiver = await startReceiver(t)
  await served.start()
  await served.run('webhook', 'add', receiver.url)
  const names = Array.from({ length: SENDERS }, (_, place) => `Monitor ${place}`)
  const devices = await addDevices(served, names)

  const acknowledged: Outcome[] = []
  for (const [round, kill] of [served.killService, served.killAll, served.killAll].entries()) {
    const traffic = load(
      served,
      devices.map(({ token }) => token),
      1_750_000_000 + round * 1_000_000,
    )
    await sleep(1_500)
    // A machine that is busy with something else needs longer.
    for (let waited = 0; traffic.acknowledged.length < ENOUGH && waited < LOADED_WITHIN_MS; waited += 50)
      await sleep(50)
    await kill()
    await traffic.end()
    assert.ok(traffic.acknowledged.length >= ENOUGH, 'there was load')
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
  const served = await servedProgram(t)
  const receiver = await startReceiver(t)
  await served.start()
  await served.run('webhook', 'add', receiver.url, '--event', 'alert.triggered')
  const [worker] = await addDevices(served, ['Worker'])
  receiver.answerWith(500)
  await fetch(`${served.url}/api/telemetry/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': worker!.token },
    body: '{"module":"worker","flags":{"panic_pressed":true}}',
  })
  while (receiver.requests.length === 0) await sleep(10)
  // The first attempt has failed and is recorded; the second is due in five seconds.
  await sleep(500)
  await served.killAll()
  await served.start()
  for (let waited = 0; waited < 150 && receiver.requests.length < 2; waited += 1) await sleep(100)
  assert.equal(receiver.requests.length, 2)
  assert.equal(receiver.requests[0]!.body, receiver.requests[1]!.body)
})

/** Adds devices as a person would: an administrator from the command line, then the API. */
async function addDevices(served: Served, names: readonly string[]): Promise<{ id: number; token: string }[]> {
  const { stdout } = await served.run('user', 'add', 'admin@example.org', '--role', 'admin', '--json')
  const post = async (path: string, body: unknown, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await fetch(`${served.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return ((await answer.json()) as { data: { id: number; token: string } }).data
  }
  const { password } = JSON.parse(stdout) as { password: string }
  const { token } = await post('/api/mobile/login', { email: 'admin@example.org', password })
  return Promise.all(names.map((name) => post('/api/admin/devices', { name, module: 'health' }, token)))
}
