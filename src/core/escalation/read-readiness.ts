import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import { listGaps } from '../on-call/read-on-call.ts'
import { inReach, type Reach } from '../reach/reach.ts'
import { findOnlySite } from '../sites/choose-site.ts'
import type { Module } from '../vocabulary/modules.ts'
import type { Severity } from '../vocabulary/severities.ts'
import { listReadyPeople, type PlannedEscalation, type ReadyPerson, rehearseEscalation } from './readiness.ts'
import { findProblems, type ReadinessProblem } from './readiness-problems.ts'

/** How far ahead gaps of schedules are looked for. */
const GAPS_WITHIN_DAYS = 7

/** How this service reaches the outside. */
export interface Outbound {
  publicUrl: string
  hasHeartbeat: boolean
  isOff: boolean
}

export interface Readiness {
  problems: { problem: ReadinessProblem; about: string[] }[]
  people: ReadyPerson[]
  rehearsal: PlannedEscalation
}

/**
 * Finds who would be notified of such an incident of this device, or of any. It is about the whole installation: for
 * people who look everywhere. Throws 404 for an unknown device.
 */
export async function readReadiness(
  db: Queryable,
  reach: Reach,
  { deviceId, severity, at }: { deviceId: number | null; severity: Severity; at: Date },
  outbound: Outbound,
  now: Date,
): Promise<Readiness> {
  const device =
    deviceId === null
      ? { site_id: await findOnlySite(db), module: null, tags: [] }
      : await findScope(db, reach, deviceId)
  const people = await listReadyPeople(db)
  const rehearsal = await rehearseEscalation(db, { ...device, rule_key: null, severity, at })
  const critical =
    severity === 'critical'
      ? rehearsal
      : await rehearseEscalation(db, { ...device, rule_key: null, severity: 'critical', at })
  const gaps = await listGaps(db, reach, now, GAPS_WITHIN_DAYS)
  const { publicUrl, hasHeartbeat, isOff } = outbound
  return {
    problems: findProblems({ people, critical, gaps, publicUrl, hasHeartbeat, isOutboundOff: isOff }),
    people,
    rehearsal,
  }
}

interface DeviceScope {
  site_id: number
  module: Module
  tags: string[]
}

async function findScope(db: Queryable, reach: Reach, id: number): Promise<DeviceScope> {
  const [device] = await db.query<DeviceScope>(sql`
    select site_id, module, tags
    from devices
    where id = ${id}::bigint and deleted_at is null and ${inReach(reach, 'viewer', sql`site_id`)}`)
  if (device === undefined) throw notFound('Device')
  return device
}
