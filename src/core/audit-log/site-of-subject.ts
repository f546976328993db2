import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'

/** The subject of a change, and its site, if the change knows it. */
export interface Subject {
  type: string
  id: string
  site_id: number | null
  before: object | null
}

/** The sites of these subjects: as they say, which one that has just been deleted must, or as they are now. */
export async function findSitesOf(tx: Queryable, subjects: readonly Subject[]): Promise<(number | null)[]> {
  const present = await findPresentSites(
    tx,
    subjects.filter((subject) => given(subject) === null),
  )
  return subjects.map((subject) => given(subject) ?? present.get(`${subject.type} ${subject.id}`) ?? null)
}

function given({ type, id, site_id, before }: Subject): number | null {
  const earlier = (before as { site_id?: number | null } | null)?.site_id
  return site_id ?? earlier ?? (type === 'site' ? Number(id) : null)
}

async function findPresentSites(tx: Queryable, subjects: readonly Subject[]): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const [type, select] of Object.entries(SITES)) {
    const ids = subjects.filter((subject) => subject.type === type).map(({ id }) => id)
    if (ids.length === 0) continue
    const rows = await tx.query<{ id: string; site_id: number | null }>(select(ids))
    for (const { id, site_id } of rows) if (site_id !== null) found.set(`${type} ${id}`, site_id)
  }
  return found
}

const SITES: Record<string, (ids: readonly string[]) => Sql> = {
  device: (ids) => sql`select id::text, site_id from devices where id = any (${ids}::integer[])`,
  alert: (ids) => sql`
    select a.alert_id::text as id, d.site_id
    from alerts as a
    join devices as d on d.id = a.device_id
    where a.alert_id = any (${ids}::bigint[])`,
  incident: (ids) =>
    sql`select incident_id::text as id, site_id from incidents where incident_id = any (${ids}::bigint[])`,
  source: (ids) => sql`select id::text, site_id from sources where id = any (${ids}::integer[])`,
  rule: (ids) => sql`select key as id, site_id from rules where key = any (${ids}::text[])`,
  geofence: (ids) => sql`select id::text, site_id from geofences where id = any (${ids}::integer[])`,
  silence: (ids) => sql`select id::text, site_id from silences where id = any (${ids}::integer[])`,
  webhook: (ids) => sql`select id::text, site_id from webhooks where id = any (${ids}::integer[])`,
  schedule: (ids) => sql`select id::text, site_id from schedules where id = any (${ids}::integer[])`,
  escalation_policy: (ids) => sql`select id::text, site_id from escalation_policies where id = any (${ids}::integer[])`,
}
