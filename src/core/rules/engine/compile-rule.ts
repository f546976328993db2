import { ownProperty } from '../../../platform/own-property.ts'
import { compileCondition, type Watch } from '../../conditions/compile-condition.ts'
import { alertField, type Condition, conditionKind, type Limit, partsOf, windowS } from '../../conditions/condition.ts'
import type { RuleLevel } from '../../conditions/kinds/kind.ts'
import { isStale } from '../../conditions/kinds/stale.ts'
import { type Resolve, settled } from '../../conditions/limits.ts'
import type { Device } from '../../devices/device.ts'
import { offlineThresholdS } from '../../devices/presence/offline-threshold.ts'
import type { Rule } from '../rule.ts'

/** A rule that the engine can run: its limits are plain numbers, for one device if they come from its attributes. */
export interface CompiledRule extends Rule {
  levels: RuleLevel[]
  field: string
  watch: Watch
}

/** Seconds without a reading after which a device without its own threshold is offline. */
export const OFFLINE_AFTER_S = 600

export function compileRule(rule: Rule, device: Device | null, offlineAfterS = OFFLINE_AFTER_S): CompiledRule {
  const resolve = limitsFor(device)
  const staleS = isStale(rule.condition) ? staleAfterS(device, offlineAfterS) : null
  const levels = rule.levels.map(({ severity, value, clear, for_s }) => {
    const limits = settled(value, clear, resolve)
    return { severity, value: limits.value ?? staleS, clear: limits.clear, for_s }
  })
  return {
    ...rule,
    levels,
    field: alertField(rule.condition),
    watch: compileCondition(rule.condition, levels, resolve),
  }
}

/** Resolves limits for a device and its attributes. */
export function limitsFor(device: Device | null): Resolve {
  const attributes = device?.attributes ?? {}
  return (limit) => {
    if (limit == null || typeof limit === 'number') return limit ?? null
    const value = ownProperty(attributes, limit.attr)
    return typeof value === 'number' ? value : limit.default
  }
}

const staleAfterS = (device: Device | null, defaultS: number): number =>
  device === null ? defaultS : offlineThresholdS(device, defaultS)

/** Whether its limits depend on the device. */
export function isPersonal(rule: Rule): boolean {
  const isOwn = (limit: Limit | null | undefined) => limit != null && typeof limit !== 'number'
  const anyInside = (condition: Condition): boolean =>
    ('value' in condition && (isOwn(condition.value) || isOwn(condition.clear))) ||
    partsOf(condition).some(({ part }) => anyInside(part))
  const isOffline = isStale(rule.condition) && rule.levels.some(({ value }) => value === null)
  return isOffline || rule.levels.some(({ value, clear }) => isOwn(value) || isOwn(clear)) || anyInside(rule.condition)
}

/**
 * How long, in seconds, a gap may be before it breaks streaks: what the rule allows, three of the intervals that a person
 * has set for the device, or the window the rule looks at, whichever is longest. Not those that are learnt: a rehearsal
 * could not know what was learnt by then.
 */
export function maxGapS(rule: Rule, device: Device): number {
  const { condition, clear_for_s, max_gap_s } = rule
  const patience = conditionKind(condition).patienceS?.(condition, clear_for_s) ?? windowS(condition)
  return Math.max(max_gap_s, 3 * (device.expected_interval_s ?? 0), patience)
}
