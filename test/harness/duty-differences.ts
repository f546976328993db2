import { finalSchedule, gapsIn, type Override, type Plan } from '../../src/core/on-call/final-schedule.ts'
import { type Layer, shiftsOf } from '../../src/core/on-call/rotation.ts'
import { clockMinutes, modelsOf, onCallAt } from './duty-model.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const AROUND_MS = 30 * HOUR_MS

/**
 * Where the final schedule of these layers, its gaps, or the shifts of one of them differ from a model that goes minute by
 * minute, in the time around a change of clocks.
 */
export function differencesAround(
  change: number,
  zone: string,
  layers: readonly Layer[],
  overrides: readonly Override[] = [],
): string[] {
  const window = { from: new Date(change - AROUND_MS), to: new Date(change + AROUND_MS) }
  const plan: Plan = {
    versions: [{ valid_from: new Date(0), time_zone: zone, layers: [...layers] }],
    overrides: [...overrides],
  }
  const models = modelsOf(plan, new Date(change + 3 * 24 * HOUR_MS).toISOString().slice(0, 10))
  const stretches = finalSchedule(plan, window)
  const differences: string[] = []
  const gaps: { from: number; to: number }[] = []
  let place = 0
  for (const minute of clockMinutes(zone, Number(window.from), Number(window.to))) {
    const expected = onCallAt(models, overrides, minute)
    while (Number(stretches[place]!.to) <= minute.at) place += 1
    const found = stretches[place]!.user_id
    if (found !== expected) differences.push(`${zone} ${new Date(minute.at).toISOString()}: ${found}, not ${expected}`)
    if (expected !== null) continue
    const last = gaps.at(-1)
    if (last?.to === minute.at) last.to += MINUTE_MS
    else gaps.push({ from: minute.at, to: minute.at + MINUTE_MS })
  }
  const named = gapsIn(stretches).map(({ from, to }) => ({ from: Number(from), to: Number(to) }))
  if (JSON.stringify(named) !== JSON.stringify(gaps)) {
    differences.push(`${zone} gaps: ${JSON.stringify(named)}, not ${JSON.stringify(gaps)}`)
  }
  return [...differences, ...layers.flatMap((layer) => brokenShifts(layer, zone, window))].slice(0, 5)
}

/** Instants with two answers of one layer, and shifts that are others when only their own time is asked for. */
function brokenShifts(layer: Layer, zone: string, window: { from: Date; to: Date }): string[] {
  const shifts = shiftsOf(layer, zone, window)
  return shifts.flatMap((shift, place) => {
    const text = `${zone} ${JSON.stringify(layer)} ${JSON.stringify(shift)}`
    const before = shifts[place - 1]
    if (before !== undefined && before.to > shift.from) return [`${text} overlaps with the one before`]
    return [shift.from, new Date((Number(shift.from) + Number(shift.to)) / 2), new Date(Number(shift.to) - 1)].flatMap(
      (at) => {
        const alone = shiftsOf(layer, zone, { from: at, to: new Date(Number(at) + 1) })
        return JSON.stringify(alone) === JSON.stringify([shift]) ? [] : [`${text} alone: ${JSON.stringify(alone)}`]
      },
    )
  })
}
