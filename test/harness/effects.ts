import type { TestApp } from './app.ts'

/** The place of an alert or incident among those of the device: other devices take ids of the same sequence. */
const placeOf = (table: 'alerts' | 'incidents', key: string, id: string) =>
  `(select count(*) from ${table} as n where n.device_id = $1 and n.${key} <= ${id})`

const EFFECTS = {
  readings: 'select * from reading_rows where device_id = $1 order by at, digest',
  latest: `
    select to_jsonb(s) - '{device_id,evaluated_before}'::text[] as state from device_states as s where device_id = $1`,
  rules: `
    select rule_key, state #- '{open,alert_id}' #- '{resolved,alert_id}' as state, due_at
    from rule_states where device_id = $1 order by rule_key`,
  alerts: `
    select
      a.*, ${placeOf('alerts', 'alert_id', 'a.alert_id')} as alert_id,
      ${placeOf('incidents', 'incident_id', 'a.incident_id')} as incident_id
    from alerts as a where a.device_id = $1 order by a.alert_id`,
  incidents: `
    select
      i.*, ${placeOf('alerts', 'alert_id', 'i.alert_id')} as alert_id,
      ${placeOf('incidents', 'incident_id', 'i.incident_id')} as incident_id
    from incidents as i where i.device_id = $1 order by i.incident_id`,
  timeline: `
    select ${placeOf('incidents', 'incident_id', 't.incident_id')} as incident_id, t.at, t.kind, t.text
    from incident_timeline as t
    join incidents as i on i.incident_id = t.incident_id
    where i.device_id = $1
    order by t.incident_id, t.entry_id`,
  webhooks: `
    select d.event, d.body::jsonb -> 'data' #- '{alert_id}' #- '{incident_id}' #- '{device_id}' as data
    from deliveries as d where (d.body::jsonb #>> '{data,device_id}')::integer = $1 order by d.id`,
}

/** Everything stored about a device, in a stable order and without ids. */
export async function effectsOn(app: TestApp, { id }: { id: number }): Promise<Record<string, unknown[]>> {
  const effects: Record<string, unknown[]> = {}
  for (const [what, query] of Object.entries(EFFECTS)) {
    const rows = await app.rows<{ device_id?: number }>(query, [id])
    effects[what] = rows.map(({ device_id: _, ...row }) => row)
  }
  return effects
}
