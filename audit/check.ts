import pg from 'pg'
import type { ReceivedWebhook } from '../test/harness/receiver.ts'
import { type Outcome, readLedger } from './ledger.ts'

export interface Findings {
  counts: Record<Outcome | 'sent', number>
  stored: number
  /** Answered 200 and not stored. */
  lost: number
  /** Stored, though nobody sent it or it was refused. */
  phantom: number
  /** Stored more than once. */
  duplicate: number
  /** What should follow from a reading and does not, or does twice: how often, by name. */
  broken: Record<string, number>
}

/** When a reading counts as, for the question which is the newest: a clock that runs ahead goes by the receipt. */
const EVALUATED = `case when r.at > r.received_at + interval '5 minutes' then r.received_at else r.at end`

const BROKEN: Record<string, string> = {
  'latest metrics are not those of the newest reading': `
    select 1 from device_states as s
    where exists (select from readings as r where r.device_id = s.device_id) and not exists (
      select from readings as r
      where r.device_id = s.device_id and r.metrics ->> 'audit' = s.metrics ->> 'audit' and ${EVALUATED} = s.evaluated_at
        and s.evaluated_at = (select max(${EVALUATED}) from readings as r where r.device_id = s.device_id))`,
  // Rules pass over what is late: only what was the newest when it came has to count.
  'devices with breaches have no alert': `
    select 1 from readings as r
    where (r.metrics ->> 'systolic')::float8 > 180
      and not exists (select from alerts as a where a.device_id = r.device_id)
      and not exists (
        select from readings as n
        where n.device_id = r.device_id and n.at > r.at and n.received_at <= r.received_at)
    group by r.device_id having count(*) > 2`,
  'alerts have no incident': `
    select 1 from alerts as a where not exists (
      select from incidents as i where i.incident_id = a.incident_id)`,
  'alerts have no outgoing webhook': `
    select 1 from alerts as a where not exists (
      select from deliveries as d
      where d.event = 'alert.triggered' and (d.body::jsonb -> 'data' ->> 'alert_id')::bigint = a.alert_id)`,
  'incidents have no outgoing webhook': `
    select 1 from incidents as i where not exists (
      select from deliveries as d
      where d.event = 'incident.created' and (d.body::jsonb -> 'data' ->> 'incident_id')::bigint = i.incident_id)`,
  'alerts of one rule and device are open twice': `
    select 1 from alerts where status <> 'resolved' group by device_id, rule_key having count(*) > 1`,
  'alerts were raised twice for one reading': `
    select 1 from alerts group by device_id, rule_key, triggered_at having count(*) > 1`,
  'webhooks say the same twice': `
    select 1 from deliveries group by webhook_id, event, body::jsonb -> 'data' having count(*) > 1`,
  'message ids are there twice': 'select 1 from deliveries group by message_id having count(*) > 1',
}

/** Compares what the clients know with what the database holds and what the receiver of webhooks got. */
export async function check(
  ledger: string,
  connection: pg.ClientConfig,
  received: readonly ReceivedWebhook[],
): Promise<Findings> {
  const { outcomes, counts } = readLedger(ledger)
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ value: string; times: number }>(
      `select metrics ->> 'audit' as value, count(*)::integer as times from readings group by 1`,
    )
    const stored = new Map(rows.map(({ value, times }) => [Number(value), times]))
    const all = [...outcomes]
    const findings: Findings = {
      counts,
      stored: stored.size,
      lost: all.filter(([value, each]) => each.includes('ok') && !stored.has(value)).length,
      phantom: [...stored.keys()].filter((value) => outcomes.get(value)?.every((one) => one === 'fail') ?? true).length,
      duplicate: [...stored.values()].filter((times) => times > 1).length,
      broken: {},
    }
    for (const [what, query] of Object.entries(BROKEN)) {
      const { rowCount } = await client.query(query)
      if (rowCount) findings.broken[what] = rowCount
    }
    const changed = idsWithSeveralBodies(received)
    if (changed > 0) findings.broken['webhooks arrived under one id with two bodies'] = changed
    return findings
  } finally {
    await client.end()
  }
}

function idsWithSeveralBodies(received: readonly ReceivedWebhook[]): number {
  const bodies = new Map<string, string>()
  let changed = 0
  for (const { headers, body } of received) {
    const id = String(headers['webhook-id'])
    if (bodies.has(id) && bodies.get(id) !== body) changed += 1
    bodies.set(id, body)
  }
  return changed
}
