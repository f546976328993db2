import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { type Occasion, silencedBy } from './silence.ts'
import { listLiveSilences } from './silence-store.ts'

/**
 * Those of the incidents in which silences cover everything that is wrong, and until when. An incident without a firing
 * alert, such as a storm or one that a person has opened, is never covered.
 */
export async function silencedUntil(
  tx: Queryable,
  incidentIds: readonly number[],
  now: Date,
): Promise<Map<number, Date>> {
  const firing = await tx.query<Occasion & { incident_id: number }>(sql`
    select
      a.incident_id, a.device_id, d.site_id, d.tags, a.module, a.rule_key, a.severity,
      coalesce((r.definition -> 'incident' ->> 'own')::boolean, false) as is_safety
    from alerts as a
    join devices as d on d.id = a.device_id
    left join rules as r on r.key = a.rule_key
    where a.incident_id = any (${[...incidentIds]}::bigint[]) and a.status = 'firing'`)
  if (firing.length === 0) return new Map()
  const silences = await listLiveSilences(tx, [...new Set(firing.map(({ site_id }) => site_id))], now)
  const until = new Map<number, Date>()
  for (const [id, alerts] of Map.groupBy(firing, ({ incident_id }) => incident_id)) {
    const ends = alerts.map((alert) => silencedBy(silences, alert, now)?.until)
    if (ends.every((end) => end !== undefined)) until.set(id, new Date(Math.min(...ends.map(Number))))
  }
  return until
}
