import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge, Registry } from 'prom-client'
import sql from 'sql-template-tag'
import { CONTACT_KINDS } from '../../core/contact-methods/channels/channels.ts'
import { COUNTED_S, GUESSES_PER_ACCOUNT } from '../../core/people/login/login-throttle.ts'
import type { Queryable } from '../../platform/database/database.ts'

/** Scrapers wait ten seconds, and without the database there are other metrics to report. */
const ANSWER_WITHIN_MS = 3_000

/** Read on each scrape, in one statement. Open and waiting rows have indexes of their own. */
const STORED = sql`
  select 'tocsin_alerts_open' as name, jsonb_build_object('severity', severity, 'status', status) as labels,
    count(*)::float8 as value
  from alerts where status <> 'resolved' group by severity, status
  union all
  select 'tocsin_incidents_open', jsonb_build_object('severity', severity, 'status', status), count(*)
  from incidents where status <> 'resolved' group by severity, status
  union all
  select 'tocsin_devices', jsonb_build_object('status', s.status), count(*)
  from devices as d join device_states as s on s.device_id = d.id
  where d.enabled and d.deleted_at is null group by s.status
  union all
  select 'tocsin_webhooks', jsonb_build_object('state', case
      when not enabled then 'disabled' when breaker_opened_at is not null then 'held' else 'active'
    end), count(*)
  from webhooks where deleted_at is null group by 2
  union all
  select 'tocsin_deliveries_waiting', jsonb_build_object('state', case
      when w.breaker_opened_at is not null then 'held' else d.status
    end), count(*)
  from deliveries as d join webhooks as w on w.id = d.webhook_id
  where d.status in ('pending', 'retrying') group by 2
  union all
  select 'tocsin_oldest_delivery_age_seconds', '{}',
    greatest(extract(epoch from now() - min(d.created_at)), 0)
  from deliveries as d join webhooks as w on w.id = d.webhook_id
  where d.status in ('pending', 'retrying') and w.breaker_opened_at is null
  union all
  select 'tocsin_notifications_hour', jsonb_build_object('kind', kind, 'state', state), count(*)
  from notifications where created_at > now() - interval '1 hour' group by 2
  union all
  select 'tocsin_notifications_waiting', '{}', count(*)
  from notifications where state in ('queued', 'held', 'retrying', 'sending')
  union all
  select 'tocsin_escalations', jsonb_build_object('state', state), count(*)
  from escalation_runs where next_at is not null group by 2
  union all
  select 'tocsin_escalations_nobody_told_day', '{}', count(*)
  from escalation_runs where nobody_told_at > now() - interval '1 day'
  union all
  select 'tocsin_schedules', jsonb_build_object('on_call', case when u.enabled then 'somebody' else 'nobody' end), count(*)
  from schedules as s left join users as u on u.id = s.on_call group by 2
  union all
  select 'tocsin_hourly_totals_waiting', '{}', count(*) from hours_to_aggregate
  union all
  select 'tocsin_last_backup_timestamp_seconds', '{}', coalesce(
    (select extract(epoch from at) from audit_entries where action = 'backup.made' order by id desc limit 1), 0
  )
  union all
  select 'tocsin_accounts_guessed_at', '{}', count(*)
  from (
    select from login_failures
    where user_id is not null and window_started_at > now() - make_interval(secs => ${COUNTED_S})
    group by user_id
    having sum(failures) >= ${GUESSES_PER_ACCOUNT}
  ) as guessed_at
  union all
  select 'tocsin_reading_months', '{}', count(distinct c.relname)
  from pg_inherits as i
  join pg_class as parent on parent.oid = i.inhparent and parent.relname = 'reading_rows'
  join pg_class as c on c.oid = i.inhrelid and c.relname !~ '_to_'
  union all
  select 'tocsin_reading_rows', '{}', coalesce(sum(greatest(c.reltuples, 0)), 0)
  from pg_inherits as i
  join pg_class as parent on parent.oid = i.inhparent and parent.relname = 'reading_rows'
  join pg_class as c on c.oid = i.inhrelid
  union all
  select 'tocsin_database_size_bytes', '{}', pg_database_size(current_database())`

const HELP: Record<string, { help: string; labels: string[]; zeros?: Record<string, string>[] }> = {
  tocsin_alerts_open: {
    help: 'Alerts that are not resolved.',
    labels: ['severity', 'status'],
    zeros: ['info', 'warning', 'critical'].map((severity) => ({ severity, status: 'firing' })),
  },
  tocsin_notifications_hour: {
    help: 'Notifications of people that were written within an hour.',
    labels: ['kind', 'state'],
    zeros: CONTACT_KINDS.flatMap((kind) => ['accepted', 'failed'].map((state) => ({ kind, state }))),
  },
  tocsin_notifications_waiting: { help: 'Notifications of people that are waiting to be sent.', labels: [] },
  tocsin_escalations: {
    help: 'Escalations under way; a silence pauses them.',
    labels: ['state'],
    zeros: ['active', 'paused'].map((state) => ({ state })),
  },
  tocsin_escalations_nobody_told_day: {
    help: 'Escalations of which a round reached nobody within a day.',
    labels: [],
  },
  tocsin_schedules: {
    help: 'Schedules by whether somebody is on call.',
    labels: ['on_call'],
    zeros: ['somebody', 'nobody'].map((on_call) => ({ on_call })),
  },
  tocsin_incidents_open: {
    help: 'Incidents that are not resolved.',
    labels: ['severity', 'status'],
    zeros: ['info', 'warning', 'critical'].map((severity) => ({ severity, status: 'open' })),
  },
  tocsin_devices: {
    help: 'Devices that are enabled, by status.',
    labels: ['status'],
    zeros: ['never_seen', 'online', 'offline'].map((status) => ({ status })),
  },
  tocsin_webhooks: {
    help: 'Webhooks by state; held means that the receiver keeps failing and its deliveries wait.',
    labels: ['state'],
    zeros: ['active', 'held', 'disabled'].map((state) => ({ state })),
  },
  tocsin_deliveries_waiting: {
    help: 'Deliveries that are waiting.',
    labels: ['state'],
    zeros: ['pending', 'retrying', 'held'].map((state) => ({ state })),
  },
  tocsin_oldest_delivery_age_seconds: { help: 'Age of the oldest waiting delivery that is not held.', labels: [] },
  tocsin_hourly_totals_waiting: { help: 'Hours of devices that wait to be summed up.', labels: [] },
  tocsin_last_backup_timestamp_seconds: {
    help: 'Time of the last backup that the audit log has; 0 without one.',
    labels: [],
  },
  tocsin_accounts_guessed_at: {
    help: 'Accounts with so many failed logins in an hour that only known addresses may try.',
    labels: [],
  },
  tocsin_reading_months: { help: 'Months of stored readings.', labels: [] },
  tocsin_reading_rows: { help: 'Readings that are not compacted, as PostgreSQL estimates them.', labels: [] },
  tocsin_database_size_bytes: { help: 'Size of the database on disk, without the write-ahead log.', labels: [] },
}

interface StoredValue {
  name: string
  labels: Record<string, string>
  value: number
}

/** Metrics that are the same on all nodes, since they come from the database, and those of its disk. */
export async function storedMetrics(db: Queryable, dataDir: string): Promise<Registry> {
  const registry = new Registry()
  const registers = [registry]
  const values = await Promise.race([db.query<StoredValue>(STORED).catch(() => null), noAnswer()])
  new Gauge({ name: 'tocsin_database_up', help: '1 if the database answered.', registers }).set(values ? 1 : 0)
  const disk = await statfs(dataDir).catch(() => null)
  if (disk !== null) {
    const free = new Gauge({
      name: 'tocsin_data_dir_free_bytes',
      help: 'Free space on the disk of DATA_DIR.',
      registers,
    })
    free.set(disk.bavail * disk.bsize)
    const size = new Gauge({ name: 'tocsin_data_dir_size_bytes', help: 'Size of the disk of DATA_DIR.', registers })
    size.set(disk.blocks * disk.bsize)
  }
  if (values === null) return registry
  for (const [name, { help, labels, zeros = [] }] of Object.entries(HELP)) {
    const gauge = new Gauge({ name, help, labelNames: labels, registers })
    for (const zero of zeros) gauge.set(zero, 0)
    for (const row of values) {
      // The database returns JSON keys in another order.
      const inOrder = Object.fromEntries(labels.map((label) => [label, row.labels[label] ?? '']))
      if (row.name === name) gauge.set(inOrder, row.value)
    }
  }
  return registry
}

/** Does not keep the process alive: at a stop nothing waits for it. */
const noAnswer = (): Promise<null> => sleep(ANSWER_WITHIN_MS, null, { ref: false })
