import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Contender } from '../contenders/contenders.ts'
import { cpuTimeOf, cpuTimeOfFamily, cpuTimeOfMachine } from './cpu-time.ts'
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
  app: number | null
  database: number | null
  machine: number
}

/** Puts one contender under load, and measures the CPU time of the contender and its database. */
export async function measure(
  contender: Contender,
  load: Omit<LoadPlan, 'url' | 'sends'>,
  databasePid: number,
  stop: AbortSignal,
): Promise<Measurement> {
  const limit = AbortSignal.timeout((load.warmUpS + load.seconds) * 1_000 + SPARE_MS)
  const signal = AbortSignal.any([stop, limit])
  const generator = fork(LOAD, { signal, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const sample = (): Sample => ({
    app: cpuTimeOf(contender.pid),
    database: cpuTimeOfFamily(databasePid),
    machine: cpuTimeOfMachine(),
  })
  const plan: LoadPlan = { ...load, url: contender.url, sends: contender.sends }
  const { result, before, after } = await driven(generator, plan, sample)
  const spent = (part: 'app' | 'database') =>
    before[part] === null || after[part] === null ? null : after[part] - before[part]
  const [app, database] = [spent('app'), contender.usesDatabase ? spent('database') : null]
  const perReading = (us: number | null) => (us === null ? null : us / result.answered)
  const ours = spent('app')
  const known = ours === null ? null : ours + (spent('database') ?? 0)
  const machineCores = (after.machine - before.machine) / 1e6 / result.seconds
  return {
    contender: contender.name,
    ...result,
    appUs: perReading(app),
    databaseUs: perReading(database),
    othersCores: known === null ? null : machineCores - known / 1e6 / result.seconds - result.generatorCores,
  }
}

async function driven(
  generator: ChildProcess,
  plan: LoadPlan,
  sample: () => Sample,
): Promise<{ result: LoadResult; before: Sample; after: Sample }> {
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
