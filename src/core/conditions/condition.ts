import Type, { type TObject } from 'typebox'
import type { ComparedAs, ConditionKind, FieldUse, GroupKind, LeafKind } from './kinds/kind.ts'
import type { Op } from './kinds/shapes.ts'
import { type Condition, groupKinds, kinds, type Leaf, leafKinds } from './kinds.ts'

export { MAX_LEAVES } from './kinds/groups.ts'
export { type Fence, Limit, type Op } from './kinds/shapes.ts'
export { type Condition, type Leaf, type LeafName, leafKinds } from './kinds.ts'

export const MAX_DEPTH = 3

export const conditionTypes = Object.keys(kinds) as Condition['type'][]

export const conditionKind = ({ type }: Pick<Condition, 'type'>): ConditionKind<TObject, Condition> => kinds[type]

/** Null for conditions that have others inside. */
export const leafKindOf = ({ type }: Pick<Condition, 'type'>): LeafKind<TObject, Leaf> | null =>
  (leafKinds as Partial<Record<string, LeafKind<TObject, Leaf>>>)[type] ?? null

/** Null for conditions that join no others. */
export const groupKindOf = ({ type }: Pick<Condition, 'type'>): GroupKind | null =>
  (groupKinds as Partial<Record<string, GroupKind>>)[type] ?? null

/** The conditions inside, with their paths. */
export function partsOf(condition: Condition): { part: Condition; path: string }[] {
  if (!('of' in condition)) return []
  if (!Array.isArray(condition.of)) return [{ part: condition.of, path: '/of' }]
  return condition.of.map((part, place) => ({ part, path: `/of/${place}` }))
}

/** The schema of each type; conditions inside of others have their own, `inside`. */
export function conditionSchemas<Inside extends object>(inside: Inside): Record<Condition['type'], TObject> {
  const one = Type.Unsafe(inside)
  const schemaOf = (type: Condition['type']): TObject => {
    const { shape, isOfOne } = kinds[type]
    const group = groupKindOf({ type })
    if (group === null && !isOfOne) return shape
    const of = group === null ? one : Type.Array(one, { minItems: 1, maxItems: group.most })
    return Type.Object({ ...shape.properties, of }, { additionalProperties: false })
  }
  return Object.fromEntries(conditionTypes.map((type) => [type, schemaOf(type)])) as Record<Condition['type'], TObject>
}

/** The comparison of a numeric condition; null for conditions that are true or false by themselves. */
export const comparison = (condition: Condition): Op | null =>
  'op' in condition ? condition.op : (conditionKind(condition).op ?? null)

/** Whether it needs the readings of a device in their order: for a window, a count, a place, or their absence. */
export function needsOrder(condition: Condition): boolean {
  const { isStateful = false, isByClock = false } = conditionKind(condition)
  return isStateful || isByClock || partsOf(condition).some(({ part }) => needsOrder(part))
}

/** The field that an alert names. */
export function alertField(condition: Condition): string {
  const [first] = partsOf(condition)
  return first ? alertField(first.part) : (conditionKind(condition).field?.(condition) ?? ownField(condition))
}

const ownField = (condition: Condition): string => (condition as { field: string }).field

/** The fields that a condition reads, with their paths. */
export function usesOf(condition: Condition, at: string): FieldUse[] {
  const parts = partsOf(condition)
  if (parts.length > 0) return parts.flatMap(({ part, path }) => usesOf(part, at + path))
  const uses = conditionKind(condition).uses?.(condition) ?? [
    { at: '/field', field: ownField(condition), kind: 'number' as const },
  ]
  return uses.map((use) => ({ ...use, at: at + use.at }))
}

export function comparedAs(condition: Condition): ComparedAs {
  const { compares } = conditionKind(condition)
  return typeof compares === 'function' ? compares(condition) : compares
}

/** The limit that levels have without one of their own; undefined for kinds without such a limit. */
export const impliedLimit = (condition: Condition): number | null | undefined =>
  conditionKind(condition).impliedLimit?.(condition)

/** How many seconds a value counts. */
export const windowS = (condition: Condition): number => conditionKind(condition).windowS?.(condition) ?? 0
