import { windowS } from '../../conditions/condition.ts'
import type { CompiledRule } from '../../rules/engine/compile-rule.ts'
import { evaluationTime, type NewestReading } from '../../telemetry/latest/evaluation-time.ts'
import { inOrderOfArrival, type RuleReading } from '../../telemetry/reading.ts'
import type { TimedValue } from '../../telemetry/series/lttb.ts'

/**
 * The values of each part of a condition over these readings of a device, in the order of `watch.leaves`: the numbers
 * that are compared with limits. Like in the engine, readings count in the order of arrival, and late ones are skipped.
 * Pure.
 */
export function observeReadings({ watch, scope }: CompiledRule, readings: readonly RuleReading[]): TimedValue[][] {
  const series = watch.leaves.map((): TimedValue[] => [])
  let memory: Parameters<typeof watch.observe>[1] = null
  let newest: NewestReading | null = null
  for (const reading of readings.toSorted(inOrderOfArrival)) {
    const at = evaluationTime(reading, newest)
    if (newest !== null && at < newest.evaluated_at) continue
    newest = { ...reading, evaluated_at: at }
    if (scope.modules.length > 0 && !scope.modules.includes(reading.module)) continue
    const observed = watch.observe(reading, memory, at)
    if (observed === null) continue
    memory = observed.memory
    for (const [place, { value }] of observed.leaves.entries()) {
      if (value !== null) series[place]!.push({ at, value })
    }
  }
  return series
}

/** How long, in seconds, a measured value still counts. */
export const reachS = ({ watch }: CompiledRule): number => Math.max(...watch.leaves.map(windowS))
