import type { AlertRecord } from '../../../core/alerts/list-alerts.ts'
import { alertField, type Condition, comparedAs, conditionKind } from '../../../core/conditions/condition.ts'
import { limitsOfPart, type Resolve } from '../../../core/conditions/limits.ts'
import { findDeviceInReach } from '../../../core/devices/device-store.ts'
import type { Reach } from '../../../core/reach/reach.ts'
import { compileRule, limitsFor } from '../../../core/rules/engine/compile-rule.ts'
import { withDefaults } from '../../../core/rules/rule.ts'
import type { RaisingRule } from '../../../core/rules/rule-store.ts'
import { lttb, type TimedValue } from '../../../core/telemetry/series/lttb.ts'
import { readSeries } from '../../../core/telemetry/series/read-series.ts'
import { secondsAfter } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { type EvaluatedLines, evaluatedLines } from './evaluated-lines.ts'

const BEFORE_S = 30 * 60
const BEHIND_S = 15 * 60
const LONGEST_S = 24 * 3_600
const POINTS = 400
/** Parts drawn of a condition with more of them. */
const MOST_PARTS = 3

/** One plot of the graph, with its own scale. */
export interface Plot {
  /** The part whose compared values are on the scale. Null: the values of `field` as sent. */
  part: Condition | null
  field: string
  /** Values as sent, and the values the rule compared; null if these are the same. */
  raw: readonly TimedValue[]
  evaluated: readonly TimedValue[] | null
  limits: readonly number[]
}

export interface AlertGraph {
  from: Date
  to: Date
  plots: readonly Plot[]
  /** The version that raised the alert. */
  rule: RaisingRule | null
  /** Null if the rule compares the values as sent. */
  evaluated: EvaluatedLines | null
}

/** Readings around an alert, and the values its rule compared; null if nothing can be plotted. */
export async function readAlertGraph(
  db: Queryable,
  reach: Reach,
  alert: AlertRecord,
  rule: RaisingRule | null,
  now: Date,
): Promise<AlertGraph | null> {
  const range = rangeOf(alert, now)
  if (range.to <= range.from) return null
  const { plots, evaluated } =
    rule === null
      ? { plots: [await sentPlot(db, alert, range)], evaluated: null }
      : await plotsOf(db, reach, alert, rule, range)
  const drawn = plots.filter(({ raw, evaluated }) => raw.length > 1 || (evaluated ?? []).length > 1)
  return drawn.length === 0 ? null : { ...range, plots: drawn, rule, evaluated }
}

interface Range {
  from: Date
  to: Date
}

function rangeOf({ triggered_at, resolved_at }: AlertRecord, now: Date): Range {
  const from = secondsAfter(triggered_at, -BEFORE_S)
  const end = secondsAfter(resolved_at ?? now, BEHIND_S)
  const to = new Date(Math.min(Number(end), Number(secondsAfter(now, 1)), Number(secondsAfter(from, LONGEST_S))))
  return { from, to }
}

async function sentPlot(db: Queryable, alert: AlertRecord, range: Range): Promise<Plot> {
  const { field, threshold } = alert
  const raw = await sent(db, alert, field, range)
  return { part: null, field, raw, evaluated: null, limits: threshold === null ? [] : [threshold] }
}

async function plotsOf(
  db: Queryable,
  reach: Reach,
  alert: AlertRecord,
  raising: RaisingRule,
  range: Range,
): Promise<Pick<AlertGraph, 'plots' | 'evaluated'>> {
  const device = await findDeviceInReach(db, reach, alert.device_id)
  const rule = compileRule(withDefaults(raising.definition, raising.version), device)
  const parts = rule.watch.leaves
    .map((part, place) => ({ part, place, way: wayOf(part) }))
    .filter(({ way }) => way !== null)
    .slice(0, MOST_PARTS)
  const isPlain = parts.every(({ way }) => way === 'as sent')
  const evaluated = isPlain ? null : await evaluatedLines(db, alert, raising, rule, range)
  const resolve = limitsFor(device)
  const plots: Plot[] = []
  for (const { part, place, way } of parts) {
    const field = alertField(part)
    const raw = await sent(db, alert, field, range)
    const line = way === 'as sent' ? null : lttb(evaluated!.lines[place]!, POINTS)
    const limits = part === rule.condition ? limitsOfAlert(alert, part) : limitsWithin(part, resolve)
    if (way === 'on another scale') {
      plots.push({ part, field, raw: [], evaluated: line, limits })
      if (plots.every((plot) => plot.field !== field || plot.part === part)) {
        plots.push({ part: null, field, raw, evaluated: [], limits: [] })
      }
    } else {
      plots.push({ part, field, raw, evaluated: line, limits })
    }
  }
  return { plots, evaluated }
}

/** How the compared values of a condition relate to the values as sent; null if they cannot be plotted. */
function wayOf(part: Condition): 'as sent' | 'among what is sent' | 'on another scale' | null {
  switch (comparedAs(part)) {
    case 'value':
      return conditionKind(part).isStateful || ('where' in part && part.where) ? 'among what is sent' : 'as sent'
    case 'duration':
      return 'field' in part && part.field != null ? 'as sent' : null
    case 'truth':
      return null
    default:
      return 'on another scale'
  }
}

/** A duration has no place on the scale of values. */
const limitsOfAlert = ({ threshold }: AlertRecord, part: Condition): number[] =>
  threshold === null || comparedAs(part) === 'duration' ? [] : [threshold]

function limitsWithin(part: Condition, resolve: Resolve): number[] {
  const own = conditionKind(part).ownLimits?.(part)
  if (own !== undefined) return own.map(({ value }) => value)
  const { value } = limitsOfPart(part, resolve)
  return value === null ? [] : [value]
}

/** The values of a field, downsampled for drawing; none for flags and positions. */
async function sent(
  db: Queryable,
  { device_id }: AlertRecord,
  field: string,
  range: Range,
): Promise<readonly TimedValue[]> {
  const isMetric = field.startsWith('metrics.')
  if (!isMetric && field !== 'battery' && field !== 'signal') return []
  const metric = isMetric ? field.slice('metrics.'.length) : field
  const series = await readSeries(db, { deviceId: device_id, metric, ...range, points: POINTS })
  return series.points.map((point) => ({ at: Number(point.at), value: 'avg' in point ? point.avg : point.value }))
}
