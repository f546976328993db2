import type { Order } from './fault.ts'

/** The time used for "newest": that of the receipt if the clock of the device is ahead. */
const EVALUATED = 'least(r.at, r.received_at)'

/** Position of a reading in the order of sending. */
const SENT = `(r.metrics ->> 'audit')::integer`

/** Queries that must return nothing, by the name of the fault. Each row is a missing or repeated effect. */
export function brokenEffectQueries(order: Order): Record<string, string> {
  const isAsSent = order === 'as sent'
  return {
    'latest metrics are not those of the newest reading': isAsSent ? NOT_LAST_SENT : NOT_NEWEST,
    ...BROKEN_EFFECTS,
    ...(order === 'none' ? {} : { 'breaches did not count once': miscountedBreaches(isAsSent) }),
  }
}

/**
 * A reading that was under way, for up to five seconds, when one with a wrong clock was received counts at the time of that
 * receipt.
 */
const WAS_UNDER_WAY = `
  ${EVALUATED} >= s.evaluated_at - interval '5 seconds' and exists (
    select from readings as n
    where n.device_id = r.device_id and n.clock_suspect and n.received_at = s.evaluated_at
      and n.received_at <= r.received_at)`

const NOT_NEWEST = `
  select 1 from device_states as s
  where exists (select from readings as r where r.device_id = s.device_id) and not exists (
    select from readings as r
    where r.device_id = s.device_id and r.metrics ->> 'audit' = s.metrics ->> 'audit'
      and (${EVALUATED} = s.evaluated_at or ${WAS_UNDER_WAY})
      and s.evaluated_at = (select max(${EVALUATED}) from readings as r where r.device_id = s.device_id))`

const NOT_LAST_SENT = `
  select 1 from device_states as s
  where (s.metrics ->> 'audit')::integer <> (select max(${SENT}) from readings as r where r.device_id = s.device_id)`

const BROKEN_EFFECTS: Record<string, string> = {
  // Rules skip late readings: only readings that were the newest at their arrival must have an effect.
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

/**
 * Each breach must count exactly once, in the alert that it raised, continued or reopened, if devices send in order and
 * wait for each answer. In the order of sending, no reading is late.
 */
const miscountedBreaches = (isAsSent: boolean) => `
  with on_time as (
    select
      r.device_id, (r.metrics ->> 'systolic')::float8 > 180 as breaches,
      lag((r.metrics ->> 'systolic')::float8 > 180) over (partition by r.device_id order by ${isAsSent ? SENT : 'r.at'})
        as breached_before
    from readings as r
    where ${isAsSent} or not exists (
      select from readings as n
      where n.device_id = r.device_id and n.at > r.at and n.received_at < r.received_at)
  ),
  breaches as (
    select device_id, count(*) filter (where breaches and breached_before is not true) as times
    from on_time group by device_id
  ),
  counted as (
    select device_id, sum(occurrences) as times
    from alerts where rule_key = 'health.systolic.high' group by device_id
  )
  select 1 from breaches left join counted using (device_id)
  where breaches.times <> coalesce(counted.times, 0)`
