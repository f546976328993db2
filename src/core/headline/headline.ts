import type { Coordinates } from '../../platform/great-circle.ts'
import { measureOf } from '../vocabulary/measures.ts'
import { metricIn, type OwnMetrics, ownMetric } from '../vocabulary/own-metrics.ts'
import type { Severity } from '../vocabulary/severities.ts'
import type { Titled } from '../vocabulary/titles.ts'
import type { Place } from './place.ts'

/** How a value lies to the limit that it breaks. */
export const DIRECTIONS = ['above', 'at_or_above', 'below', 'at_or_below'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** The worst alert of an incident, as it is stored, with the condition of its rule. */
export interface HeadlineAlert {
  field: string
  severity: Severity
  current_severity: Severity | null
  threshold: number | null
  last_value: number
  peak_value: number
  triggered_at: Date
  /** Condition of the rule, and the unit of its values. Null: the rule is not known any more. */
  condition: { type: string; op?: string; fn?: string; min?: number; max?: number; mode?: string } | null
  unit: string | null
}

export interface HeadlineFacts extends Titled {
  severity: Severity
  current_severity: Severity | null
  created_at: Date
  cleared_since: Date | null
  lat: number | null
  lng: number | null
  location_at: Date | null
  device_name: string | null
  notes: string | null
  /** How its metrics are called. */
  metrics: OwnMetrics
  alert: HeadlineAlert | null
}

/** Facts of an incident, which each reader puts into words: who, how bad, since when, where, what helps. */
export interface Headline extends Titled {
  device_name: string | null
  /** The metric or flag, without `metrics.` or `flags.`; null for what has no value, of which the title tells. */
  metric: string | null
  kind: 'value' | 'flag' | 'title'
  label: string
  value: number | null
  unit: string | null
  threshold: number | null
  direction: Direction | null
  severity: Severity
  current_severity: Severity | null
  current_value: number | null
  since: Date
  cleared_since: Date | null
  place: Place | null
  lat: number | null
  lng: number | null
  /** Age of the location. */
  location_age_s: number | null
  notes: string | null
}

/** Characters of the notes of its device. */
const MOST_NOTES = 200

/** The headline of an incident. Value, limit and severity belong together; the present ones stand beside them. Pure. */
export function headlineOf(facts: HeadlineFacts, placeOf: (point: Coordinates) => Place | null, now: Date): Headline {
  const { lat, lng, location_at, severity, alert, title, title_of } = facts
  const isPlaced = lat !== null && lng !== null
  return {
    device_name: facts.device_name,
    ...(alert === null ? told(title) : measured(facts, alert)),
    severity,
    current_severity: facts.current_severity,
    since: alert === null || alert.triggered_at > facts.created_at ? facts.created_at : alert.triggered_at,
    cleared_since: facts.cleared_since,
    place: isPlaced ? placeOf({ lat, lng }) : null,
    lat,
    lng,
    location_age_s:
      location_at === null ? null : Math.max(0, Math.round((now.getTime() - location_at.getTime()) / 1_000)),
    notes: shortened(facts.notes),
    title,
    title_of,
  }
}

type Measured = Pick<
  Headline,
  'metric' | 'kind' | 'label' | 'value' | 'unit' | 'threshold' | 'direction' | 'current_value'
>

/** Nothing was measured: the title says it all. */
const told = (title: string): Measured => ({
  ...{ metric: null, kind: 'title', label: title, value: null, unit: null },
  ...{ threshold: null, direction: null, current_value: null },
})

function measured({ title, metrics }: HeadlineFacts, alert: HeadlineAlert): Measured {
  const { field, condition, threshold, last_value, peak_value, current_severity } = alert
  const metric = metricIn(field)
  const label = ownMetric(metrics, field).label ?? metric.replaceAll('_', ' ')
  if (condition?.type === 'flag') return { ...told(title), metric, kind: 'flag', label }
  const direction = condition === null || threshold === null ? null : directionOf(condition, threshold)
  if (direction === null || threshold === null) return told(title)
  const unit = alert.unit ?? (measureOf(field, metrics)?.unit || null)
  const value = breaks(last_value, direction, threshold) ? last_value : peak_value
  const current_value = current_severity === null ? null : last_value
  return { metric, kind: 'value', label, value, unit, threshold, direction, current_value }
}

/** Conditions whose value is one of the metric itself, not a count, a change or a time. */
function directionOf({ type, op, fn, mode, min }: NonNullable<HeadlineAlert['condition']>, threshold: number) {
  if (type === 'threshold' || (type === 'aggregate' && ['avg', 'min', 'max'].includes(fn ?? ''))) {
    return BY_OP[op ?? ''] ?? null
  }
  if (type !== 'range' || mode === 'inside') return null
  return threshold === min ? 'below' : 'above'
}

const BY_OP: Readonly<Record<string, Direction>> = {
  gt: 'above',
  gte: 'at_or_above',
  lt: 'below',
  lte: 'at_or_below',
}

function breaks(value: number, direction: Direction, limit: number): boolean {
  switch (direction) {
    case 'above':
      return value > limit
    case 'at_or_above':
      return value >= limit
    case 'below':
      return value < limit
    case 'at_or_below':
      return value <= limit
  }
}

function shortened(notes: string | null): string | null {
  const text = notes?.trim() ?? ''
  if (text === '') return null
  return text.length <= MOST_NOTES
    ? text
    : `${text
        .slice(0, MOST_NOTES - 1)
        .toWellFormed()
        .trimEnd()}…`
}
