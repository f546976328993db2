import type { AlertRecord } from '../../../core/alerts/list-alerts.ts'
import { type Condition, fieldOf } from '../../../core/conditions/condition.ts'
import type { RuleDefinition } from '../../../core/rules/rule.ts'
import { amountOf } from '../../rules/condition-text.ts'
import type { Reader } from '../../shell/reader.ts'
import { alertValue } from './alert-marks.ts'

const DIGITS = 4

/** Formats a number that a condition compares: a change per minute, for example, is not a temperature. */
export function partValue(reader: Reader, part: Condition, unit: string | undefined): (value: number) => string {
  const { t, format, preferences } = reader
  const isCounted = part.type === 'aggregate' && part.fn === 'count'
  if (isCounted || part.type === 'rate' || part.type === 'count' || part.type === 'score') {
    return (value) => amountOf({ t, format, preferences, unit }, part, Number(value.toPrecision(DIGITS)))
  }
  if (part.type === 'stale') return format.duration
  // In metres, like altitudes.
  if (part.type === 'geofence') return (value) => format.value('altitude', value)
  return (value) => format.value(fieldOf(part), value)
}

const MADE: readonly Condition['type'][] = ['rate', 'aggregate', 'count', 'score', 'stale', 'geofence']

/** Formats a value of an alert whose rule is known. */
export const valueOfAlert = (reader: Reader, alert: AlertRecord, rule: RuleDefinition | null) =>
  rule !== null && MADE.includes(rule.condition.type)
    ? partValue(reader, rule.condition, rule.unit)
    : (value: number) => alertValue(reader, alert, value)
