import { isDeepStrictEqual } from 'node:util'
import type { RuleDefinition } from '../rule.ts'
import type { StoredRule } from '../rule-store.ts'

/** Characters of the reason for a change. */
export const REASON_MAX = 500

/** A rule as it came, and as it is in force. */
type Known = Pick<StoredRule, 'definition' | 'pack_definition'>

/**
 * Whether a change of this rule needs a reason: a built-in rule about danger to life, as those are that raise alerts from late
 * readings too. What people have made of it does not count. Pure.
 */
export const isSafetyRule = ({ pack_definition }: Pick<Known, 'pack_definition'>): boolean =>
  pack_definition !== null && (pack_definition.latch === true || pack_definition.late === 'raise')

/**
 * The rule without a source that gave other limits: a source proves the limits that it was written for. One that is new in
 * this version stays, and so does that of limits which are as they came. Pure.
 */
export function withOwnSource(written: RuleDefinition, before: Known | null): RuleDefinition {
  const { source, ...rest } = written
  if (source === undefined || before === null || before.pack_definition === null) return written
  const sourced = [before.definition, before.pack_definition].filter((known) => known.source === source)
  return sourced.length === 0 || sourced.some((known) => haveSameLimits(known, written)) ? written : rest
}

/**
 * The levels of a rule that lost its source which are as they came, and the source of these. Null: there are none, or it has
 * a source, or somebody took the source of all its limits away. Pure.
 */
export function sourcedLevels({
  definition,
  pack_definition: pack,
}: Known): { source: string; levels: RuleDefinition['levels'] } | null {
  if (definition.source !== undefined || pack?.source === undefined || haveSameLimits(definition, pack)) return null
  const as = (levels: RuleDefinition['levels']) => ({ ...pack, levels })
  const isSame = (level: RuleDefinition['levels'][number]) =>
    pack.levels.some((known) => haveSameLimits(as([known]), { ...definition, levels: [level] }))
  const levels = definition.levels.filter(isSame)
  return levels.length === 0 ? null : { source: pack.source, levels }
}

/** Limits, for how long they are broken, and what is compared; where they clear comes from no source. */
const haveSameLimits = (one: RuleDefinition, other: RuleDefinition): boolean =>
  isDeepStrictEqual(limitsOf(one), limitsOf(other))

const limitsOf = ({ condition, levels }: RuleDefinition): unknown =>
  JSON.parse(
    JSON.stringify({
      condition,
      levels: levels.map(({ severity, value, for_s }) => ({ severity, value, for_s })),
    }),
  )
