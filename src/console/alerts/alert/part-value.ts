import type { AlertRecord } from '../../../core/alerts/list-alerts.ts'
import { type Condition, comparedAs, fieldOf, kindOf } from '../../../core/conditions/condition.ts'
import type { RuleDefinition } from '../../../core/rules/rule.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { amountOf } from '../../rules/condition-text.ts'
import { alertValue } from './alert-marks.ts'

const DIGITS = 4

/** Formats a number that a condition compares: a change per minute, for example, is not a temperature. */
export function partValue(reader: Reader, part: Condition, unit: string | undefined): (value: number) => string {
  const { t, format, preferences } = reader
  switch (comparedAs(part)) {
    case 'value':
    case 'sum':
    case 'truth':
      return (value) => format.value(fieldOf(part), value)
    case 'duration':
      return format.duration
    case 'distance':
      // In metres, like altitudes.
      return (value) => format.value('altitude', value)
    default:
      return (value) => amountOf({ t, format, preferences, unit }, part, Number(value.toPrecision(DIGITS)))
  }
}

/** Whether its value is made of others, and not one that a device has sent. */
const isMade = (condition: Condition): boolean =>
  !['value', 'truth'].includes(comparedAs(condition)) || kindOf(condition).isStateful === true

/** Formats a value of an alert whose rule is known. */
export const valueOfAlert = (reader: Reader, alert: AlertRecord, rule: RuleDefinition | null) =>
  rule !== null && isMade(rule.condition)
    ? partValue(reader, rule.condition, rule.unit)
    : (value: number) => alertValue(reader, alert, value)
