import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Contender } from '../contenders/contenders.ts'
import { cpuTimeOfFamily, cpuTimeOfMachine } from './cpu-time.ts'
import type { LoadMessage, LoadPlan, LoadResult } from './load.ts'

const LOAD = new URL('load.ts', import.meta.url)
/** A load generator that takes this much longer than warm-up and measurement hangs. */
const SPARE_MS = 40_000

export interface Measurement extends LoadResult {
  contender: string
  /** Microseconds of CPU time per reading; null if the system does not report it. */
  appUs: number | null
  databaseUs: number | null
  /** Cores used by programs outside of the benchmark. */
  othersCores: number | null
}

interface Sample {
  atMs: number
  app: number | null
  database: number | null
  machine: number
}

/** Load on a contender; the rest of the plan is its own. */
export type Load = Omit<LoadPlan, 'url' | 'sends' | 'newConnections'>

/** Puts one contender under load, and measures the CPU time of the contender and its database. */
export async function measure(contender: Contender, load: Load, stop: AbortSignal): Promise<Measurement> {
  const limit = AbortSignal.timeout((load.warmUpS + load.seconds) * 1_000 + SPARE_MS)
  const signal = AbortSignal.any([stop, limit])
  const generator = fork(LOAD, { signal, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const { url, sends, newConnections = false, settled } = contender
  const sample = (): Sample => ({
    atMs: performance.now(),
    app: cpuTimeOfFamily(contender.pid),
    database: contender.databasePid === null ? 0 : cpuTimeOfFamily(contender.databasePid),
    machine: cpuTimeOfMachine(),
  })
  const plan: LoadPlan = { ...load, url, sends, newConnections }
  if (settled === undefined) return measured(contender, await driven(generator, plan, sample))
  // Contenders that store after they acknowledge are measured from the first request until the last reading is stored.
  const { result, before } = await driven(generator, { ...plan, warmUpS: 0 }, sample)
  await settled()
  const after = sample()
  const seconds = (after.atMs - before.atMs) / 1_000
  const generatorCores = (result.generatorCores * result.seconds) / seconds
  const whole = { ...result, answered: result.allAnswered, seconds, generatorCores }
  return measured(contender, { result: whole, before, after })
}

function measured({ name, databasePid }: Contender, { result, before, after }: Driven): Measurement {
  const spent = (part: 'app' | 'database') =>
    before[part] === null || after[part] === null ? null : after[part] - before[part]
  const [app, database] = [spent('app'), spent('database')]
  const machineCores = (after.machine - before.machine) / 1e6 / result.seconds
  const known = app === null || database === null ? null : (app + database) / 1e6 / result.seconds
  return {
    contender: name,
    ...result,
    appUs: app === null ? null : app / result.answered,
    databaseUs: databasePid === null || database === null ? null : database / result.answered,
    othersCores: known === null ? null : machineCores - known - result.generatorCores,
  }
}

interface Driven {
  result: LoadResult
  before: Sample
  after: Sample
}

async function driven(generator: ChildProcess, plan: LoadPlan, sample: () => Sample): Promise<Driven> {
  let before: Sample | undefined
  let after: Sample | undefined
  let result: LoadResult | undefined
  generator.on('message', (message: LoadMessage) => {
    if (message.kind === 'measuring') before = sample()
    else if (message.kind === 'measured') after = sample()
    else result = message.result
  })
  generator.send(plan)
  const [code] = (await once(generator, 'exit')) as [number | null]
  if (!result || !before || !after) throw new Error(`The load generator ended early (${code})`)
  return { result, before, after }
}
