import { type AlertSpan, listAlertSpans } from '../../../core/alerts/alert-spans.ts'
import { SIGNS } from '../../../core/conditions/kinds/compare.ts'
import { findDeviceInReach } from '../../../core/devices/device-store.ts'
import type { DeviceRecord } from '../../../core/devices/lists/list-devices.ts'
import { offlineThresholdS } from '../../../core/devices/presence/offline-threshold.ts'
import type { Reach } from '../../../core/reach/reach.ts'
import type { CompiledRule } from '../../../core/rules/engine/compile-rule.ts'
import type { RuleSet } from '../../../core/rules/engine/rule-set.ts'
import { readSeries } from '../../../core/telemetry/series/read-series.ts'
import { MEASURES } from '../../../core/vocabulary/measures.ts'
import type { Scaled } from '../../../core/vocabulary/units.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { measureName } from '../../../words/words.ts'
import type { TimeRange } from '../lists/time-range.ts'
import type { Reader } from '../page/reader.ts'
import type { ChartBand, ChartData, ChartLimit } from './chart-data.ts'
import { chartLimits, type LevelLimit } from './limits.ts'
import { linesOf, shownNumber } from './lines.ts'

const MS = 1_000
const OF_THE_DEVICE = ['battery', 'signal']
/** Directions wrap around at 360°, so a line chart says little. */
const DIRECTIONS = ['heading']

/** Name of the field in rules and alerts. */
export const chartField = (metric: string): string => (OF_THE_DEVICE.includes(metric) ? metric : `metrics.${metric}`)

/** Metrics of a device that can be drawn: its own ones in their order, then known ones, in that of the vocabulary. */
export function metricsOf({ latest, battery, signal, metrics }: DeviceRecord): string[] {
  const own = Object.entries(latest?.metrics ?? {}).flatMap(([key, value]) => (typeof value === 'number' ? [key] : []))
  const order = [...new Set([...Object.keys(metrics), ...Object.keys(MEASURES)])]
  const place = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length)
  own.sort((one, other) => place(one) - place(other) || (one < other ? -1 : 1))
  const isDirection = (key: string) => DIRECTIONS.includes(key)
  return [
    ...own.filter((key) => !isDirection(key)),
    ...(battery === null ? [] : ['battery']),
    ...(signal === null ? [] : ['signal']),
    ...own.filter(isDirection),
  ]
}

/** Rules in scope of a device, with its own limits. */
export async function rulesOf(
  db: Queryable,
  reach: Reach,
  rules: RuleSet,
  { id, module }: DeviceRecord,
): Promise<readonly CompiledRule[]> {
  const device = await findDeviceInReach(db, reach, id)
  return device === null ? [] : rules.rulesFor(module, device).rules
}

interface ChartRequest {
  device: DeviceRecord
  metrics: readonly string[]
  range: Pick<TimeRange, 'from' | 'to'>
  points: number
  rules: readonly CompiledRule[]
  offlineAfterS: number
}

/** One chart per metric over the same range, in the reader's units, with limits and alerts. */
export async function deviceCharts(db: Queryable, reader: Reader, request: ChartRequest): Promise<ChartData[]> {
  const { device, metrics, range, rules } = request
  const spans = await listAlertSpans(db, device.id, range.from, range.to)
  return Promise.all(
    metrics.map(async (metric, place) => {
      const scale = reader.format.scaleOf(metric)
      return {
        ...(await deviceLine(db, reader, metric, (place % 8) + 1, request)),
        limits: chartLimits(rules, chartField(metric), device).map((limit) => shownLimit(reader, limit, metric, scale)),
        bands: spans.filter(({ field }) => field === chartField(metric)).map((span) => bandOf(reader, span)),
      }
    }),
  )
}

/** One metric over a range, in the reader's unit. */
export async function deviceLine(
  db: Queryable,
  { t, format }: Reader,
  metric: string,
  colour: number,
  { device, range, points, offlineAfterS }: Omit<ChartRequest, 'metrics' | 'rules'>,
): Promise<ChartData> {
  const series = await readSeries(db, { deviceId: device.id, metric, from: range.from, to: range.to, points })
  const scale = format.scaleOf(metric)
  return {
    key: metric,
    name: measureName(t, metric),
    unit: scale.unit,
    digits: scale.digits,
    from: range.from.getTime() / MS,
    to: range.to.getTime() / MS,
    lines: linesOf(series, scale, offlineThresholdS(device, offlineAfterS)),
    limits: [],
    bands: [],
    colour,
  }
}

const shownLimit = (
  { t, format }: Reader,
  { value, severity, op }: LevelLimit,
  metric: string,
  scale: Scaled,
): ChartLimit => ({
  value: shownNumber(value, scale),
  severity,
  op,
  text: `${t.shared.severities[severity]} ${SIGNS[op]} ${format.value(metric, value)}`,
  amount: format.value(metric, value),
})

const bandOf = ({ titleOf }: Reader, span: AlertSpan): ChartBand => ({
  from: span.triggered_at.getTime() / MS,
  to: span.resolved_at === null ? null : span.resolved_at.getTime() / MS,
  severity: span.severity,
  text: titleOf(span),
})
