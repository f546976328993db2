import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findPostmaster } from '../src/platform/postgres/postmaster.ts'
import { FAKETIME, fakedClock, startDatabaseBy } from '../test/harness/faked-clock.ts'
import { onLinux, processesBelow } from '../test/harness/processes.ts'
import { type Fault, type Ran, underLoad } from './fault.ts'
import { openSite, type Site, untilReady } from './site.ts'
import { sendWithoutTime } from './turns.ts'

const TWO_HOURS_S = 7_200
const AHEAD_FOR_MS = 5_000
const CALM_MS = 5_000
const ASLEEP_FOR_MS = 120_000
/** Half of the pause: counting the pause as silence would affect every device. */
const OFFLINE_AFTER_S = '60'
const DELIVERED_WITHIN_MS = 60_000

export const CLOCK_JUMPS: Fault = {
  id: 'F15',
  name: 'clock jumps two hours ahead and back',
  order: 'as sent',
  obstacle: () => FAKETIME.skip || null,
  async run(run) {
    const clock = fakedClock(run.scope)
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'tocsin-audit-clock-'))
    await startDatabaseBy(clock, DATA_DIR)
    const site = await openSite(run.scope, { DATA_DIR, OFFLINE_AFTER_S, ...clock.env })
    const injected = await underLoad(site, run, {
      everyMs: CALM_MS,
      turn: sendWithoutTime,
      async inject() {
        await clock.set(TWO_HOURS_S)
        await sleep(AHEAD_FOR_MS)
        await clock.set(0)
      },
    })
    return { site, injected, ...(await absenceFindings(site)) }
  },
}

export const MACHINE_SLEEPS: Fault = {
  id: 'F16',
  name: 'machine sleeps for two minutes',
  obstacle: () => onLinux.skip || null,
  async run(run) {
    const site = await openSite(run.scope, { OFFLINE_AFTER_S })
    const injected = await underLoad(site, run, {
      everyMs: CALM_MS,
      async inject() {
        const asleep = [site.served.pid(), findPostmaster(join(site.served.dataDir, 'postgres'))!.pid].flatMap(
          (pid) => [pid, ...processesBelow(pid)],
        )
        for (const pid of asleep) process.kill(pid, 'SIGSTOP')
        await sleep(ASLEEP_FOR_MS)
        for (const pid of asleep) process.kill(pid, 'SIGCONT')
        await untilReady(site.served.url)
      },
    })
    return { site, injected, ...(await absenceFindings(site)) }
  },
}

/** Devices that were marked offline although all of them sent, and messages that are still held. */
async function absenceFindings(site: Site): Promise<Pick<Ran, 'broken' | 'remark'>> {
  const client = new pg.Client(await site.connection())
  await client.connect()
  const count = async (query: string) => Number((await client.query<{ count: string }>(query)).rows[0]!.count)
  const waiting = () => count(`select count(*) from deliveries where status in ('pending', 'retrying')`)
  try {
    const deadline = performance.now() + DELIVERED_WITHIN_MS
    while ((await waiting()) > 0 && performance.now() < deadline) await sleep(200)
    const offline = await count(`select count(*) from alerts where rule_key = 'device.offline'`)
    const told = await count(`select count(*) from deliveries where event = 'device.offline'`)
    const held = await waiting()
    const found = { 'devices were called offline': offline + told, 'messages are held back': held }
    return {
      broken: Object.fromEntries(Object.entries(found).filter(([, times]) => times > 0)),
      remark: `${offline + told} false reports of silent devices, ${held} messages held back`,
    }
  } finally {
    await client.end()
  }
}
