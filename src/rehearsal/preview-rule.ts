import { setImmediate as turn } from 'node:timers/promises'
import { type RuleDefinition, withDefaults } from '../alerts/rule.ts'
import { isInScope, type RuleSet, ruleSet } from '../alerts/rule-set.ts'
import { findRule } from '../alerts/rule-store.ts'
import type { Device } from '../devices/device.ts'
import { listAllDevices } from '../devices/device-store.ts'
import type { IncidentSettings } from '../incidents/incident.ts'
import type { Queryable } from '../platform/database.ts'
import { badRequest, unavailable } from '../platform/errors.ts'
import type { Reading } from '../telemetry/reading.ts'
import { countIncidents } from './count-incidents.ts'
import { rehearse } from './rehearse.ts'
import type { RehearsedAlert } from './rehearsed-alert.ts'
import { countStored, readStored } from './stored-readings.ts'

const MOST_READINGS = 500_000
/** Between two of these the node does other work. */
const READINGS_AT_ONCE = 2_000

export interface Range {
  from: Date
  to: Date
}

export interface Outcome {
  alerts: RehearsedAlert[]
  incidents: number
  /** Summed over all alerts. */
  firing_s: number
}

export interface Preview extends Outcome {
  readings: number
  devices: number
  /** The rule as it is in force now, over the same readings; null for a new one. */
  before: (Omit<Outcome, 'alerts'> & { version: number; alerts: number }) | null
  /** Alerts of the new rule while the old one had none on the device, the other way round, and the rest. */
  difference: { added: RehearsedAlert[]; removed: RehearsedAlert[]; kept: number } | null
}

export interface PreviewSettings {
  incidents: IncidentSettings
  offlineAfterS: number
}

/** The databases over which a preview is under way. */
const busy = new WeakSet<Queryable>()

/**
 * What a rule would have done with the readings that are stored. Half a million of them take a second or two of the node,
 * so there is one preview at a time. Throws 400 when there are too many readings, 503 while there is another preview.
 */
export async function previewRule(
  db: Queryable,
  definition: RuleDefinition,
  range: Range,
  settings: PreviewSettings,
  now: Date,
): Promise<Preview> {
  if (busy.has(db)) throw unavailable('Another preview is under way; try again', 5)
  busy.add(db)
  try {
    return await preview(db, definition, range, settings, now)
  } finally {
    busy.delete(db)
  }
}

async function preview(
  db: Queryable,
  definition: RuleDefinition,
  range: Range,
  settings: PreviewSettings,
  now: Date,
): Promise<Preview> {
  const stored = await findRule(db, definition.key)
  const versions = [definition, ...(stored === null ? [] : [stored.definition])].map((each) => withDefaults(each, 1))
  const rules = versions.map((rule) => ({ rule, set: ruleSet([rule], settings.offlineAfterS) }))
  const devices = new Map((await listAllDevices(db)).map((device) => [device.id, device]))
  const ids = [...devices.values()].filter((device) => versions.some((rule) => isInScope(rule, device)))
  const deviceIds = ids.map(({ id }) => id)
  const readings = await countStored(db, deviceIds, range, MOST_READINGS + 1)
  if (readings > MOST_READINGS) {
    throw badRequest(`There are more than ${MOST_READINGS} readings; choose a shorter time or fewer devices`)
  }
  const alerts: RehearsedAlert[][] = rules.map(() => [])
  let heard = 0
  for await (const { device_id, readings: all } of readStored(db, deviceIds, range)) {
    const device = devices.get(device_id)!
    heard += 1
    for (const [place, { rule, set }] of rules.entries()) {
      if (isInScope(rule, device)) alerts[place]!.push(...(await play(set, device, all, range, now)))
    }
  }
  const [outcome, old] = rules.map(({ rule }, place) =>
    outcomeOf(alerts[place]!, countIncidents(rule, alerts[place]!, settings.incidents), range, now),
  )
  return {
    ...outcome!,
    readings,
    devices: heard,
    before: old === undefined ? null : { ...old, version: stored!.version, alerts: old.alerts.length },
    difference: old === undefined ? null : differenceOf(outcome!.alerts, old.alerts, range.to),
  }
}

/** In the order in which the readings arrived, with the clock of the service going on in between. */
async function play(
  set: RuleSet,
  device: Device,
  readings: readonly Reading[],
  range: Range,
  now: Date,
): Promise<RehearsedAlert[]> {
  const rehearsal = rehearse(set, device)
  const arrived = readings.toSorted((one, other) => one.received_at - other.received_at)
  for (let start = 0; start < arrived.length; ) {
    const { received_at } = arrived[start]!
    let end = start + 1
    while (end < arrived.length && arrived[end]!.received_at === received_at) end += 1
    rehearsal.passTo(received_at)
    rehearsal.hear(arrived.slice(start, end))
    if (Math.floor(start / READINGS_AT_ONCE) !== Math.floor(end / READINGS_AT_ONCE)) await turn()
    start = end
  }
  rehearsal.passTo(Math.max(arrived.at(-1)!.received_at, Math.min(now.getTime(), range.to.getTime())))
  return rehearsal.alerts()
}

function outcomeOf(alerts: RehearsedAlert[], incidents: number, range: Range, now: Date): Outcome {
  const end = Math.min(range.to.getTime(), now.getTime())
  const firing = alerts.reduce((sum, alert) => sum + Math.max(0, endOf(alert, end) - alert.triggered_at.getTime()), 0)
  alerts.sort((one, other) => one.triggered_at.getTime() - other.triggered_at.getTime())
  for (const [place, alert] of alerts.entries()) alert.alert_id = place + 1
  return { alerts, incidents, firing_s: Math.round(firing / 1_000) }
}

const endOf = ({ resolved_at }: RehearsedAlert, otherwise: number): number => resolved_at?.getTime() ?? otherwise

function differenceOf(
  fresh: readonly RehearsedAlert[],
  old: readonly RehearsedAlert[],
  to: Date,
): Preview['difference'] {
  const overlaps = (one: RehearsedAlert) => (other: RehearsedAlert) =>
    one.device_id === other.device_id &&
    one.triggered_at.getTime() <= endOf(other, to.getTime()) &&
    other.triggered_at.getTime() <= endOf(one, to.getTime())
  const added = fresh.filter((alert) => !old.some(overlaps(alert)))
  const removed = old.filter((alert) => !fresh.some(overlaps(alert)))
  return { added, removed, kept: fresh.length - added.length }
}
