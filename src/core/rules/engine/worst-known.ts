import { comparison } from '../../conditions/condition.ts'
import { isBreached } from '../../conditions/evaluate-condition.ts'
import { rank, type Severity } from '../../vocabulary/severities.ts'
import type { TitleFacts } from '../../vocabulary/titles.ts'
import { alertTitle } from '../alert-title.ts'
import { type Rule, type RuleDefinition, withDefaults } from '../rule.ts'
import type { ReachedLevel } from './fold-effects.ts'

type RuleTitle = Extract<TitleFacts, { of: 'rule' }>

/** An alert that was stored with the severity and title that it had last, and the limit of its beginning. */
export interface FormerAlert extends ReachedLevel {
  device_id: number
  alert_id: number
  device_name: string
  rule_version: number
  peak_value: number
  /** Definition of the version that raised it. */
  definition: RuleDefinition
  /** Whether the rule was not changed while it was open. */
  of_one_version: boolean
  /** Its levels in timelines. */
  told: { severity: Severity; title: string; title_of: RuleTitle }[]
}

/**
 * The worst level that a former alert is known to have reached; null: that is what it says. Known are the levels of which
 * a timeline tells, that of its title, and those that its worst value breaks at once. Pure.
 */
export function worstKnown(alert: FormerAlert): ReachedLevel | null {
  const { severity, title, title_of, threshold, told } = alert
  const rule = withDefaults(alert.definition, alert.rule_version)
  const last = title_of?.of === 'rule' ? title_of.threshold : (plainLimit(rule, severity) ?? threshold)
  const known: ReachedLevel[] = [
    { severity, title, title_of, threshold: last },
    ...told.map((entry) => ({ ...entry, threshold: entry.title_of.threshold })),
    ...brokenAtOnce(alert, rule),
  ]
  const worst = known.reduce((before, level) => (rank(level.severity) > rank(before.severity) ? level : before))
  if (worst.severity === severity && worst.threshold === threshold) return null
  return { severity: worst.severity, title: worst.title, title_of: worst.title_of, threshold: worst.threshold }
}

/** A value that does not count, since it came outside the hours of the rule, may be the worst too. */
function brokenAtOnce(alert: FormerAlert, rule: Rule): ReachedLevel[] {
  if (!alert.of_one_version || rule.schedule !== null || comparison(rule.condition) === null) return []
  return rule.levels.flatMap(({ severity, value, for_s }) => {
    if (typeof value !== 'number' || for_s > 0 || !isBreached(rule.condition, { value }, alert.peak_value)) return []
    const values = { threshold: value, value: alert.peak_value, device: alert.device_name }
    const title_of: RuleTitle = { of: 'rule', key: rule.key, version: rule.version, ...values }
    return [{ severity, threshold: value, title: alertTitle(rule.title, values), title_of }]
  })
}

/** Null if it depends on the device, or if the condition has none. */
function plainLimit({ condition, levels }: Rule, severity: Severity): number | null {
  const value = levels.find((level) => level.severity === severity)?.value
  return comparison(condition) !== null && typeof value === 'number' ? value : null
}
