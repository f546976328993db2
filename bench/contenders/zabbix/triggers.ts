import type { RuleDefinition } from '../../../src/core/rules/rule.ts'

/** A trigger of one host. In its expressions, `{n}` is its function with the number n. */
export interface Trigger {
  name: string
  priority: number
  expression: string
  /** Null: stays a problem until a person closes it. */
  recovery: string | null
  functions: { key: string; name: string; parameter: string }[]
}

type Level = RuleDefinition['levels'][number]

const PRIORITIES = { info: 1, warning: 2, critical: 5 }
const SIGNS = { gt: '>', gte: '>=', lt: '<', lte: '<=', eq: '=', neq: '<>' }

/**
 * The built-in rules that health devices have, with a trigger for each level, as people write them for Zabbix: `last`
 * against the limit, or `min` and `max` over the time for which it must hold. A problem ends with the first value
 * beyond the clear value; ours must stay there for a minute. Silence is left out: Zabbix would check it by a timer, not
 * when values arrive.
 */
export const triggersFor = (rules: readonly RuleDefinition[]): Trigger[] =>
  rules
    .filter(({ scope, condition }) => (scope?.modules ?? ['health']).includes('health') && condition.type !== 'stale')
    .flatMap((rule) => rule.levels.map((level) => triggerOf(rule, level)))

function triggerOf({ name, condition }: RuleDefinition, level: Level): Trigger {
  const about = { name: `${name} (${level.severity})`, priority: PRIORITIES[level.severity] }
  if (condition.type === 'flag') {
    return { ...about, expression: '{0}=1', recovery: null, functions: [lastOf(condition.field)] }
  }
  const value = limitOf(level.value)
  const clear = limitOf(level.clear ?? level.value)
  if (condition.type === 'score') {
    const sum = condition.parts.map(({ bands }, place) => pointsOf(bands, `{${place}}`)).join('+')
    const functions = condition.parts.map(({ field }) => lastOf(field))
    return { ...about, expression: `(${sum})>=${value}`, recovery: `(${sum})<=${clear}`, functions }
  }
  if (condition.type !== 'threshold') throw new Error(`Zabbix has no trigger for a condition of type ${condition.type}`)
  const { field, op } = condition
  const isHigh = op === 'gt' || op === 'gte'
  const held = { key: keyOf(field), name: isHigh ? 'min' : 'max', parameter: `$,${level.for_s}s` }
  const functions = level.for_s ? [held, lastOf(field)] : [lastOf(field)]
  const latest = `{${functions.length - 1}}`
  return {
    ...about,
    expression: `{0}${SIGNS[op]}${value}`,
    recovery: `${latest}${isHigh ? '<=' : '>='}${clear}`,
    functions,
  }
}

/** Points of a value: the first band that reaches up to it counts. */
function pointsOf(bands: readonly { upto?: number; points: number }[], value: string): string {
  const terms = bands.map(({ upto, points }, place) => {
    const above = bands[place - 1]?.upto
    const limits = [above === undefined ? [] : [`${value}>${above}`], upto === undefined ? [] : [`${value}<=${upto}`]]
    return { points, when: limits.flat().join(' and ') }
  })
  return terms
    .filter(({ points }) => points > 0)
    .map(({ points, when }) => `(${when})*${points}`)
    .join('+')
}

const lastOf = (field: string) => ({ key: keyOf(field), name: 'last', parameter: '$' })
const keyOf = (field: string): string => field.split('.').at(-1)!

function limitOf(limit: Level['value']): number {
  if (typeof limit !== 'number') throw new Error('Zabbix gets only limits that are numbers')
  return limit
}
