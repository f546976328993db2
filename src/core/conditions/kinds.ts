import type { Static, TObject } from 'typebox'
import { aggregate } from './kinds/aggregate.ts'
import { count } from './kinds/count.ts'
import { flag } from './kinds/flag.ts'
import { geofence } from './kinds/geofence.ts'
import { all, any, not } from './kinds/groups.ts'
import type { ConditionKind, GroupKind, LeafKind } from './kinds/kind.ts'
import { range } from './kinds/range.ts'
import { rate } from './kinds/rate.ts'
import { score } from './kinds/score.ts'
import { stale } from './kinds/stale.ts'
import { threshold } from './kinds/threshold.ts'

/** Kinds of conditions: the only file that names all of them. */
const LEAVES = { threshold, range, flag, rate, aggregate, score, stale, geofence }
const GROUPS = { all, any, not }
const KINDS = { ...LEAVES, count, ...GROUPS }

export type LeafName = keyof typeof LEAVES
export type Leaf = { [Name in LeafName]: Static<(typeof LEAVES)[Name]['shape']> }[LeafName]
type CountLeaf = Static<typeof count.shape> & { of: Condition }
type Group = { type: keyof typeof GROUPS; of: Condition[] }
export type Condition = Leaf | CountLeaf | Group

/** The fields that forms have, by the way they are filled in. */
export type LeafField = (typeof LEAVES)[LeafName]['form'][number]

export const kinds = KINDS as unknown as Readonly<Record<Condition['type'], ConditionKind<TObject, Condition>>>
export const leafKinds = LEAVES as unknown as Readonly<Record<LeafName, LeafKind<TObject, Leaf>>>
export const groupKinds: Readonly<Record<Group['type'], GroupKind>> = GROUPS
