// Measures how many webhooks a second the service delivers to a receiver on the same machine; the cost of a claim while
// very many deliveries wait for a dead receiver; and the effect on ingestion, alternating with and without.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Announcement, deviceLane } from '../src/core/webhooks/events/webhook-events.ts'
import { claimDeliveries } from '../src/core/webhooks/outbox/claim-deliveries.ts'
import { queueDeliveries } from '../src/core/webhooks/outbox/queue-deliveries.ts'
import { type Database, openDatabase } from '../src/platform/database/database.ts'
import { newDevices, query } from './harness/bench-database.ts'
import { cpuTimeOf, cpuTimeOfFamily } from './harness/cpu-time.ts'
import { measure } from './harness/measure.ts'
import { newPerson } from './harness/person.ts'
import { machine } from './harness/report.ts'
import { median, onSite, type Site, saveJson } from './harness/site.ts'

const DEVICES = 1_000
const LOAD = { readingsPerRequest: 1, connections: 256, warmUpS: 2 }
const FIRST_WARM_UP_S = 8

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '4' },
    deliveries: { type: 'string', default: '10000' },
    json: { type: 'string' },
  },
})
const [seconds, rounds, deliveries] = [Number(values.seconds), Number(values.rounds), Number(values.deliveries)]
if (!(seconds >= 1) || !(rounds >= 1) || !(deliveries >= 1)) throw new Error('The options take numbers from 1')

const env = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' }
await onSite(async (site) => {
  const { connection } = site
  const db = openDatabase(connection, { connections: 2, applicationName: 'tocsin bench', onError: () => undefined })
  const receiver = fork(new URL('harness/webhook-receiver.ts', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  try {
    const { port } = await messageOf<{ port: number }>(receiver)
    const call = await newPerson(site, 'admin')
    const addWebhook = (url: string) =>
      call('POST', '/api/admin/webhooks', { name: 'Bench', url, events: ['device.offline'] })

    await addWebhook(`http://127.0.0.1:${port}/`)
    const delivered = await deliver(site, db, receiver)
    await removeWebhooks(site)

    const idleMs = await claimMs(db)
    await holdDeliveries(site, db, addWebhook)
    const heldMs = await claimMs(db)
    console.log(
      `a claim takes ${idleMs.toFixed(2)} ms with nothing waiting, ${heldMs.toFixed(2)} ms with ${deliveries} held`,
    )
    await removeWebhooks(site)

    const ingested = await ingestBeside(site, () => holdDeliveries(site, db, addWebhook))
    const settings = { seconds, rounds, deliveries, DEVICES, ...LOAD }
    const result = { delivered, claim: { idleMs, heldMs }, ingested }
    saveJson(values.json, { settings, machine: await machine(connection), result })
  } finally {
    receiver.kill()
    await db.close()
  }
}, env)

/** Queues all at once, each in its own lane, and measures the time until the last has arrived. */
async function deliver({ tocsin, databasePid }: Site, db: Database, receiver: ChildProcess) {
  const cpuTimes = () => [cpuTimeOf(tocsin.pid) ?? 0, cpuTimeOfFamily(databasePid) ?? 0] as const
  const send = async () => {
    receiver.send({ expect: deliveries })
    await queue(db, deliveries)
    return messageOf<{ seconds: number }>(receiver)
  }
  await send()
  const all: { perS: number; appUs: number; databaseUs: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = cpuTimes()
    const { seconds: took } = await send()
    const after = cpuTimes()
    all.push({
      perS: deliveries / took,
      appUs: (after[0] - before[0]) / deliveries,
      databaseUs: (after[1] - before[1]) / deliveries,
    })
  }
  const middle = (value: (one: (typeof all)[number]) => number) => Math.round(median(all.map(value)))
  const result = {
    perS: middle(({ perS }) => perS),
    appUs: middle(({ appUs }) => appUs),
    databaseUs: middle(({ databaseUs }) => databaseUs),
  }
  console.log(`${result.perS} deliveries/s; app ${result.appUs} µs, database ${result.databaseUs} µs each`)
  return result
}

async function ingestBeside(site: Site, hold: () => Promise<void>) {
  const devices = await newDevices(site.connection, DEVICES)
  const tokens = devices.map(({ token }) => token)
  const drive = async (warmUpS: number) => {
    const load = { ...LOAD, tokens, warmUpS, seconds }
    const { answered, seconds: took, errors } = await measure(site.tocsin, load, site.signal)
    if (errors > 0) console.log(`${errors} readings were refused`)
    return answered / took
  }
  await drive(FIRST_WARM_UP_S)
  const pairs: { alone: number; beside: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const alone = await drive(LOAD.warmUpS)
    await hold()
    pairs.push({ alone, beside: await drive(LOAD.warmUpS) })
    await removeWebhooks(site)
  }
  const alone = median(pairs.map((pair) => pair.alone))
  const beside = median(pairs.map((pair) => pair.beside))
  const each = pairs.map((pair) => (pair.beside / pair.alone).toFixed(2)).join(', ')
  console.log(`ingestion: ${Math.round(alone)} readings/s, ${Math.round(beside)} with ${deliveries} deliveries held`)
  console.log(`ratio ${(beside / alone).toFixed(2)} (round by round: ${each})`)
  return { alone, beside, ratio: beside / alone }
}

async function queue(on: Database, count: number): Promise<void> {
  const now = new Date()
  await on.inCell(0).transaction(async (tx) => {
    for (let from = 0; from < count; from += 1_000) {
      const lanes = Array.from({ length: Math.min(1_000, count - from) }, (_, place) => from + place)
      await queueDeliveries(tx, lanes.map(deviceOffline), now)
    }
  })
}

function deviceOffline(device_id: number): Announcement {
  return {
    event: 'device.offline',
    data: { device_id, device_name: `Monitor ${device_id}`, last_seen: new Date(), threshold_s: 600 },
    site_id: 1,
    lane: deviceLane(device_id),
    severity: null,
    module: 'health',
    tags: [],
  }
}

/** Nothing listens on port 9: five attempts fail, and the other deliveries are held. */
async function holdDeliveries(
  { connection, signal }: Site,
  db: Database,
  addWebhook: (url: string) => Promise<unknown>,
) {
  await addWebhook('http://127.0.0.1:9/')
  await queue(db, deliveries)
  for (;;) {
    const [webhook] = await query<{ breaker_opened_at: Date | null }>(
      connection,
      'select breaker_opened_at from webhooks',
    )
    if (webhook?.breaker_opened_at) return
    await sleep(100, undefined, { signal })
  }
}

async function removeWebhooks({ connection }: Site): Promise<void> {
  await sleep(1_000)
  await query(connection, 'delete from webhooks')
  await query(connection, 'vacuum analyze deliveries')
}

async function claimMs(on: Database): Promise<number> {
  const began = performance.now()
  for (let n = 0; n < 300; n += 1) await claimDeliveries(on.inCell(0), [], new Date())
  return (performance.now() - began) / 300
}

async function messageOf<Message>(child: ChildProcess): Promise<Message> {
  const [message] = await once(child, 'message', { signal: AbortSignal.timeout(120_000) })
  return message as Message
}
