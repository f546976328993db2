import type { Queryable } from '../../../platform/database/database.ts'
import { fieldError, invalidFields } from '../../../platform/errors.ts'
import type { Condition, Fence } from '../../conditions/condition.ts'
import { type GeofenceLeaf, isGeofence } from '../../conditions/kinds/geofence.ts'
import type { Reach } from '../../reach/reach.ts'
import type { RuleDefinition } from '../rule.ts'
import { listFencesNamed } from './geofence-store.ts'

/** The condition with each of its geofences changed by `change`. Pure. */
function withEach(
  condition: Condition,
  change: (leaf: GeofenceLeaf, path: string) => GeofenceLeaf,
  path = '/condition',
): Condition {
  if (isGeofence(condition)) return change(condition, path)
  if (!('of' in condition)) return condition
  if (!Array.isArray(condition.of))
    return { ...condition, of: withEach(condition.of, change, `${path}/of`) } as Condition
  return {
    ...condition,
    of: condition.of.map((part, place) => withEach(part, change, `${path}/of/${place}`)),
  } as Condition
}

/** The rule without the shapes of geofences that it names: as people write it. Pure. */
export const withoutNamedFences = (definition: RuleDefinition): RuleDefinition => ({
  ...definition,
  condition: withEach(definition.condition, ({ fence, ...leaf }) =>
    leaf.geofence === undefined ? { ...leaf, ...(fence && { fence }) } : leaf,
  ),
})

/** The rule with another name of a geofence. Pure. */
export const withGeofenceRenamed = (definition: RuleDefinition, before: string, after: string): RuleDefinition => ({
  ...definition,
  condition: withEach(definition.condition, (leaf) => (leaf.geofence === before ? { ...leaf, geofence: after } : leaf)),
})

/**
 * A rule of a site, or of the whole installation, with the present shapes of the geofences that it names, as the engine
 * needs them. Throws 400 for a name that there is not.
 */
export async function withNamedFences(
  db: Queryable,
  reach: Reach,
  siteId: number | null,
  definition: RuleDefinition,
): Promise<RuleDefinition> {
  const named: { name: string; path: string }[] = []
  withEach(definition.condition, (leaf, path) => {
    if (leaf.geofence !== undefined) named.push({ name: leaf.geofence, path })
    return leaf
  })
  if (named.length === 0) return definition
  const found = await listFencesNamed(db, reach, siteId, [...new Set(named.map(({ name }) => name))])
  const fences = new Map<string, Fence>(found.map(({ name, fence }) => [name, fence]))
  const unknown = named.filter(({ name }) => !fences.has(name))
  if (unknown.length > 0) {
    throw invalidFields(unknown.map(({ name, path }) => fieldError(`${path}/geofence`, 'no_geofence_called', name)))
  }
  const condition = withEach(definition.condition, (leaf) =>
    leaf.geofence === undefined ? leaf : { ...leaf, fence: fences.get(leaf.geofence)! },
  )
  return { ...definition, condition }
}
