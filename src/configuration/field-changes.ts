import { isDeepStrictEqual } from 'node:util'

export interface FieldChange {
  field: string
  before: unknown
  after: unknown
}

/** The fields that differ, in the order in which they are named. Pure. */
export function changesOf(before: object, after: object): FieldChange[] {
  const [old, fresh] = [before, after] as Record<string, unknown>[]
  return [...new Set([...Object.keys(old!), ...Object.keys(fresh!)])]
    .filter((field) => !isDeepStrictEqual(old![field], fresh![field]))
    .map((field) => ({ field, before: old![field], after: fresh![field] }))
}
