import { isDeepStrictEqual } from 'node:util'
import { ownProperty } from '../../../platform/own.ts'

export interface FieldChange {
  field: string
  before: unknown
  after: unknown
}

/** Fields that differ, in the order of their definition. Pure. */
export function changesOf(before: object, after: object): FieldChange[] {
  const [old, fresh] = [before, after] as [Record<string, unknown>, Record<string, unknown>]
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
    .map((field) => ({ field, before: ownProperty(old, field), after: ownProperty(fresh, field) }))
    .filter((change) => !isDeepStrictEqual(change.before, change.after))
}
