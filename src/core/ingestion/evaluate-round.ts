import type { Device } from '../devices/device.ts'
import { type DeviceRuleStates, type Evaluation, evaluateReadings } from '../rules/engine/evaluate-readings.ts'
import type { RuleSet } from '../rules/engine/rule-set.ts'
import type { Reading } from '../telemetry/reading.ts'

/** Readings of one device, in the order of their times. */
export interface DeviceGroup {
  device: Device
  readings: Reading[]
}

export interface SeenGroup extends DeviceGroup {
  /** Time of the latest-metrics record before these readings (ms), or null. */
  recordedAt: number | null
  /** Whether the device's state has the first of these readings already. */
  hasFirst: boolean
}

interface Round {
  evaluation: Evaluation
  /** Readings evaluated in this round, and those after them. */
  evaluated: SeenGroup[]
  rest: SeenGroup[]
}

/**
 * Runs the rules over readings, for each device up to the first reading that opens or resolves an alert. Updates
 * `ruleStates` for the next round.
 */
export function evaluateRound(
  rules: RuleSet,
  seen: readonly SeenGroup[],
  ruleStates: Map<number, DeviceRuleStates>,
): Round {
  const round: Round = { evaluation: { changes: [], effects: [] }, evaluated: [], rest: [] }
  for (const group of seen) {
    const { device, readings, recordedAt } = group
    const states = statesOf(device, ruleStates)
    const { changes, effects, evaluated } = evaluateReadings(rules, device, readings, states, recordedAt)
    round.evaluation.changes.push(...changes)
    round.evaluation.effects.push(...effects)
    if (evaluated === readings.length) {
      round.evaluated.push(group)
      continue
    }
    // Sorted by time, so the last one is the newest.
    const newest = Math.max(recordedAt ?? -Infinity, readings[evaluated - 1]!.evaluated_at)
    round.evaluated.push({ ...group, readings: readings.slice(0, evaluated) })
    round.rest.push({ ...group, readings: readings.slice(evaluated), recordedAt: newest, hasFirst: false })
  }
  return round
}

/** Kept from round to round. */
function statesOf(device: Device, ruleStates: Map<number, DeviceRuleStates>): DeviceRuleStates {
  const known = ruleStates.get(device.id)
  if (known !== undefined) return known
  const none: DeviceRuleStates = new Map()
  ruleStates.set(device.id, none)
  return none
}
