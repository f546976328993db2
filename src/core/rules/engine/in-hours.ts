import type { Finding } from '../conditions/compile-condition.ts'
import { isWithin } from '../conditions/schedule.ts'
import type { CompiledRule } from './compile-rule.ts'

/** Outside of its hours, a rule is not breached. */
export function inHours(rule: CompiledRule, finding: Finding, at: number): Finding {
  if (rule.schedule === null || isWithin(rule.schedule, at)) return finding
  return { value: finding.value, breached: 0, cleared: (1 << rule.levels.length) - 1 }
}
