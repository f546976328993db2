import sql from 'sql-template-tag'
import { counted } from '../../platform/counted.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { type CheckResult, okResult, warn } from './finding.ts'

const HOUR_MS = 3_600_000
/** A nightly backup may take a few hours longer one day. */
const BACKUP_WITHIN_H = 48
/** A device marks an hour when it ends, and all of them are summed up within a minute or so. */
const MOST_HOURS = 10_000
const WITHIN_MS = 60_000
/** Five readings a second. More are not counted. */
const FLOOD = 5 * 60
const NAMED = 3

interface Upkeep {
  first_at: Date | null
  backup_at: Date | null
  hours: number
}

/** Checks what an operator would otherwise notice late: backups that stopped, a backlog, devices that send too much. */
export async function checkUpkeep(db: Queryable, now: Date): Promise<CheckResult[]> {
  const [found] = await db.query<Upkeep>(sql`
    select
      (select min(applied_at) from schema_migrations) as first_at,
      (select at from audit_entries where action = 'backup.made' order by id desc limit 1) as backup_at,
      (select count(*)::integer from hours_to_aggregate) as hours`)
  return [
    backupFinding(found!, now),
    hoursFinding(found!.hours),
    floodFinding(await busiestDevices(db, now)),
    limitFinding(await limitedWithin(db, now)),
  ]
}

/** Pure. */
export function backupFinding({ backup_at, first_at }: Pick<Upkeep, 'backup_at' | 'first_at'>, now: Date): CheckResult {
  const advice = 'Make one every night, and see why it stopped: docs/backup.md#every-night'
  const since = backup_at ?? first_at ?? now
  const isLate = now.getTime() - since.getTime() > BACKUP_WITHIN_H * HOUR_MS
  const says = backup_at === null ? 'none was made yet' : `the last one was made at ${backup_at.toISOString()}`
  return isLate ? warn('backup', says, advice) : okResult('backup', says)
}

/** Pure. */
export function hoursFinding(hours: number): CheckResult {
  const says = `${counted(hours, 'hour')} of devices to be summed up`
  if (hours < MOST_HOURS) return okResult('hourly totals', says)
  return warn(
    'hourly totals',
    says,
    'Normal after an import, and worked off in the background; months are deleted when theirs are done, or by npx tocsin prune',
  )
}

interface Busy {
  id: number
  name: string
  readings: number
}

const busiestDevices = (db: Queryable, now: Date) =>
  db.query<Busy>(sql`
    select d.id, d.name, r.readings
    from device_states as s
    join devices as d on d.id = s.device_id and d.deleted_at is null
    cross join lateral (
      select count(*)::integer as readings
      from (
        select from reading_rows as sent
        where sent.device_id = s.device_id and sent.at > ${new Date(now.getTime() - WITHIN_MS)}
        limit ${FLOOD + 1}
      ) as counted
    ) as r
    where s.last_seen > ${new Date(now.getTime() - WITHIN_MS)} and r.readings > 0
    order by r.readings desc, d.id
    limit ${NAMED}`)

/** Pure. */
export function floodFinding(busiest: readonly Busy[]): CheckResult {
  const about = 'busiest devices'
  const named = busiest.map(({ id, name, readings }) => {
    const count = readings > FLOOD ? `more than ${FLOOD} readings` : counted(readings, 'reading')
    return `${JSON.stringify(name)} (${id}) sent ${count}`
  })
  if (named.length === 0) return okResult(about, `none has sent readings within a minute`)
  const says = `within a minute, ${named.join(', ')}`
  if (busiest[0]!.readings <= FLOOD) return okResult(about, says)
  return warn(about, says, 'Make the device send less often, or disable it; see docs/monitoring.md#tocsindevicefloods')
}

interface Limited {
  limit: 'device' | 'site'
  id: number
  name: string
  refusals: number
}

/** The devices, and the sites, whose readings were refused most often because they were too many. */
const limitedWithin = (db: Queryable, now: Date) =>
  db.query<Limited>(sql`
    select l.limit, l.id, l.name, l.refusals
    from (
      select c.*, row_number() over (partition by c.limit order by c.refusals desc, c.id) as place
      from (
        select
          case r.reason when 'site_limit' then 'site' else 'device' end as limit,
          case r.reason when 'site_limit' then s.id else d.id end as id,
          case r.reason when 'site_limit' then s.name else d.name end as name,
          sum(r.count)::bigint as refusals
        from device_refusals as r
        join devices as d on d.id = r.device_id and d.deleted_at is null
        join sites as s on s.id = d.site_id
        where r.reason in ('device_limit', 'site_limit') and r.at > ${new Date(now.getTime() - HOUR_MS)}
        group by 1, 2, 3
      ) as c
    ) as l
    where l.place <= ${NAMED}::integer
    order by l.limit, l.place`)

/** Pure. */
function limitFinding(limited: readonly Limited[]): CheckResult {
  const about = 'limits of readings'
  if (limited.length === 0) return okResult(about, 'nothing was refused within an hour')
  const named = limited.map(
    ({ limit, id, name, refusals }) => `the ${limit} ${JSON.stringify(name)} (${id}), ${counted(refusals, 'time')}`,
  )
  const advice =
    'Make the devices send less often, or raise the limit of the site; see docs/sites.md#limits-of-readings'
  return warn(about, `within an hour, requests were refused of ${named.join('; ')}`, advice)
}
