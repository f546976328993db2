// How many webhooks a second the service delivers to a receiver on the same machine; what a claim costs while very many
// deliveries wait for a receiver that is dead; and what they take from ingestion, with and without in turns in the same
// minutes.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { BY_COMMAND } from '../src/audit-log/record-change.ts'
import { type Database, openDatabase } from '../src/platform/database.ts'
import { findPostmaster } from '../src/platform/embedded-postgres/postmaster.ts'
import { embeddedPostgres } from '../src/platform/embedded-postgres/supervisor.ts'
import { encryptionKeyOf, readConfig } from '../src/server/config.ts'
import { claimDeliveries } from '../src/webhooks/claim-deliveries.ts'
import { createWebhook } from '../src/webhooks/create-webhook.ts'
import { queueDeliveries } from '../src/webhooks/queue-deliveries.ts'
import { type Announcement, deviceLane } from '../src/webhooks/webhook-events.ts'
import { newDevices, query } from './bench-database.ts'
import { type Contender, startTocsin } from './contenders.ts'
import { cpuTimeOf, cpuTimeOfFamily } from './cpu-time.ts'
import { measure } from './measure.ts'

const SETTINGS = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' }
const DEVICES = 1_000
const LOAD = { readingsPerRequest: 1, connections: 256, warmUpS: 2 }
const FIRST_WARM_UP_S = 8

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '4' },
    deliveries: { type: 'string', default: '10000' },
  },
})
const [seconds, rounds, deliveries] = [Number(values.seconds), Number(values.rounds), Number(values.deliveries)]
if (!(seconds >= 1) || !(rounds >= 1) || !(deliveries >= 1)) throw new Error('The options take numbers from 1')

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
const folder = mkdtempSync(join(tmpdir(), 'tocsin-bench-'))
// Started as root, PostgreSQL runs as another user, who must be able to pass.
chmodSync(folder, 0o711)
const postgres = await embeddedPostgres(folder)
const receiver = fork(new URL('webhook-receiver.ts', import.meta.url), {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})
let tocsin: Contender | undefined
let db: Database | undefined
try {
  const { port } = await messageOf<{ port: number }>(receiver)
  tocsin = await startTocsin(folder, SETTINGS)
  db = openDatabase(postgres.connection, { connections: 2, applicationName: 'tocsin bench', onError: () => undefined })
  const databasePid = findPostmaster(join(folder, 'postgres'))!.pid
  const cpuTimes = () => [cpuTimeOf(tocsin!.pid) ?? 0, cpuTimeOfFamily(databasePid) ?? 0]
  const tokens = await newDevices(postgres.connection, DEVICES)

  await addWebhook(db, `http://127.0.0.1:${port}/`)
  await delivered(db, Math.min(deliveries, 3_000))
  for (let round = 0; round < rounds; round += 1) {
    const before = cpuTimes()
    const result = await delivered(db, deliveries)
    const after = cpuTimes()
    const rate = Math.round(deliveries / result.seconds).toLocaleString('en')
    const [app, database] = after.map((us, part) => Math.round((us - before[part]!) / deliveries))
    console.log(
      `${deliveries} deliveries in ${result.seconds.toFixed(1)} s: ${rate}/s; app ${app} µs, database ${database} µs each`,
    )
  }
  await removeWebhooks()

  const idleMs = await claimMs(db)
  await addDeadReceiver(db)
  console.log(
    `a claim takes ${idleMs.toFixed(2)} ms with nothing waiting, ${(await claimMs(db)).toFixed(2)} ms with ${deliveries} held`,
  )
  await removeWebhooks()

  const drive = async (warmUpS: number) => {
    const load = { ...LOAD, tokens: tokens.map(({ token }) => token), warmUpS, seconds }
    const { answered, seconds: took, errors } = await measure(tocsin!, load, databasePid, stopping.signal)
    if (errors > 0) console.log(`${errors} readings were refused`)
    return answered / took
  }
  await drive(FIRST_WARM_UP_S)
  const [without, beside]: number[][] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    without!.push(await drive(LOAD.warmUpS))
    await addDeadReceiver(db)
    beside!.push(await drive(LOAD.warmUpS))
    await removeWebhooks()
  }
  const [plain, burdened] = [median(without!), median(beside!)]
  const each = beside!.map((rate, round) => (rate / without![round]!).toFixed(2)).join(', ')
  console.log(`ingestion: ${Math.round(plain)} readings/s, ${Math.round(burdened)} with ${deliveries} deliveries held`)
  console.log(`ratio ${(burdened / plain).toFixed(2)} (round by round: ${each})`)
} finally {
  await tocsin?.stop()
  await db?.close()
  receiver.kill()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function addWebhook(on: Database, url: string): Promise<void> {
  const config = readConfig({ DATA_DIR: folder, ...SETTINGS })
  const webhook = {
    name: url,
    url,
    format: 'envelope' as const,
    events: ['device.offline' as const],
    min_severity: 'info' as const,
    modules: [],
    tags: [],
  }
  const protection = { policy: config.addressPolicy, encryptionKey: encryptionKeyOf(config) }
  await createWebhook(on, webhook, protection, BY_COMMAND, new Date())
}

/** All at once, each in a lane of its own, and how long until the last has arrived. */
async function delivered(on: Database, count: number): Promise<{ seconds: number }> {
  receiver.send({ expect: count })
  await queue(on, count)
  return messageOf(receiver)
}

async function queue(on: Database, count: number): Promise<void> {
  const now = new Date()
  await on.transaction(async (tx) => {
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
    lane: deviceLane(device_id),
    severity: null,
    module: 'health',
    tags: [],
  }
}

/** Nobody listens at port 9: five attempts fail, and the rest is held. */
async function addDeadReceiver(on: Database): Promise<void> {
  await addWebhook(on, 'http://127.0.0.1:9/')
  await queue(on, deliveries)
  for (;;) {
    const [webhook] = await query<{ opened_at: Date | null }>(postgres.connection, 'select opened_at from webhooks')
    if (webhook?.opened_at) return
    await sleep(100)
  }
}

async function removeWebhooks(): Promise<void> {
  await sleep(1_000)
  await query(postgres.connection, 'delete from webhooks')
  await query(postgres.connection, 'vacuum analyze deliveries')
}

async function claimMs(on: Database): Promise<number> {
  const began = performance.now()
  for (let n = 0; n < 300; n += 1) await claimDeliveries(on, [], new Date())
  return (performance.now() - began) / 300
}

async function messageOf<Message>(child: ChildProcess): Promise<Message> {
  const [message] = await once(child, 'message', {
    signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(120_000)]),
  })
  return message as Message
}

function median(all: readonly number[]): number {
  return all.toSorted((one, other) => one - other)[all.length >> 1]!
}
