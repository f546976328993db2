// Measures compaction: its processor time for each reading, how long it holds the lock of a device, and how long readings
// wait to be stored while it runs and while it does not, in turn.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { compactHistory } from '../src/core/telemetry/chunks/compact-history.ts'
import { type CellDatabase, openDatabase } from '../src/platform/database/database.ts'
import { readingsOf } from './disk/device-readings.ts'
import { storeReadingsOf } from './disk/own-month.ts'
import { newDevices, query } from './harness/bench-database.ts'
import { cpuTimeOfFamily } from './harness/cpu-time.ts'
import { driven } from './harness/drive-open-load.ts'
import { machine } from './harness/report.ts'
import { median, onSite, type Site, saveJson } from './harness/site.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    rate: { type: 'string', default: '400' },
    json: { type: 'string' },
  },
})
const [seconds, rounds, rate] = [Number(values.seconds), Number(values.rounds), Number(values.rate)]
const DEVICES = 20
const CONNECTIONS = 64
/** Enough for longer than a round, at a twentieth of a core. */
const BACKLOG = 60_000
const EVERY_S = 10

await onSite(async (site) => {
  const devices = await newDevices(site.connection, DEVICES)
  const load = { url: site.tocsin.url, tokens: devices.map(({ token }) => token), rate, connections: CONNECTIONS }
  await driven({ ...load, seconds: 5 })
  const waits: { idle: number[]; compacting: number[] } = { idle: [], compacting: [] }
  for (let round = 0; round < rounds; round += 1) {
    waits.idle.push((await driven({ ...load, seconds })).p99Ms)
    await fill(site.connection, round, devices)
    const before = await rowsLeft(site)
    waits.compacting.push((await driven({ ...load, seconds })).p99Ms)
    const compacted = before - (await rowsLeft(site))
    console.error(`round ${round + 1}: ${compacted} readings were compacted beside the load`)
    await compactRest(site)
  }
  const [idle, compacting] = [median(waits.idle), median(waits.compacting)]
  console.log(
    `readings at ${rate}/s: p99 ${idle.toFixed(1)} ms, with compaction ${compacting.toFixed(1)} ms (${(compacting / idle).toFixed(2)})`,
  )
  await fill(site.connection, rounds, devices)
  const alone = await compactRest(site)
  console.log(
    `compaction: ${alone.nodeUs.toFixed(1)} µs in the service and ${alone.databaseUs.toFixed(1)} µs in the database a reading; ` +
      `a device is locked for ${alone.lockedMs.toFixed(1)} ms, ${alone.mostLockedMs.toFixed(1)} ms at most`,
  )
  saveJson(values.json, {
    machine: await machine(site.connection),
    rate,
    idleMs: idle,
    compactingMs: compacting,
    alone,
  })
})

/** Two months old, a month for each round. */
async function fill(connection: pg.ClientConfig, round: number, devices: readonly { id: number }[]): Promise<void> {
  const today = new Date()
  const from = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 2 - round)
  const plan = { kind: 'whole numbers', everyS: EVERY_S, readings: BACKLOG / DEVICES, devices: DEVICES, from } as const
  await storeReadingsOf(
    connection,
    devices.map(({ id }) => id),
    readingsOf(plan),
  )
}

async function rowsLeft({ connection }: Site): Promise<number> {
  const [row] = await query<{ count: number }>(
    connection,
    `select count(*)::integer as count from reading_rows where at < now() - interval '1 day'`,
  )
  return row!.count
}

/** Compacts the rest as fast as possible, by the code of the service in this process. */
async function compactRest({ connection, databasePid }: Site) {
  await sleep(500)
  const db = openDatabase(connection, { connections: 2, applicationName: 'tocsin bench', onError: () => undefined })
  const locks: number[] = []
  const [before, databaseBefore] = [process.cpuUsage(), cpuTimeOfFamily(databasePid)!]
  let readings = 0
  const now = new Date()
  for await (const done of compactHistory(watchingLocks(db.inCell(0), locks), {
    until: new Date(now.getTime() - 86_400_000),
    now,
  })) {
    readings += done.readings
  }
  const { user, system } = process.cpuUsage(before)
  const databaseUs = (cpuTimeOfFamily(databasePid)! - databaseBefore) / readings
  await db.close()
  return {
    readings,
    nodeUs: (user + system) / readings,
    databaseUs,
    lockedMs: median(locks),
    mostLockedMs: Math.max(...locks),
  }
}

/** Notes for each transaction the time from the lock of its device to its end. */
function watchingLocks(db: CellDatabase, locks: number[]): CellDatabase {
  return {
    ...db,
    async transaction(work) {
      let lockedAt: number | null = null
      const result = await db.transaction((tx) =>
        work({
          ...tx,
          query: async (statement, name) => {
            if (statement.text.includes('skip locked')) lockedAt = performance.now()
            return tx.query(statement, name)
          },
        }),
      )
      if (lockedAt !== null) locks.push(performance.now() - lockedAt)
      return result
    },
  }
}
