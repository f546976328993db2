import sql from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { invalidField } from '../../platform/errors.ts'
import { isTimeZone } from '../../platform/weekly-windows.ts'
import { inReach, inReachOrShared, ofSite, type Reach } from '../reach/reach.ts'
import { OFFLINE_RULE_KEY } from './announcement-parts.ts'
import { windowAt } from './silence.ts'
import type { SilenceBody } from './silence-shape.ts'
import type { NewSilence } from './silence-store.ts'

/** Applies a person's input to the existing silence, if any. Pure. Throws 400 for invalid times. */
export function checkedSilence(body: SilenceBody, before: NewSilence | null, now: Date): NewSilence {
  const weekly = body.weekly === undefined ? (before?.weekly ?? null) : body.weekly
  const starts_at = timeOf('starts_at', body.starts_at) ?? before?.starts_at ?? now
  const silence: NewSilence = {
    site_id: before?.site_id ?? null,
    reason: (body.reason ?? before?.reason ?? '').trim(),
    device_ids: body.device_ids ?? before?.device_ids ?? [],
    tags: body.tags ?? before?.tags ?? [],
    modules: body.modules ?? before?.modules ?? [],
    rule_keys: body.rule_keys ?? before?.rule_keys ?? [],
    max_severity: body.max_severity ?? before?.max_severity ?? 'critical',
    covers_safety: body.covers_safety ?? before?.covers_safety ?? false,
    starts_at,
    ends_at: endOf(body, before, starts_at, now),
    weekly,
  }
  checkTimes(silence, now)
  return silence
}

/** A duration counts from the start, or from now if it has started. */
function endOf(body: SilenceBody, before: NewSilence | null, startsAt: Date, now: Date): Date | null {
  if (body.duration_s === undefined) {
    return body.ends_at === undefined ? (before?.ends_at ?? null) : timeOf('ends_at', body.ends_at)
  }
  if (body.ends_at != null) throw invalidField('/duration_s', 'end_twice')
  return secondsAfter(startsAt > now ? startsAt : now, body.duration_s)
}

function checkTimes(silence: NewSilence, now: Date): void {
  const { weekly, starts_at, ends_at } = silence
  if (weekly === null && ends_at === null) throw invalidField('/ends_at', 'end_missing')
  if (weekly !== null && !isTimeZone(weekly.time_zone)) throw invalidField('/weekly/time_zone', 'no_time_zone')
  if (ends_at !== null && ends_at <= starts_at) throw invalidField('/ends_at', 'end_before_start')
  if (ends_at !== null && ends_at <= now) throw invalidField('/ends_at', 'end_in_past')
  if (windowAt(silence, now) === null) throw invalidField('/weekly', 'never_before_end')
}

/** Years that PostgreSQL can store and people can mean. */
const [EARLIEST, LATEST] = [Date.UTC(2000, 0), Date.UTC(3000, 0)]

function timeOf(name: string, text: string | null | undefined): Date | null {
  if (text == null) return null
  const time = new Date(text)
  if (!(time.getTime() >= EARLIEST && time.getTime() < LATEST)) throw invalidField(`/${name}`, 'no_time')
  return time
}

/** A silence for a device or rule that does not exist there would be a mistake without an error. Throws 400. */
export async function requireExistingScope(
  db: Queryable,
  reach: Reach,
  { site_id, device_ids, rule_keys }: NewSilence,
): Promise<void> {
  const within = ofSite(reach, site_id)
  const devices = await db.query<{ id: number }>(sql`
    select given.id
    from unnest(${device_ids}::integer[]) as given (id)
    where not exists (
      select
      from devices as d
      where d.id = given.id and d.deleted_at is null and ${inReach(within, 'viewer', sql`d.site_id`)}
    )
    limit 1`)
  if (devices[0] !== undefined) throw invalidField('/device_ids', 'no_such_device', devices[0].id)
  const rules = await db.query<{ key: string }>(sql`
    select given.key
    from unnest(${rule_keys}::text[]) as given (key)
    where given.key <> ${OFFLINE_RULE_KEY} and not exists (
      select from rules as r where r.key = given.key and ${inReachOrShared(within, 'viewer', sql`r.site_id`)}
    )
    limit 1`)
  if (rules[0] !== undefined) throw invalidField('/rule_keys', 'no_such_rule', rules[0].key)
}
