import type pg from 'pg'

/**
 * Time at which the next of the jobs has something to do (ms; null if none has, apart from deleting what is old). A demo
 * fleet moves in every second, and deliveries held by an outage are released in every second.
 */
export async function nextDue(client: pg.Pool, now: Date): Promise<number | null> {
  const { rows } = await client.query<{ at: Date | null }>({
    name: 'next due',
    text: `select least(
      (select min(offline_check_at) from device_states where status = 'online' and offline_check_at > $1),
      (select min(offline_incident_at) from device_states where offline_incident_at > $1),
      (select min(stale_check_at) from device_states where stale_check_at > $1),
      (select min(due_at) from rule_states where due_at > $1),
      (select min(next_check_at) from held_notifications where status = 'held' and next_check_at > $1),
      (
        select min(coalesce(snoozed_until, acknowledged_at + make_interval(secs => ack_timeout_s))) from alerts
        where status = 'acknowledged'
          and coalesce(snoozed_until, acknowledged_at + make_interval(secs => ack_timeout_s)) > $1
      ),
      (select min(snoozed_until) from incidents where status = 'acknowledged' and snoozed_until > $1),
      (select min(next_at) from escalation_runs where next_at > $1),
      (
        select min(greatest(due_at, leased_until)) from notifications
        where state in ('queued', 'held', 'retrying', 'sending') and greatest(due_at, leased_until) > $1
      ),
      (select min(next_hand_over_at) from schedules where next_hand_over_at > $1),
      (select min(keep_readings_at) from incidents where keep_readings_at > $1),
      (select min(expires_at) from incident_viewers where expires_at > $1),
      (select min(resolve_due_at) from incidents where status <> 'resolved' and resolve_due_at > $1),
      (select min(due_at) from deliveries where status in ('pending', 'retrying') and due_at > $1),
      (select min(probe_at) from webhooks where probe_at > $1),
      (select $1::timestamptz from webhooks where releasing_until > $1 limit 1),
      (select $1::timestamptz from demo_devices limit 1)
    ) as at`,
    values: [now],
  })
  return rows[0]!.at?.getTime() ?? null
}
