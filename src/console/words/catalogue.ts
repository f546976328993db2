import type * as en from './en/index.ts'

/** All that the console says, by page. English is the one that the others are checked against. */
export type Words = typeof en
