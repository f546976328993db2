import { Compile } from 'typebox/compile'
import type { FieldError } from '../../../platform/errors.ts'
import { isNestedDeeper } from '../../../platform/nesting.ts'
import { schemaFaults } from '../../../platform/schema-faults.ts'
import { rank } from '../../vocabulary/severities.ts'
import { clearFaults, conditionFaults, meaningFaults, numberOf } from '../conditions/check-condition.ts'
import { type Condition, comparison, type Limit } from '../conditions/condition.ts'
import { isTimeZone } from '../conditions/schedule.ts'
import { type RuleDefinition, RuleFrame } from '../rule.ts'

const frame = Compile(RuleFrame)

/** All faults of a rule; if there are none, the engine can run it. */
export function ruleFaults(definition: unknown): FieldError[] {
  if (isNestedDeeper(definition)) return [{ field: '/', message: 'is nested too deep' }]
  if (!frame.Check(definition)) return schemaFaults(frame.Errors(definition))
  const rule = definition as RuleDefinition
  if (!isStorable(rule)) return [{ field: '/', message: 'holds a text that cannot be stored' }]
  const shape = conditionFaults(rule.condition)
  return shape.length > 0 ? shape : [...levelsFaults(rule), ...meaningFaults(rule.condition), ...timeFaults(rule)]
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
function isStorable(rule: RuleDefinition): boolean {
  let isSound = true
  JSON.stringify(rule, (key, value: unknown) => {
    for (const text of [key, value]) {
      if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed())) isSound = false
    }
    return value
  })
  return isSound
}

function levelsFaults({ condition, levels }: RuleDefinition): FieldError[] {
  const severities = new Set(levels.map((level) => level.severity))
  const faults = levels.flatMap((level, place) =>
    levelFault(condition, level).map((message) => ({ field: `/levels/${place}`, message })),
  )
  if (severities.size < levels.length) faults.push({ field: '/levels', message: 'each severity may stand once' })
  if (faults.length === 0 && !areInOrder(condition, levels))
    faults.push({ field: '/levels', message: 'a more severe level must lie further out' })
  return faults
}

/** Otherwise the lesser level would hide the greater one, or never be reached. */
function areInOrder(condition: Condition, levels: RuleDefinition['levels']): boolean {
  const op = comparison(condition)
  if (op === null || op === 'eq' || op === 'neq') return true
  const direction = op === 'gt' || op === 'gte' ? 1 : -1
  const values = levels
    .toSorted((one, other) => rank(one.severity) - rank(other.severity))
    .map((level) => direction * numberOf(level.value ?? impliedBy(condition) ?? 0))
  return values.every((value, place) => place === 0 || value > values[place - 1]!)
}

/** Counts and stale conditions have their limit themselves, so a rule with one level need not repeat it. */
function impliedBy(condition: Condition): Limit | undefined {
  if (condition.type === 'count') return condition.at_least
  return condition.type === 'stale' ? (condition.after_s ?? 0) : undefined
}

function levelFault(condition: Condition, level: RuleDefinition['levels'][number]): string[] {
  const { value = impliedBy(condition), clear, for_s } = level
  if (comparison(condition) === null) {
    return level.value === undefined && clear === undefined ? [] : ['value and clear belong to what is compared']
  }
  if (value === undefined) return [`a ${condition.type} needs a value`]
  if (condition.type === 'stale') {
    if (for_s) return ['silence has no for_s: its value says how long']
    if (clear !== undefined) return ['silence has no clear value: a reading ends it']
    return level.value !== undefined && numberOf(level.value) < 5 ? ['silence lasts at least 5 seconds'] : []
  }
  if (condition.type === 'count' && (numberOf(value) < 1 || numberOf(value) > 100)) return ['a count is 1 to 100']
  return clearFaults(condition, value, clear)
}

function timeFaults({ condition, schedule }: RuleDefinition): FieldError[] {
  if (schedule === undefined) return []
  if (condition.type === 'stale') return [{ field: '/schedule', message: 'silence has no hours' }]
  return isTimeZone(schedule.tz)
    ? []
    : [{ field: '/schedule/tz', message: 'is no time zone, such as Europe/Ljubljana' }]
}
