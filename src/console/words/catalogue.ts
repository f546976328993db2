import type * as en from './en/index.ts'

/** All texts of the console, by page. Other languages are checked against English. */
export type Words = typeof en
