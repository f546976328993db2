import sql, { join, raw, type Sql } from 'sql-template-tag'
import { type InCell, type Queryable, schemaOf } from '../../platform/database/database.ts'
import { coverMonths, openMonths } from '../telemetry/storage/open-months.ts'
import { listMonths, listOldReadings } from '../telemetry/storage/reading-months.ts'
import { deviceLane, incidentLane } from '../webhooks/events/webhook-events.ts'

/** Devices with everything about them, and incidents with everything about these. */
interface Belongings {
  deviceIds: readonly number[]
  incidentIds: readonly number[]
}

/**
 * Moves rows to the tables of another cell, in the caller's transaction: they are in one cell or the other, never in both
 * or none. They keep their ids. The states of the devices are locked, so no reading comes in between; one that waits for
 * them is stored in the other cell afterwards. Deliveries under way end where they are.
 */
export async function moveRows(
  tx: Queryable,
  { from, to }: { from: number; to: number },
  belongings: Belongings,
  now: Date,
): Promise<void> {
  if (from === to) return
  const [source, target] = [tx.inCell(from), tx.inCell(to)]
  await tx.query(sql`set local statement_timeout = 0`)
  for (const month of await listMonths(source)) await openMonths(target, month)
  for (const old of await listOldReadings(source)) await coverMonths(target, old)
  const moved = await chosen(source, belongings, now)
  for (const { table, where } of moved) {
    const columns = await columnsOf(tx, table)
    await target.query(sql`
      insert into ${raw(table)} (${columns}) overriding system value
      select ${columns} from ${raw(`${schemaOf(from)}.${table}`)} where ${where}`)
  }
  // What refers to others goes before these.
  for (const { table, where } of moved.toReversed()) await source.query(sql`delete from ${raw(table)} where ${where}`)
  // The triggers have announced these alerts as new.
  await target.query(sql`delete from live_events where xid = pg_current_xact_id()::text::bigint`)
}

/** What refers to others comes after these. */
async function chosen(source: InCell, { deviceIds, incidentIds }: Belongings, now: Date) {
  const ofDevices = sql`device_id = any (${deviceIds}::integer[])`
  const ofIncidents = sql`incident_id = any (${incidentIds}::bigint[])`
  const alerts = await source.query<{ alert_id: number }>(sql`select alert_id from alerts where ${ofDevices}`)
  const subjects = [
    ...deviceIds.map((id) => `device:${id}`),
    ...alerts.map(({ alert_id }) => `alert:${alert_id}`),
    ...incidentIds.map((id) => `incident:${id}`),
  ]
  const lanes = [...deviceIds.map(deviceLane), ...incidentIds.map(incidentLane)]
  // A digest may also stand for an incident that stays.
  await source.query(sql`
    update notifications as n
    set merged_into = null
    from notifications as digest
    where digest.id = n.merged_into
      and (n.incident_id = any (${incidentIds}::bigint[]))
        is distinct from (digest.incident_id = any (${incidentIds}::bigint[]))`)
  const whereOf: [string, Sql][] = [
    ...DEVICE_TABLES.map((table): [string, Sql] => [table, ofDevices]),
    ['incidents', ofIncidents],
    ...INCIDENT_TABLES.map((table): [string, Sql] => [table, ofIncidents]),
    ['held_notifications', sql`subject = any (${subjects}::text[])`],
    ['deliveries', sql`lane = any (${lanes}::text[]) and (leased_until is null or leased_until <= ${now})`],
  ]
  return whereOf.map(([table, where]) => ({ table, where }))
}

const DEVICE_TABLES = [
  'device_states',
  'offline_days',
  'device_notes',
  'reading_rows',
  'reading_chunks',
  'hourly_metric_days',
  'minute_metrics',
  'hours_to_aggregate',
  'rule_states',
  'alerts',
  'alert_notes',
]

const INCIDENT_TABLES = [
  'current_incidents',
  'storm_devices',
  'incident_timeline',
  'incident_readings',
  'escalation_runs',
  'notifications',
]

/** Those that are written: the database computes the others. */
async function columnsOf(tx: Queryable, table: string): Promise<Sql> {
  const rows = await tx.query<{ name: string }>(sql`
    select quote_ident(attname) as name
    from pg_attribute
    where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`)
  return join(rows.map(({ name }) => raw(name)))
}
