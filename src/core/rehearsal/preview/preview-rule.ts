import type { Queryable } from '../../../platform/database/database.ts'
import { badRequest, type FieldError, fieldError } from '../../../platform/errors.ts'
import { sortInSlices } from '../../../platform/long-work/sort-in-slices.ts'
import { type GiveWay, timeSlices } from '../../../platform/long-work/time-slices.ts'
import type { Slots } from '../../../platform/long-work/work-slots.ts'
import type { Device } from '../../devices/device.ts'
import { listDevicesInReach } from '../../devices/device-store.ts'
import type { IncidentSettings } from '../../incidents/incident.ts'
import type { Reach } from '../../reach/reach.ts'
import { neverUsable } from '../../rules/editing/never-usable.ts'
import { maxGapS } from '../../rules/engine/compile-rule.ts'
import { isInScope, type RuleSet, ruleSet } from '../../rules/engine/rule-set.ts'
import { withNamedFences } from '../../rules/geofences/named-fences.ts'
import { type Rule, type RuleDefinition, withDefaults } from '../../rules/rule.ts'
import { findRule } from '../../rules/rule-store.ts'
import { inOrderOfArrival, type RuleReading } from '../../telemetry/reading.ts'
import { countStored } from '../../telemetry/storage/reading-extent.ts'
import { rehearse } from '../rehearse.ts'
import type { RehearsedAlert } from '../rehearsed-alert.ts'
import { type Difference, differenceTally } from './difference-tally.ts'
import { type OutcomeTally, outcomeTally, type PreviewOutcome } from './outcome-tally.ts'
import { readStored } from './stored-readings.ts'

const MOST_READINGS = 500_000

export interface PreviewRange {
  from: Date
  to: Date
}

export interface Preview extends PreviewOutcome {
  readings: number
  devices: number
  /** Result of the current version of the rule over the same readings; null for a new rule. */
  before: { version: number; alerts: number; incidents: number; firing_s: number } | null
  /** Alerts of the new rule while the old one had none on the device, the reverse, and the rest. */
  difference: Difference | null
  /** Why the rule may never fire, or fire more often than here. */
  warnings: FieldError[]
}

export interface PreviewSettings {
  incidents: IncidentSettings
  offlineAfterS: number
  /** Half a million readings take some seconds, so only one preview runs at a time. */
  previews: Slots
}

/** The user who asked for a preview; `signal` aborts when they no longer wait for it. */
export interface Asker {
  user_id: number
  /** Only devices in reach are looked at. */
  reach: Reach
  signal: AbortSignal
}

/**
 * Runs a rule over the stored readings and returns the alerts it would have raised. Throws 400 for too many readings,
 * 429 or 503 for too many previews at once.
 */
export function previewRule(
  db: Queryable,
  draft: RuleDraftOfSite,
  range: PreviewRange,
  settings: PreviewSettings,
  asker: Asker,
  now: Date,
): Promise<Preview> {
  const giveWay = timeSlices(asker.signal)
  return settings.previews.run(asker.user_id, () => preview(db, asker.reach, draft, range, settings, now, giveWay))
}

/** A rule, and the site that it is to belong to if it is new. */
export interface RuleDraftOfSite {
  definition: RuleDefinition
  site_id: number | null
}

interface Version {
  rule: Rule
  set: RuleSet
  tally: OutcomeTally
}

async function preview(
  db: Queryable,
  reach: Reach,
  { definition, site_id }: RuleDraftOfSite,
  range: PreviewRange,
  settings: PreviewSettings,
  now: Date,
  giveWay: GiveWay,
): Promise<Preview> {
  const stored = await findRule(db, reach, definition.key)
  const end = Math.min(range.to.getTime(), now.getTime())
  const site = stored === null ? site_id : stored.site_id
  const versionOf = (each: RuleDefinition): Version => {
    const rule = withDefaults(each, 1, site)
    return { rule, set: ruleSet([rule], settings.offlineAfterS), tally: outcomeTally(rule, settings.incidents, end) }
  }
  const fresh = versionOf(await withNamedFences(db, reach, site, definition))
  const old = stored === null ? null : versionOf(stored.definition)
  const versions = old === null ? [fresh] : [fresh, old]
  const devices = new Map<number, Device>((await listDevicesInReach(db, reach)).map((device) => [device.id, device]))
  const looked = [...devices.values()].filter((device) => versions.some(({ rule }) => isInScope(rule, device)))
  const deviceIds = looked.map(({ id }) => id)
  const readings = await countStored(db, deviceIds, range, MOST_READINGS + 1)
  if (readings > MOST_READINGS) {
    throw badRequest('preview_too_large', MOST_READINGS)
  }
  const difference = old === null ? null : differenceTally(range.to.getTime())
  let [heard, backfilled] = [0, 0]
  for await (const { device_id, readings: all } of readStored(db, deviceIds, range)) {
    const device = devices.get(device_id)!
    const alerts: RehearsedAlert[][] = []
    for (const version of versions) alerts.push(await playVersion(version, device, all, end, giveWay))
    await difference?.add(alerts[0]!, alerts[1]!, giveWay)
    heard += 1
    backfilled += countBackfilled(fresh.rule, device, all)
  }
  const outcome = fresh.tally.outcome()
  const told = difference?.difference() ?? null
  number([...outcome.alerts, ...(told?.added ?? []), ...(told?.removed ?? [])])
  const before = old === null ? null : beforeOf(stored!.version, old.tally.outcome())
  const covered = looked.filter((device) => isInScope(fresh.rule, device)).map(({ id }) => id)
  const warnings = await neverUsable(db, definition, covered)
  if (backfilled > 0) warnings.push(fieldError('/levels', 'backfilled', backfilled))
  return { ...outcome, readings, devices: heard, before, difference: told, warnings }
}

/** Readings that came too late for time alone to raise an alert after them; none if no level waits. Pure. */
function countBackfilled(rule: Rule, device: Device, readings: readonly RuleReading[]): number {
  if (rule.levels.every(({ for_s }) => for_s === 0) || !isInScope(rule, device)) return 0
  const gapMs = maxGapS(rule, device) * 1_000
  return readings.filter(({ received_at, evaluated_at }) => received_at - evaluated_at > gapMs).length
}

async function playVersion(
  { rule, set, tally }: Version,
  device: Device,
  readings: readonly RuleReading[],
  until: number,
  giveWay: GiveWay,
): Promise<RehearsedAlert[]> {
  if (!isInScope(rule, device)) return []
  const alerts = await playReadings(set, device, readings, until, giveWay)
  for (const alert of alerts) {
    tally.add(alert)
    await giveWay()
  }
  return alerts
}

const beforeOf = (version: number, { alert_count, incidents, firing_s }: PreviewOutcome): Preview['before'] => ({
  version,
  alerts: alert_count,
  incidents,
  firing_s,
})

/** Numbered from 1, each alert once, even if it is in several lists. */
function number(alerts: readonly RehearsedAlert[]): void {
  for (const [place, alert] of [...new Set(alerts)].entries()) alert.alert_id = place + 1
}

/** Most readings with the same time of arrival that are evaluated at once. */
const MOST_AT_ONCE = 100

/**
 * Runs the rules over the readings of one device in the order of arrival. The service's clock advances between readings,
 * and after the last one up to `until` (ms).
 */
async function playReadings(
  rules: RuleSet,
  device: Device,
  readings: readonly RuleReading[],
  until: number,
  giveWay: GiveWay,
): Promise<RehearsedAlert[]> {
  const rehearsal = rehearse(rules, device)
  const arrived = await sortInSlices(readings, inOrderOfArrival, giveWay)
  let clock = Number.NEGATIVE_INFINITY
  for (let start = 0; start < arrived.length; ) {
    const { received_at } = arrived[start]!
    if (received_at > clock) rehearsal.advanceTo(received_at)
    clock = received_at
    let end = start + 1
    while (end < arrived.length && end - start < MOST_AT_ONCE && arrived[end]!.received_at === clock) end += 1
    rehearsal.addReadings(arrived.slice(start, end))
    start = end
    await giveWay()
  }
  rehearsal.advanceTo(Math.max(clock, until))
  return rehearsal.alerts()
}
