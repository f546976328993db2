import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { temporaryFolder } from '../test/harness/temporary-folder.ts'
import { brokenBy } from './break-promise.ts'
import { brokenChunks } from './chunk-check.ts'
import { type Fault, type Ran, type Run, underLoad } from './fault.ts'
import { type HistoryCommands, runHistoryCommands } from './history-commands.ts'
import { historyLoad } from './history-load.ts'
import type { Ledger } from './ledger.ts'
import { cutAndRestart, noPowerCut, openDisk } from './power-cut.ts'
import { openSite, type Site, untilReady } from './site.ts'
import { auditSide, type Counted, type Paused, STEPS, STEPS_FOLDER, type Step } from './steps.ts'

const CALM_MS = 500
/** Readings that are answered 200 between two faults. */
const ANSWERED = 2_000
const ANSWERED_WITHIN_MS = 20_000
const REACHED_WITHIN_MS = 120_000
const BUSY_WITHIN_MS = 2_000
/** One fault in this many comes at a random moment, the others at one step after the other. */
const RANDOM_EVERY = 3
const RANDOM_WITHIN_MS = 3_000
const ALL_STEPS = Object.keys(STEPS) as Step[]
const ALL_STEPS_ONCE = Math.ceil((ALL_STEPS.length * RANDOM_EVERY) / (RANDOM_EVERY - 1))
/** Enough for a control: the first step comes several times, by another name. */
const SOME_STEPS = 6
/** A run in which fewer readings were compacted, expanded, or sent again once they were in chunks, has tested nothing. */
const ENOUGH = 1_000

/** Injects a fault while this program waits at a step; null at a random moment. */
type Inject = (paused: Paused | null) => Promise<void>

interface Setting {
  settings?: Record<string, string>
  /** Files that break the service and the commands. */
  broken?: readonly string[]
  atLeast?: number
  injections: (site: Site, commands: HistoryCommands) => readonly Inject[]
}

/** The service compacts in the background, commands compact and expand, and faults are injected at each step. */
async function whileCompacting(run: Run, setting: Setting): Promise<Ran> {
  const { settings = {}, broken = [], atLeast = ALL_STEPS_ONCE, injections } = setting
  const folder = temporaryFolder(run.scope)
  const steps = auditSide(folder)
  const site = await openSite(run.scope, {
    COMPACT_AFTER_H: '1',
    [STEPS_FOLDER]: folder,
    ...brokenBy('stop-at-steps.ts', ...broken),
    ...settings,
  })
  const { turn, sentAgain } = historyLoad()
  const commands = runHistoryCommands(site)
  const all = injections(site, commands)
  const unreached: Record<string, number> = {}
  let round = 0
  // With a random beginning, each step meets all of these in the course of several runs.
  let next = Math.floor(Math.random() * all.length)

  async function reach(step: Step): Promise<Paused | null> {
    const paused = await steps.reach(step, REACHED_WITHIN_MS)
    if (paused === null) unreached[`no program came to the step "${step}"`] = 1
    return paused
  }

  const injected = await underLoad(site, run, {
    everyMs: CALM_MS,
    atLeast,
    turn,
    async inject() {
      await untilAnswered(run.ledger)
      const isRandom = round % RANDOM_EVERY === RANDOM_EVERY - 1
      const atStep = round - Math.floor(round / RANDOM_EVERY)
      if (isRandom) await sleep(Math.random() * RANDOM_WITHIN_MS)
      const paused = isRandom ? null : await reach(ALL_STEPS[atStep % ALL_STEPS.length]!)
      await all[next % all.length]!(paused)
      steps.resume()
      await untilReady(site.served.url)
      round += 1
      next += 1
    },
  }).finally(commands.end)
  const counts = steps.counts()
  return {
    site,
    injected,
    broken: { ...unreached, ...tooFew(counts), ...commands.failures, ...(await brokenChunks(site, run.ledger)) },
    remark:
      `${counts.compacted} readings were compacted and ${counts.expanded} expanded, ` +
      `${commands.ended()} commands came to their end; ` +
      `${sentAgain()} readings were sent again, ${counts.known} of them when they were in chunks`,
  }
}

/** However slow the machine, readings are stored between two faults. */
async function untilAnswered({ concluded }: Ledger): Promise<void> {
  const enough = concluded.ok + ANSWERED
  for (const end = Date.now() + ANSWERED_WITHIN_MS; concluded.ok < enough && Date.now() < end; ) await sleep(20)
}

const tooFew = ({ compacted, expanded, known }: Record<Counted, number>): Record<string, number> =>
  Object.fromEntries(
    Object.entries({ compacted, expanded, 'sent again when they were in chunks': known })
      .filter(([, number]) => number < ENOUGH)
      .map(([what]) => [`hardly any readings were ${what}`, 1]),
  )

const kills = (site: Site, commands: HistoryCommands): readonly Inject[] => [
  // The program that compacts or expands: a command, or the service.
  async (paused) => {
    if (paused === null) commands.kill()
    else if (paused.pid === site.served.pid()) await restart(site)
    else process.kill(paused.pid, 'SIGKILL')
  },
  // Its PostgreSQL process; the server then ends all others, and recovers.
  async (paused) => {
    process.kill(paused?.backend ?? (await compactingProcess(await site.connection())), 'SIGKILL')
    await sleep(50)
  },
  () => restart(site),
  async () => {
    site.served.killDatabase()
    await sleep(50)
  },
]

async function restart({ served }: Site): Promise<void> {
  await served.killService()
  await served.start()
}

/** The PostgreSQL process that compacts or expands; after a while, any that has done so, or else this connection's. */
async function compactingProcess(connection: pg.ClientConfig): Promise<number> {
  const client = new pg.Client(connection)
  // It ends with the killed process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    for (const deadline = Date.now() + BUSY_WITHIN_MS; ; await sleep(10)) {
      const { rows } = await client.query<{ pid: number; is_busy: boolean }>(`
        select pid, xact_start is not null and pid <> pg_backend_pid() as is_busy
        from pg_stat_activity
        where pid = pg_backend_pid()
          or application_name in ('tocsin', 'tocsin command') and query ~ '(insert into|delete from) reading_(chunks|rows)'
        order by is_busy desc, pid = pg_backend_pid()`)
      const { pid, is_busy } = rows[0]!
      if (is_busy || Date.now() > deadline) return pid
    }
  } finally {
    await client.end()
  }
}

export const KILL_WHILE_COMPACTING: Fault = {
  id: 'F18',
  name: 'kill -9 while history is compacted',
  order: 'none',
  run: (run) => whileCompacting(run, { injections: kills }),
}

export const POWER_CUT_WHILE_COMPACTING: Fault = {
  id: 'F18P',
  name: 'power cut while history is compacted',
  order: 'none',
  obstacle: noPowerCut,
  run(run) {
    const disk = openDisk(run.scope)
    return whileCompacting(run, {
      settings: { DATA_DIR: join(disk.folder, 'data') },
      injections: (site, commands) => [() => commands.withoutPower(() => cutAndRestart(disk, site, commands.kill))],
    })
  },
}

const control = (name: string, file: string): Fault => ({
  id: 'control',
  name,
  order: 'none',
  run: (run) => whileCompacting(run, { broken: [file], atLeast: SOME_STEPS, injections: kills }),
})

/** F18 on programs that delete the rows before they store the chunk. */
export const COMPACTION_CONTROL = control('kill -9, compacting in two transactions', 'compact-in-two.ts')

/** F18 on a service that stores late readings again if they are in chunks. */
export const LATE_CONTROL = control('kill -9, not looking into chunks', 'forget-chunks.ts')
