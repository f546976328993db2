import type { Finding } from '../../conditions/compile-condition.ts'
import { isWithin } from '../../conditions/schedule.ts'
import type { CompiledRule } from './compile-rule.ts'

/** Outside of its hours, a rule is not breached. */
export const inHours = (rule: CompiledRule, finding: Finding, at: number): Finding =>
  rule.schedule === null || isWithin(rule.schedule, at) ? finding : clearOf(rule, finding.value)

/** The finding outside of the hours. */
export const clearOf = ({ levels }: CompiledRule, value: number): Finding => ({
  value,
  breached: 0,
  cleared: (1 << levels.length) - 1,
})
