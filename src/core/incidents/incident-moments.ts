import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { inReach, type Reach } from '../reach/reach.ts'
import type { Severity } from '../vocabulary/severities.ts'
import type { TitleFacts } from '../vocabulary/titles.ts'
import { isAbout } from './list-incidents.ts'

/** An incident of a device when it was opened, or a note that somebody wrote on one. */
interface IncidentMoment {
  at: Date
  incident_id: number
  severity: Severity
  title: string
  title_of: TitleFacts | null
  /** Null when it was opened. */
  note: string | null
}

/** More could not be told apart in a chart. */
const MOST = 50

/** Incidents of a device that were opened in a range, and the notes of that time on any of its incidents; newest first. */
export function listIncidentMoments(
  db: Queryable,
  reach: Reach,
  deviceId: number,
  from: Date,
  to: Date,
): Promise<IncidentMoment[]> {
  return db.query<IncidentMoment>(sql`
    with about as materialized (
      select i.incident_id, i.created_at, i.severity, i.title, i.title_of
      from incidents as i
      where ${isAbout(deviceId)} and i.created_at < ${to} and ${inReach(reach, 'viewer', sql`i.site_id`)}
    )
    select created_at as at, incident_id, severity, title, title_of, null as note
    from about
    where created_at >= ${from}
    union all
    select n.at, a.incident_id, a.severity, a.title, a.title_of, n.text
    from about as a
    join incident_timeline as n on n.incident_id = a.incident_id
    where n.kind = 'note' and n.at >= ${from} and n.at < ${to}
    order by at desc, incident_id desc
    limit ${MOST}`)
}
