import { alertField, type Condition } from '../../../core/conditions/condition.ts'
import { listDevicesInReach } from '../../../core/devices/device-store.ts'
import type { Reach } from '../../../core/reach/reach.ts'
import type { ReachedId } from '../../../core/reach/reached-id.ts'
import { explainFor, type FoundExplanation } from '../../../core/rehearsal/explanation/find-explanation.ts'
import {
  type Asker,
  type Preview,
  type PreviewRange,
  type PreviewSettings,
  previewRule,
  type RuleDraftOfSite,
} from '../../../core/rehearsal/preview/preview-rule.ts'
import { ruleText } from '../../../core/rules/editing/rule-text.ts'
import { isInScope } from '../../../core/rules/engine/rule-set.ts'
import { withDefaults } from '../../../core/rules/rule.ts'
import { findRule } from '../../../core/rules/rule-store.ts'
import { readSeries } from '../../../core/telemetry/series/read-series.ts'
import { secondsAfter } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { RequestError } from '../../../platform/errors.ts'

export const RANGES = [1, 7, 30] as const
export type Days = (typeof RANGES)[number]

/** Devices offered for selection. */
const MOST_DEVICES = 60
const POINTS = 400
const DAY_S = 86_400

export interface Rehearsed {
  days: Days
  range: PreviewRange
  preview: Preview
  /** Devices with alerts first. */
  devices: { id: ReachedId<'device'>; name: string; alerts: number }[]
  device: { id: ReachedId<'device'>; name: string } | null
  /** Readings of the chosen device; null if the condition has no numeric field. */
  line: { at: Date; value: number }[] | null
  explanation: FoundExplanation | null
}

export type Problem = 'busy' | 'tooMany'

/** Rehearses a draft for display. */
export async function rehearseDraft(
  db: Queryable,
  draft: RuleDraftOfSite,
  asked: { days: Days; deviceId: number | null },
  settings: PreviewSettings,
  asker: Asker,
  now: Date,
): Promise<Rehearsed | Problem> {
  const range = { from: secondsAfter(now, -asked.days * DAY_S), to: now }
  const preview = await previewRule(db, draft, range, settings, asker, now).catch((error: unknown) => {
    if (error instanceof RequestError) return error.statusCode === 400 ? ('tooMany' as const) : ('busy' as const)
    throw error
  })
  if (typeof preview === 'string') return preview
  const devices = await devicesOf(db, asker.reach, draft, preview)
  const device = devices.find(({ id }) => id === asked.deviceId) ?? devices[0] ?? null
  const line = device && (await lineOf(db, draft.definition.condition, device.id, range))
  const explanation = device && (await explain(db, asker.reach, draft, device.id, settings.offlineAfterS, now))
  return { days: asked.days, range, preview, devices, device, line, explanation }
}

async function devicesOf(
  db: Queryable,
  reach: Reach,
  { definition, site_id }: RuleDraftOfSite,
  { byDevice }: Preview,
): Promise<Rehearsed['devices']> {
  const rule = withDefaults(definition, 1, site_id)
  const { modules } = rule.scope
  const isLookedAt = ({ module }: { module: (typeof modules)[number] }) =>
    modules.length === 0 || modules.includes(module)
  return (await listDevicesInReach(db, reach))
    .filter((device) => byDevice.has(device.id) || (isInScope(rule, device) && isLookedAt(device)))
    .map(({ id, name }) => ({ id, name, alerts: byDevice.get(id) ?? 0 }))
    .sort((one, other) => other.alerts - one.alerts || one.name.localeCompare(other.name))
    .slice(0, MOST_DEVICES)
}

/** Values of the field in the first part of a condition. */
async function lineOf(
  db: Queryable,
  condition: Condition,
  deviceId: ReachedId<'device'>,
  { from, to }: PreviewRange,
): Promise<Rehearsed['line']> {
  const field = alertField(condition)
  const isMetric = field.startsWith('metrics.')
  if (!isMetric && field !== 'battery' && field !== 'signal') return null
  const metric = isMetric ? field.slice('metrics.'.length) : field
  const series = await readSeries(db, { deviceId, metric, from, to, points: POINTS })
  return series.kind === 'buckets' ? series.points.map(({ at, avg }) => ({ at, value: avg })) : series.points
}

/** Uses the state of the current rule if the draft equals it. */
async function explain(
  db: Queryable,
  reach: Reach,
  draft: RuleDraftOfSite,
  deviceId: number,
  offlineAfterS: number,
  now: Date,
) {
  const stored = await findRule(db, reach, draft.definition.key)
  const isSame = stored !== null && ruleText(stored.definition) === ruleText(draft.definition)
  return explainFor(db, reach, isSame ? stored : { ...draft, version: 0, enabled: true }, deviceId, offlineAfterS, now)
}
