import { Compile } from 'typebox/compile'
import type { FieldError } from '../platform/errors.ts'
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
  if (condition.type === 'range' && condition.min >= condition.max) {
    faults.push({ field: '/condition/max', message: 'must be larger than min' })
  }
  return faults
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
