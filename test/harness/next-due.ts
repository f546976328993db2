import type pg from 'pg'

/**
 * Time at which the next of the jobs that promise seconds has something to do (ms; null if none has). A demo fleet moves
 * in every second, and deliveries held by an outage are released in every second.
 */
export async function nextDue(client: pg.Client, now: Date): Promise<number | null> {
  const { rows } = await client.query<{ at: Date | null }>(
    `select least(
      (select min(offline_check_at) from device_states where status = 'online' and offline_check_at > $1),
      (select min(stale_check_at) from device_states where stale_check_at > $1),
      (select min(due_at) from rule_states where due_at > $1),
      (select min(next_check_at) from held_notifications where status = 'held' and next_check_at > $1),
      (select min(resolve_due_at) from incidents where status <> 'resolved' and resolve_due_at > $1),
      (select min(due_at) from deliveries where status in ('pending', 'retrying') and due_at > $1),
      (select min(probe_at) from webhooks where probe_at > $1),
      (select $1::timestamptz from webhooks where releasing_until > $1 limit 1),
      (select $1::timestamptz from demo_devices limit 1)
    ) as at`,
    [now],
  )
  return rows[0]!.at?.getTime() ?? null
}
