import { Compile } from 'typebox/compile'
import type { FieldError } from '../platform/errors.ts'
import { rank } from '../vocabulary/severities.ts'
import { type Condition, RuleDefinition } from './rule.ts'

const compiled = Compile(RuleDefinition)

/** Everything that is wrong with a rule; an empty list means that the engine can run it. */
export function ruleFaults(definition: unknown): FieldError[] {
  if (!compiled.Check(definition)) {
    return compiled.Errors(definition).map((error) => ({ field: error.instancePath || '/', message: error.message }))
  }
  const { condition, levels } = definition
  const severities = new Set(levels.map((level) => level.severity))
  const faults = levels.flatMap((level, place) =>
    levelFault(condition, level).map((message) => ({ field: `/levels/${place}`, message })),
  )
  if (severities.size < levels.length) faults.push({ field: '/levels', message: 'each severity may stand once' })
  if (condition.type === 'range') faults.push(...rangeFaults(condition))
  if (faults.length === 0 && !areInOrder(condition, levels))
    faults.push({ field: '/levels', message: 'a more severe level must lie further out' })
  return faults
}

function rangeFaults({ min, max, margin = 0 }: Extract<Condition, { type: 'range' }>): FieldError[] {
  if (min >= max) return [{ field: '/condition/max', message: 'must be larger than min' }]
  return 2 * margin > max - min
    ? [{ field: '/condition/margin', message: 'leaves no value at which it could clear' }]
    : []
}

/** Otherwise the lesser level would hide the greater one, or never be seen. */
function areInOrder(condition: Condition, levels: RuleDefinition['levels']): boolean {
  if (condition.type !== 'threshold' || condition.op === 'eq' || condition.op === 'neq') return true
  const direction = condition.op === 'gt' || condition.op === 'gte' ? 1 : -1
  const values = levels
    .toSorted((one, other) => rank(one.severity) - rank(other.severity))
    .map((level) => direction * (level.value ?? 0))
  return values.every((value, place) => place === 0 || value > values[place - 1]!)
}

function levelFault(condition: Condition, level: { value?: number; clear?: number }): string[] {
  if (condition.type !== 'threshold') {
    return level.value === undefined && level.clear === undefined ? [] : ['value and clear belong to thresholds']
  }
  const { value, clear } = level
  if (value === undefined) return ['a threshold needs a value']
  if (clear === undefined) return []
  const rising = condition.op === 'gt' || condition.op === 'gte'
  const falling = condition.op === 'lt' || condition.op === 'lte'
  if (!rising && !falling) return [`${condition.op} has no clear value`]
  return (rising ? clear <= value : clear >= value) ? [] : ['clear is on the wrong side of value']
}
