import { own } from '../../../platform/own.ts'
import { type Device, offlineThresholdS } from '../../devices/device.ts'
import { compileCondition, type Watch } from '../conditions/compile-condition.ts'
import { type Condition, fieldOf, type Limit } from '../conditions/condition.ts'
import { type Resolve, settled } from '../conditions/limits.ts'
import type { Rule, RuleLevel } from '../rule.ts'

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
  const staleS = rule.condition.type === 'stale' ? staleAfterS(device, offlineAfterS) : null
  const levels = rule.levels.map(({ severity, value, clear, for_s }) => {
    const limits = settled(value, clear, resolve)
    return { severity, value: limits.value ?? staleS, clear: limits.clear, for_s }
  })
  return {
    ...rule,
    levels,
    field: fieldOf(rule.condition),
    watch: compileCondition(rule.condition, levels, resolve),
  }
}

/** Resolves limits for a device and its attributes. */
export function limitsFor(device: Device | null): Resolve {
  const attributes = device?.attributes ?? {}
  return (limit) => {
    if (limit == null || typeof limit === 'number') return limit ?? null
    const value = own(attributes, limit.attr)
    return typeof value === 'number' ? value : limit.default
  }
}

const staleAfterS = (device: Device | null, defaultS: number): number =>
  device === null ? defaultS : offlineThresholdS(device, defaultS)

/** Whether its limits depend on the device. */
export function isPersonal(rule: Rule): boolean {
  const isOwn = (limit: Limit | null | undefined) => limit != null && typeof limit !== 'number'
  const anyInside = (condition: Condition): boolean => {
    if ('of' in condition) return [condition.of].flat().some(anyInside)
    return 'value' in condition && (isOwn(condition.value) || isOwn(condition.clear))
  }
  const isOffline = rule.condition.type === 'stale' && rule.levels.some(({ value }) => value === null)
  return isOffline || rule.levels.some(({ value, clear }) => isOwn(value) || isOwn(clear)) || anyInside(rule.condition)
}

/**
 * How long, in seconds, a gap may be before it breaks streaks: what the rule allows, three of the intervals that a person
 * has set for the device, or the window the rule looks at, whichever is longest. Not those that are learnt: a rehearsal
 * could not know what was learnt by then.
 */
export function maxGapS(rule: Rule, device: Device): number {
  return Math.max(rule.max_gap_s, 3 * (device.expected_interval_s ?? 0), windowS(rule))
}

function windowS({ condition, clear_for_s }: Rule): number {
  if (condition.type === 'count') return condition.within_s + clear_for_s + 1
  return 'window_s' in condition ? condition.window_s : 0
}
