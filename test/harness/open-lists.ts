import type { TestApp } from './app.ts'

export interface Listed {
  title: string
  severity: 'info' | 'warning' | 'critical'
  status: 'firing' | 'acknowledged' | 'resolved'
  device_id: number
}

/** Puts alerts on the list, each with an incident of the same title, in this order. */
export async function putOnLists(app: TestApp, listed: readonly Listed[]): Promise<void> {
  await app.rows(
    `with given as (
       select * from jsonb_to_recordset($1) as g (n integer, title text, severity text, status text, device_id integer)
     ), incident as (
       insert into incidents (
         incident_id, site_id, device_id, origin, status, severity, title, created_at, last_activity_at)
       select g.n, d.site_id, g.device_id, 'alert', case g.status when 'firing' then 'open' else g.status end, g.severity,
         g.title, at, at
       from given as g
       join devices as d on d.id = g.device_id
       cross join lateral (select $2::timestamptz + g.n * interval '1 second' as at) as t
     )
     insert into alerts (
       device_id, alert_id, incident_id, rule_key, rule_version, module, severity, status, title, field, triggered_value,
       last_value, peak_value, late, latched, triggered_at, raised_at, resolved_at)
     select g.device_id, g.n, g.n, 'rule' || g.n, 1, 'health', g.severity, g.status, g.title, 'metrics.systolic', 1, 1, 1,
       false, false, at, at, case g.status when 'resolved' then at end
     from given as g
     cross join lateral (select $2::timestamptz + g.n * interval '1 second' as at) as t`,
    [JSON.stringify(listed.map((one, place) => ({ n: place + 1, ...one }))), new Date(app.now().getTime() - 3_600_000)],
  )
  await app.rows(`select setval('alert_ids', 1000), setval('incident_ids', 1000)`)
}
