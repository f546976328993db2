import { ruleFaults } from './rule-faults.ts'

/**
 * What refusals are called in this language: the text the APIs answer, as the whole of a regular expression, and what
 * people read instead. Most of what the APIs say in English needs none.
 */
export const faults: readonly (readonly [says: string, reads: string])[] = [...ruleFaults]
