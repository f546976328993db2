// Tests that a 200 is a promise. Clients record what they send and the answers they get; faults are injected; then the
// record is compared with the database.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cleanUp, type Scope } from '../test/harness/cleanup.ts'
import { temporaryFolder } from '../test/harness/temporary-folder.ts'
import { check } from './check.ts'
import { CITUS_FAULTS } from './citus-faults.ts'
import { CLOCK_JUMPS, MACHINE_SLEEPS } from './clock-faults.ts'
import {
  COMPACTION_CONTROL,
  KILL_WHILE_COMPACTING,
  LATE_CONTROL,
  POWER_CUT_WHILE_COMPACTING,
} from './compaction-faults.ts'
import { CONTROL, CRASH_FAULTS } from './crash-faults.ts'
import { DISK_FULL } from './disk-full.ts'
import type { Fault } from './fault.ts'
import { KILL_WORKER } from './kill-worker.ts'
import { openLedger } from './ledger.ts'
import { bugsIn } from './log-faults.ts'
import { KILL_NODE, RESTART_NODES } from './node-faults.ts'
import { POWER_CONTROL, POWER_CUT } from './power-cut.ts'
import { DUPLICATES, OUT_OF_ORDER, POISONED, TWO_NODES, YEARS_AHEAD } from './reading-faults.ts'
import { isClean, printed, type Row } from './report.ts'
import { KILL_WHILE_RINGING } from './ring-faults.ts'

const FAULTS: readonly Fault[] = [
  ...CRASH_FAULTS,
  POWER_CUT,
  DISK_FULL,
  POISONED,
  TWO_NODES,
  DUPLICATES,
  OUT_OF_ORDER,
  YEARS_AHEAD,
  RESTART_NODES,
  KILL_NODE,
  KILL_WORKER,
  CLOCK_JUMPS,
  MACHINE_SLEEPS,
  KILL_WHILE_RINGING,
  KILL_WHILE_COMPACTING,
  POWER_CUT_WHILE_COMPACTING,
  ...CITUS_FAULTS,
]
/** The finding that each control must produce. It runs if its fault was tested; the first one always. */
const CONTROLS: readonly { control: Fault; of?: Fault; finds: 'lost' | 'duplicate' }[] = [
  { control: CONTROL, finds: 'lost' },
  { control: POWER_CONTROL, of: POWER_CUT, finds: 'lost' },
  { control: COMPACTION_CONTROL, of: KILL_WHILE_COMPACTING, finds: 'lost' },
  { control: LATE_CONTROL, of: KILL_WHILE_COMPACTING, finds: 'duplicate' },
]
/** The control kills a service that holds unstored readings most of the time; by chance, nothing may be lost. */
const CONTROL_TRIES = 3

const { seconds, faults, json } = readArguments()
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
const rows: Row[] = []
for (const fault of faults) {
  const row = await audit(fault)
  rows.push(row)
  process.stderr.write(
    `${fault.id} ${fault.name}: ${isClean(row) ? 'nothing found' : 'FOUND SOMETHING'}\n${printed([row])}\n`,
  )
}
const tested = rows.filter(({ skipped }) => skipped === undefined).map(({ id }) => id)
const controls: Row[] = []
let isBlind = false
for (const { control, of, finds } of CONTROLS) {
  if (of === undefined ? tested.length === 0 : !tested.includes(of.id)) continue
  const row = await runControl(control, finds)
  controls.push(row)
  isBlind ||= row.findings![finds] === 0
}
process.stdout.write(`\n${printed([...rows, ...controls])}`)
if (json !== undefined) writeFileSync(json, `${JSON.stringify({ seconds, rows, controls }, null, 2)}\n`)

if (isBlind) process.stderr.write('A control found nothing: this audit cannot see what it is looking for.\n')
process.exit(isBlind || !rows.every(isClean) ? 1 : 0)

/** Also repeated if the load was so light that nothing could be lost. */
async function runControl(fault: Fault, finds: 'lost' | 'duplicate'): Promise<Row> {
  for (let tries = 1; ; tries += 1) {
    const row = await audit(fault)
    if (row.findings![finds] > 0 || tries === CONTROL_TRIES) return row
  }
}

async function audit(fault: Fault): Promise<Row> {
  const { id, name } = fault
  const skipped = fault.obstacle?.() ?? null
  if (skipped !== null) return { id, name, skipped, injected: 0 }
  const scope = openScope()
  const row = await findingsOf(fault, scope).catch(async (error: unknown) => {
    // The first error says more than an error of closing because of it.
    await scope.close().catch(() => undefined)
    throw error
  })
  await scope.close()
  return row
}

async function findingsOf(fault: Fault, scope: Scope): Promise<Row> {
  const ledger = openLedger(join(temporaryFolder(scope), 'ledger.jsonl'))
  cleanUp(scope, ledger.close)
  const { site, injected, broken = {}, remark } = await unlessStopped(fault.run({ scope, seconds, ledger }))
  const known = { ledger: ledger.path, received: site.receiver.requests, order: fault.order ?? 'by time' }
  const findings = await check(known, await site.connection())
  Object.assign(findings.broken, broken, bugsIn(site.served.output()))
  if (findings.counts.ok === 0) findings.broken['nothing was ever answered 200'] = 1
  return { id: fault.id, name: fault.name, injected, findings, ...(remark === undefined ? {} : { remark }) }
}

/** Rejects on a signal, so that everything open is closed: services, database servers, the mounted disk. */
function unlessStopped<Result>(work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  stopping.signal.addEventListener('abort', () => reject(new Error('Stopped by a signal')), { once: true })
  return Promise.race([work, promise])
}

function openScope(): Scope & { close(): Promise<void> } {
  const work: (() => unknown)[] = []
  return {
    after: (step?: unknown) => void work.push(step as () => unknown),
    async close() {
      for (const step of work) await step()
    },
  }
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '10' },
      faults: { type: 'string', default: FAULTS.map(({ id }) => id).join(',') },
      json: { type: 'string' },
    },
  })
  const seconds = Number(values.seconds)
  if (!(seconds >= 1 && seconds <= 3_600)) throw new Error('--seconds takes 1 to 3600')
  const faults = values.faults.split(',').map((id) => {
    const found = FAULTS.find((fault) => fault.id === id.trim().toUpperCase())
    if (found === undefined)
      throw new Error(`--faults takes ${FAULTS.map((fault) => fault.id).join(', ')}; not "${id}"`)
    return found
  })
  return { seconds, faults, json: values.json }
}
