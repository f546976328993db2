import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge, Registry } from 'prom-client'
import sql, { join, type Sql } from 'sql-template-tag'
import { CONTACT_KINDS } from '../../core/contact-methods/channels/channels.ts'
import { COUNTED_S, GUESSES_PER_ACCOUNT } from '../../core/people/login/login-throttle.ts'
import { QUARANTINE_LIMIT_BYTES } from '../../core/sources/quarantine/quarantine-store.ts'
import { sourceStateSql } from '../../core/sources/source-store.ts'
import { SEVERITIES } from '../../core/vocabulary/severities.ts'
import type { Queryable } from '../../platform/database/database.ts'

/** Scrapers wait ten seconds, and without the database there are other metrics to report. */
const ANSWER_WITHIN_MS = 3_000

interface StoredMetric {
  help: string
  labels: string[]
  /** Shown as 0 while there are no rows. */
  zeros?: Record<string, string>[]
  /** A column for each label, and `value`. Open and waiting rows have indexes of their own. */
  rows: Sql
}

const METRICS: Record<string, StoredMetric> = {
  tocsin_alerts_open: {
    help: 'Alerts that are not resolved.',
    labels: ['severity', 'status'],
    zeros: SEVERITIES.map((severity) => ({ severity, status: 'firing' })),
    rows: sql`
      select severity, status, count(*) as value
      from alerts where status <> 'resolved' group by severity, status`,
  },
  tocsin_notifications_hour: {
    help: 'Notifications of people that were written within an hour.',
    labels: ['kind', 'state'],
    zeros: CONTACT_KINDS.flatMap((kind) => ['accepted', 'failed'].map((state) => ({ kind, state }))),
    rows: sql`
      select kind, state, count(*) as value
      from notifications where created_at > now() - interval '1 hour' group by kind, state`,
  },
  tocsin_notifications_waiting: {
    help: 'Notifications of people that are waiting to be sent.',
    labels: [],
    rows: sql`
      select count(*) as value from notifications where state in ('queued', 'held', 'retrying', 'sending')`,
  },
  tocsin_escalations: {
    help: 'Escalations under way; a silence pauses them.',
    labels: ['state'],
    zeros: ['active', 'paused'].map((state) => ({ state })),
    rows: sql`select state, count(*) as value from escalation_runs where next_at is not null group by state`,
  },
  tocsin_escalations_nobody_told_day: {
    help: 'Escalations of which a round reached nobody within a day.',
    labels: [],
    rows: sql`select count(*) as value from escalation_runs where nobody_told_at > now() - interval '1 day'`,
  },
  tocsin_schedules: {
    help: 'Schedules by whether somebody is on call.',
    labels: ['on_call'],
    zeros: ['somebody', 'nobody'].map((on_call) => ({ on_call })),
    rows: sql`
      select case when u.enabled then 'somebody' else 'nobody' end as on_call, count(*) as value
      from schedules as s left join users as u on u.id = s.on_call group by 1`,
  },
  tocsin_incidents_open: {
    help: 'Incidents that are not resolved.',
    labels: ['severity', 'status'],
    zeros: SEVERITIES.map((severity) => ({ severity, status: 'open' })),
    rows: sql`
      select severity, status, count(*) as value
      from incidents where status <> 'resolved' group by severity, status`,
  },
  tocsin_devices: {
    help: 'Devices that are enabled, by status.',
    labels: ['status'],
    zeros: ['never_seen', 'online', 'offline'].map((status) => ({ status })),
    rows: sql`
      select s.status, count(*) as value
      from devices as d join device_states as s on s.device_id = d.id
      where d.enabled and d.deleted_at is null group by s.status`,
  },
  tocsin_webhooks: {
    help: 'Webhooks by state; held means that the receiver keeps failing and its deliveries wait.',
    labels: ['state'],
    zeros: ['active', 'held', 'disabled'].map((state) => ({ state })),
    rows: sql`
      select case
          when not enabled then 'disabled' when breaker_opened_at is not null then 'held' else 'active'
        end as state, count(*) as value
      from webhooks where deleted_at is null group by 1`,
  },
  tocsin_deliveries_waiting: {
    help: 'Deliveries that are waiting.',
    labels: ['state'],
    zeros: ['pending', 'retrying', 'held'].map((state) => ({ state })),
    rows: sql`
      select case when w.breaker_opened_at is not null then 'held' else d.status end as state, count(*) as value
      from deliveries as d join webhooks as w on w.id = d.webhook_id
      where d.status in ('pending', 'retrying') group by 1`,
  },
  tocsin_oldest_delivery_age_seconds: {
    help: 'Age of the oldest waiting delivery that is not held.',
    labels: [],
    rows: sql`
      select greatest(extract(epoch from now() - min(d.created_at)), 0) as value
      from deliveries as d join webhooks as w on w.id = d.webhook_id
      where d.status in ('pending', 'retrying') and w.breaker_opened_at is null`,
  },
  tocsin_sources: {
    help: 'Sources by state; failing means that the last message was not understood.',
    labels: ['state'],
    zeros: ['waiting', 'working', 'failing', 'disabled'].map((state) => ({ state })),
    rows: sql`
      select ${sourceStateSql} as state, count(*) as value
      from sources as s join source_states as state on state.source_id = s.id group by 1`,
  },
  tocsin_sources_silent: {
    help: 'Sources that are enabled and have worked, but have sent nothing for a day.',
    labels: [],
    rows: sql`
      select count(*) as value
      from sources as s join source_states as state on state.source_id = s.id
      where s.enabled and state.last_message_at < now() - interval '1 day'`,
  },
  tocsin_source_devices_pending: {
    help: 'Devices of sources that wait to be adopted.',
    labels: [],
    rows: sql`
      select count(*) as value
      from sources as s join external_ids as e on e.source_id = s.id and e.state = 'pending'`,
  },
  tocsin_quarantine_messages: {
    help: 'Messages of sources that are in quarantine.',
    labels: [],
    rows: sql`select coalesce(sum(quarantined), 0) as value from source_states`,
  },
  tocsin_quarantine_bytes: {
    help: 'Size of what is in quarantine.',
    labels: [],
    rows: sql`select coalesce(sum(quarantined_bytes), 0) as value from source_states`,
  },
  tocsin_quarantine_fullest_ratio: {
    help: 'Share of its quarantine that a source has used, of the source with the fullest one.',
    labels: [],
    rows: sql`
      select coalesce(max(quarantined_bytes), 0)::float8 / ${QUARANTINE_LIMIT_BYTES}::float8 as value from source_states`,
  },
  tocsin_hourly_totals_waiting: {
    help: 'Hours of devices that wait to be summed up.',
    labels: [],
    rows: sql`select count(*) as value from hours_to_aggregate`,
  },
  tocsin_last_backup_timestamp_seconds: {
    help: 'Time of the last backup that the audit log has; 0 without one.',
    labels: [],
    rows: sql`
      select coalesce(
        (select extract(epoch from at) from audit_entries where action = 'backup.made' order by id desc limit 1), 0
      ) as value`,
  },
  tocsin_accounts_guessed_at: {
    help: 'Accounts with so many failed logins in an hour that only known addresses may try.',
    labels: [],
    rows: sql`
      select count(*) as value
      from (
        select from login_failures
        where user_id is not null and window_started_at > now() - make_interval(secs => ${COUNTED_S})
        group by user_id
        having sum(failures) >= ${GUESSES_PER_ACCOUNT}
      ) as guessed_at`,
  },
  tocsin_reading_months: {
    help: 'Months of stored readings.',
    labels: [],
    rows: sql`
      select count(distinct c.relname) as value
      from pg_inherits as i
      join pg_class as parent on parent.oid = i.inhparent and parent.relname = 'reading_rows'
      join pg_class as c on c.oid = i.inhrelid and c.relname !~ '_to_'`,
  },
  tocsin_reading_rows: {
    help: 'Readings that are not compacted, as PostgreSQL estimates them.',
    labels: [],
    rows: sql`
      select coalesce(sum(greatest(c.reltuples, 0)), 0) as value
      from pg_inherits as i
      join pg_class as parent on parent.oid = i.inhparent and parent.relname = 'reading_rows'
      join pg_class as c on c.oid = i.inhrelid`,
  },
  tocsin_database_size_bytes: {
    help: 'Size of the database on disk, without the write-ahead log.',
    labels: [],
    rows: sql`select pg_database_size(current_database()) as value`,
  },
}

/** Read on each scrape, in one statement. */
const STORED = join(
  Object.entries(METRICS).map(
    ([name, { rows }]) => sql`
      select ${name}::text as name, to_jsonb(m) - 'value' as labels, m.value::float8 as value from (${rows}) as m`,
  ),
  ' union all ',
)

interface StoredValue {
  name: string
  labels: Record<string, string>
  value: number
}

/** Metrics that are the same on all nodes, since they come from the database, and those of its disk. */
export async function storedMetrics(db: Queryable, dataDir: string): Promise<Registry> {
  const registry = new Registry()
  const registers = [registry]
  const values = await Promise.race([db.query<StoredValue>(STORED).catch(() => null), noResponse()])
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
  for (const [name, { help, labels, zeros = [] }] of Object.entries(METRICS)) {
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
const noResponse = (): Promise<null> => sleep(ANSWER_WITHIN_MS, null, { ref: false })
