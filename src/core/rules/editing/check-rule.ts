import { Compile } from 'typebox/compile'
import { type FieldError, fieldError } from '../../../platform/errors.ts'
import { isNestedDeeper } from '../../../platform/nesting.ts'
import { schemaFaults } from '../../../platform/schema-faults.ts'
import { isStorable } from '../../../platform/storable.ts'
import { clearFaults, conditionFaults, defaultLimit, meaningFaults } from '../../conditions/check-condition.ts'
import { type Condition, comparison, conditionKind, impliedLimit, needsOrder } from '../../conditions/condition.ts'
import { isZoneOrOffset } from '../../conditions/schedule.ts'
import { rank } from '../../vocabulary/severities.ts'
import { type RuleDefinition, RuleFrame } from '../rule.ts'

const frame = Compile(RuleFrame)

/** All faults of a rule; if there are none, the engine can run it. */
export function ruleFaults(definition: unknown): FieldError[] {
  if (isNestedDeeper(definition)) return [fieldError('/', 'too_deep')]
  if (!frame.Check(definition)) return schemaFaults(frame, definition)
  const rule = definition as RuleDefinition
  if (!isStorable(rule)) return [fieldError('/', 'unstorable')]
  const shape = conditionFaults(rule.condition)
  if (shape.length > 0) return shape
  return [...levelsFaults(rule), ...meaningFaults(rule.condition), ...timeFaults(rule), ...lateFaults(rule)]
}

function levelsFaults({ condition, levels }: RuleDefinition): FieldError[] {
  const severities = new Set(levels.map((level) => level.severity))
  const faults = levels.flatMap((level, place) => levelFaults(`/levels/${place}`, condition, level))
  if (severities.size < levels.length) faults.push(fieldError('/levels', 'levels_doubled'))
  if (faults.length === 0 && !areInOrder(condition, levels)) faults.push(fieldError('/levels', 'levels_order'))
  return faults
}

/** Otherwise the lesser level would hide the greater one, or never be reached. */
function areInOrder(condition: Condition, levels: RuleDefinition['levels']): boolean {
  const op = comparison(condition)
  if (op === null || op === 'eq' || op === 'neq') return true
  const direction = op === 'gt' || op === 'gte' ? 1 : -1
  const values = levels
    .toSorted((one, other) => rank(one.severity) - rank(other.severity))
    .map((level) => direction * defaultLimit(level.value ?? impliedBy(condition) ?? 0))
  return values.every((value, place) => place === 0 || value > values[place - 1]!)
}

/** A rule with one level need not repeat the limit that its condition has itself. */
function impliedBy(condition: Condition): number | undefined {
  const implied = impliedLimit(condition)
  return implied === null ? 0 : implied
}

function levelFaults(field: string, condition: Condition, level: RuleDefinition['levels'][number]): FieldError[] {
  const { value = impliedBy(condition), clear } = level
  if (comparison(condition) === null) {
    return level.value === undefined && clear === undefined ? [] : [fieldError(field, 'level_compares_nothing')]
  }
  if (value === undefined) return [fieldError(field, 'level_lacks_value', condition.type)]
  const fault = conditionKind(condition).levelFault?.(level, defaultLimit(value)) ?? null
  return fault === null ? clearFaults(field, condition, value, clear) : [fieldError(field, fault)]
}

const lateFaults = ({ condition, late }: RuleDefinition): FieldError[] =>
  late === 'raise' && needsOrder(condition) ? [fieldError('/late', 'late_needs_order')] : []

function timeFaults({ condition, schedule }: RuleDefinition): FieldError[] {
  if (schedule === undefined) return []
  if (conditionKind(condition).isByClock) return [fieldError('/schedule', 'stale_hours')]
  return isZoneOrOffset(schedule.tz) ? [] : [fieldError('/schedule/tz', 'rule_time_zone', 'Europe/Ljubljana')]
}
