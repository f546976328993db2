import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { inReach, ofSite, type Reach } from '../reach/reach.ts'
import type { Module } from '../vocabulary/modules.ts'
import { rank, type Severity } from '../vocabulary/severities.ts'
import type { TitleFacts } from '../vocabulary/titles.ts'
import { OFFLINE_RULE_KEY, SEVERITY_OF_OFFLINE } from './announcement-parts.ts'
import { covers, nextWindows, type Occasion, type SilenceScope, type SilenceTimes } from './silence.ts'

/** Most items of each kind that a preview names. */
const NAMED = 50
const WINDOWS = 5

interface OpenAlert extends Occasion {
  alert_id: number
  device_id: number
  device_name: string
  module: Module
  rule_key: string
  severity: Severity
  title: string
  title_of: TitleFacts | null
}

interface OfflineDevice extends Occasion {
  id: number
  name: string
}

/** Open alerts and devices in reach that a silence would cover if it were active now. Changes nothing. */
export async function previewSilence(db: Queryable, reach: Reach, silence: SilenceScope & SilenceTimes, now: Date) {
  const alerts = await listOpenAlerts(db, reach, silence)
  const offline = (await listOfflineDevices(db, reach, silence)).filter((device) => covers(silence, device))
  const devices = await listDevices(db, reach, silence)
  const covered = alerts.filter((alert) => covers(silence, alert))
  const passing = alerts.filter(({ is_safety }) => is_safety && !silence.covers_safety)
  return {
    devices: { count: devices[0]?.count ?? 0, first: devices.map(({ id, name }) => ({ id, name })) },
    alerts: { count: covered.length, first: covered.slice(0, NAMED) },
    offline_devices: { count: offline.length, first: offline.slice(0, NAMED) },
    safety_alerts_still_sent: { count: passing.length, first: passing.slice(0, NAMED) },
    windows: nextWindows(silence, now, WINDOWS),
  }
}

const inScope = (reach: Reach, scope: SilenceScope) => sql`
  d.deleted_at is null and ${inReach(ofSite(reach, scope.site_id), 'viewer', sql`d.site_id`)}
  and (${scope.device_ids}::integer[] = '{}' or d.id = any (${scope.device_ids}::integer[]))
  and (${scope.tags}::text[] = '{}' or d.tags && ${scope.tags}::text[])`

/** Open alerts in the scope, ignoring its severity limit and whether it covers safety alerts. */
async function listOpenAlerts(db: Queryable, reach: Reach, scope: SilenceScope): Promise<OpenAlert[]> {
  const alerts = await db.query<OpenAlert>(sql`
    select
      a.alert_id, a.device_id, d.site_id, d.name as device_name, d.tags, a.module, a.rule_key, a.severity, a.title,
      a.title_of,
      coalesce((r.definition -> 'incident' ->> 'own')::boolean, false) as is_safety
    from alerts as a
    join devices as d on d.id = a.device_id
    left join rules as r on r.key = a.rule_key
    where a.status <> 'resolved'
      and ${inScope(reach, scope)}
      and (${scope.modules}::text[] = '{}' or a.module = any (${scope.modules}::text[]))
      and (${scope.rule_keys}::text[] = '{}' or a.rule_key = any (${scope.rule_keys}::text[]))
    order by a.alert_id desc`)
  return alerts.filter(({ severity }) => rank(severity) <= rank(scope.max_severity))
}

async function listOfflineDevices(db: Queryable, reach: Reach, scope: SilenceScope): Promise<OfflineDevice[]> {
  const devices = await db.query<Omit<OfflineDevice, 'rule_key' | 'severity' | 'is_safety'>>(sql`
    select d.id, d.id as device_id, d.site_id, d.name, d.tags, d.module
    from devices as d
    join device_states as s on s.device_id = d.id
    where s.status = 'offline' and d.enabled and ${inScope(reach, scope)}
    order by d.id`)
  const offline = { rule_key: OFFLINE_RULE_KEY, severity: SEVERITY_OF_OFFLINE, is_safety: false } as const
  return devices.map((device) => ({ ...device, ...offline }))
}

function listDevices(
  db: Queryable,
  reach: Reach,
  scope: SilenceScope,
): Promise<{ id: number; name: string; count: number }[]> {
  return db.query(sql`
    select d.id, d.name, count(*) over ()::integer as count
    from devices as d
    where ${inScope(reach, scope)} and (${scope.modules}::text[] = '{}' or d.module = any (${scope.modules}::text[]))
    order by d.id
    limit ${NAMED}`)
}
