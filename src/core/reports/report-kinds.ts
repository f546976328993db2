import { AVAILABILITY } from './kinds/availability.ts'
import { DRIVES } from './kinds/drives.ts'
import { FUEL } from './kinds/fuel.ts'
import { RESPONSE } from './kinds/response.ts'
import { SPEEDING } from './kinds/speeding.ts'
import { VISITS } from './kinds/visits.ts'
import type { ReportKind } from './report.ts'

/** All kinds of reports, in the order in which they are offered. */
export const REPORT_KINDS = {
  response: RESPONSE,
  availability: AVAILABILITY,
  drives: DRIVES,
  speeding: SPEEDING,
  fuel: FUEL,
  visits: VISITS,
} as const satisfies Record<string, ReportKind>

export type ReportKey = keyof typeof REPORT_KINDS
export const REPORT_KEYS = Object.keys(REPORT_KINDS) as ReportKey[]
