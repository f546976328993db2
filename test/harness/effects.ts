import type { TestApp } from './app.ts'

const EFFECTS = {
  readings: 'select * from reading_rows where device_id = $1 order by at, digest',
  latest: `
    select to_jsonb(s) - '{device_id,evaluated_before}'::text[] as state from device_states as s where device_id = $1`,
  rules: `
    select rule_key, state #- '{open,alert_id}' #- '{resolved,alert_id}' as state, due_at
    from rule_states where device_id = $1 order by rule_key`,
  alerts: `
    select a.*, a.alert_id - first.alert_id as alert_id, a.incident_id - first.incident_id as incident_id
    from alerts as a,
      (select min(alert_id) as alert_id, min(incident_id) as incident_id from alerts where device_id = $1) as first
    where a.device_id = $1 order by a.alert_id`,
  incidents: `
    select i.*, i.alert_id - first.alert_id as alert_id, i.incident_id - first.incident_id as incident_id
    from incidents as i,
      (select min(alert_id) as alert_id, min(incident_id) as incident_id from incidents where device_id = $1) as first
    where i.device_id = $1 order by i.incident_id`,
  timeline: `
    select t.incident_id - min(t.incident_id) over () as incident_id, t.at, t.kind, t.text
    from incident_timeline as t
    join incidents as i on i.incident_id = t.incident_id
    where i.device_id = $1
    order by t.incident_id, t.entry_id`,
  webhooks: `
    select d.event, d.body::jsonb -> 'data' #- '{alert_id}' #- '{incident_id}' #- '{device_id}' as data
    from deliveries as d where (d.body::jsonb #>> '{data,device_id}')::integer = $1 order by d.id`,
}

/** Everything stored about a device, in a stable order and with ids counted from the first one. */
export async function effectsOn(app: TestApp, { id }: { id: number }): Promise<Record<string, unknown[]>> {
  const effects: Record<string, unknown[]> = {}
  for (const [what, query] of Object.entries(EFFECTS)) {
    const rows = await app.rows<{ device_id?: number }>(query, [id])
    effects[what] = rows.map(({ device_id: _, ...row }) => row)
  }
  return effects
}
