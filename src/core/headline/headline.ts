import type { Coordinates } from '../../platform/great-circle.ts'
import { ownProperty } from '../../platform/own-property.ts'
import { WORDS } from '../../words/words.ts'
import { type Leaf, leafKindOf } from '../conditions/condition.ts'
import type { ReachedId } from '../reach/reached-id.ts'
import type { Measure } from '../vocabulary/measure.ts'
import { measureOf, measureOfUnit } from '../vocabulary/measures.ts'
import { DEVICE_MODULES, type Module } from '../vocabulary/modules.ts'
import { metricIn, type OwnMetrics, ownMetric } from '../vocabulary/own-metrics.ts'
import type { Severity } from '../vocabulary/severities.ts'
import type { Titled } from '../vocabulary/titles.ts'
import { breaks, type Direction } from './limit-direction.ts'
import type { Place } from './nearest-town.ts'

/** The worst alert of an incident, as it is stored, with the condition of its rule. */
export interface HeadlineAlert {
  field: string
  severity: Severity
  current_severity: Severity | null
  threshold: number | null
  /** Whether it is resolved because its value was back. */
  is_cleared: boolean
  triggered_value: number
  last_value: number
  peak_value: number
  /** The one before the last; null: not known. */
  value_before: number | null
  triggered_at: Date
  /** Condition of the rule, and the unit of its values. Null: the rule is not known any more. */
  condition: HeadlineCondition | null
  unit: string | null
}

/** A condition as it is stored. */
interface HeadlineCondition {
  type: string
  op?: string
  fn?: string
  min?: number
  max?: number
  mode?: string
  where?: { field: string; equals?: unknown }
}

/** Another open alert of an incident. */
interface OtherAlert extends Titled {
  alert: HeadlineAlert
  /** Null: the device of the headline. */
  device_name: string | null
  /** How the metrics of its device are called. */
  metrics: OwnMetrics
  /** How many there are besides. */
  more: number
}

/** Devices that went offline together. */
interface HeadlineStorm {
  /** Their tag, or their site if there are several; null: those of the only site. */
  where: string | null
  /** Those that are offline; of what has ended, those that were. */
  count: number
  population: number
  /** The one that was lost first. */
  first: string | null
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
  /** Null where there is only one site. */
  site_name: string | null
  /** Null: it has left the site of the incident. */
  device_id: ReachedId<'device'> | null
  module: Module | null
  notes: string | null
  /** How its metrics are called. */
  metrics: OwnMetrics
  alert: HeadlineAlert | null
  /** When it rose to its severity, for the last time if it has it at present; null: an alert had it from the beginning. */
  rose_at: Date | null
  /** When the last of its alerts of its severity became milder or was resolved; null: none of them has, or it is not known. */
  fell_at: Date | null
  /** The open alert of the same device that has its present severity; null: `alert` has it. */
  present: HeadlineAlert | null
  /** The most severe of the other open alerts that are warnings or critical, but `present`. */
  other: OtherAlert | null
  storm: HeadlineStorm | null
  /** The alert that gave the incident its title; null: no alert did. */
  titled: Pick<HeadlineAlert, 'field' | 'condition' | 'unit'> | null
}

/** A metric or flag with its value and limit. */
interface Measured {
  /** The metric or flag, without `metrics.` or `flags.`; null for what has no value, of which the title tells. */
  metric: string | null
  kind: 'value' | 'flag' | 'title' | 'offline' | 'storm'
  label: string
  /** Its name that somebody has given it, or of the gas; null: it is called as everywhere. */
  own_label: string | null
  value: number | null
  unit: string | null
  threshold: number | null
  direction: Direction | null
  current_value: number | null
  /** The last value, also when it is over. */
  last_value: number | null
  /** Whether it is resolved because its value was back. */
  is_cleared: boolean
  /** Whether the last value is the worst so far, and worse than the first. */
  is_worsening: boolean
  /** How values are measured, with digits set for the device; null: not known. */
  measure: (Measure & { decimals?: number | undefined }) | null
}

/** Another open alert, and how many there are besides. */
interface AlsoWrong extends Titled, Measured, Pick<OtherAlert, 'device_name' | 'more'> {
  severity: Severity
}

/** Facts of an incident, which each reader puts into words: who, how bad, since when, where, what helps. */
export interface Headline extends Titled, Measured {
  device_name: string | null
  site_name: string | null
  /** Null for a storm, and for a device that has left the site. */
  device_id: ReachedId<'device'> | null
  severity: Severity
  current_severity: Severity | null
  since: Date
  /** Since when it is as severe as it has been at worst. */
  severe_since: Date
  /** Until when it was; null: it still is, or it is not known. */
  severe_until: Date | null
  cleared_since: Date | null
  place: Place | null
  lat: number | null
  lng: number | null
  /** Age of the location. */
  location_age_s: number | null
  /** Whether its device stays where it was put, so that a location is good for long. */
  is_fixed: boolean
  notes: string | null
  /** The rest of the notes. */
  more_notes: string | null
  storm: HeadlineStorm | null
  /** The value that its title is of: the first one of its severity. It stays the same while that does. Null: none. */
  as_titled: Measured | null
  /** Value of another alert that gives its present severity; null: its own does. */
  present: Measured | null
  /** The next alert of it; null: there is none. */
  also: AlsoWrong | null
}

/** Characters of the notes of its device. */
const MOST_NOTES = 200
const LONG_WORD = 40
/** A sentence that ends later than this is a whole part of them. */
const LEAST_NOTES = 120
/** Not after an abbreviation, such as "Dr.", nor a number. */
const SENTENCE_ENDS = /(?<=\p{L}{3}[)"”]?[.!?])(?=\s+[\p{Lu}\p{Lo}])/gu

/** The headline of an incident. Value, limit and severity belong together; the present ones stand beside them. Pure. */
export function headlineOf(facts: HeadlineFacts, placeOf: (point: Coordinates) => Place | null, now: Date): Headline {
  const { lat, lng, location_at, severity, alert, title, title_of } = facts
  const isPlaced = lat !== null && lng !== null
  const since = alert === null || alert.triggered_at > facts.created_at ? facts.created_at : alert.triggered_at
  const severe_since = facts.rose_at ?? alert?.triggered_at ?? since
  return {
    device_name: facts.device_name,
    site_name: facts.site_name,
    device_id: facts.device_id,
    ...(alert === null ? { ...titleOnly(title), kind: kindOf(facts) } : measured(facts, alert)),
    severity,
    current_severity: facts.current_severity,
    since,
    severe_since,
    severe_until: severeUntil(facts, severe_since),
    cleared_since: facts.cleared_since,
    place: isPlaced ? placeOf({ lat, lng }) : null,
    lat,
    lng,
    location_age_s:
      location_at === null ? null : Math.max(0, Math.round((now.getTime() - location_at.getTime()) / 1_000)),
    is_fixed: facts.module !== null && DEVICE_MODULES[facts.module].mobility === 'fixed',
    ...shortened(facts.notes),
    storm: facts.storm,
    as_titled: asTitled(facts),
    present: facts.present && measured(facts, facts.present),
    also: facts.other && alsoWrong(facts.other),
    title,
    title_of,
  }
}

/** Late readings may tell of an end before the beginning: then it is not known. */
const severeUntil = ({ severity, current_severity, fell_at }: HeadlineFacts, severeSince: Date): Date | null =>
  current_severity === severity || fell_at === null || fell_at <= severeSince ? null : fell_at

const kindOf = ({ storm, title_of }: HeadlineFacts): Headline['kind'] =>
  storm !== null ? 'storm' : title_of?.of === 'offline' ? 'offline' : 'title'

/** Nothing was measured: the title says it all. */
const titleOnly = (title: string): Measured => ({
  ...{ metric: null, kind: 'title', label: title, own_label: null, value: null, unit: null },
  ...{ threshold: null, direction: null, current_value: null, last_value: null, is_cleared: false },
  ...{ is_worsening: false, measure: null },
})

function measured({ title, metrics }: Pick<HeadlineFacts, 'title' | 'metrics'>, alert: HeadlineAlert): Measured {
  const { field, condition, threshold, triggered_value, last_value, peak_value, value_before, current_severity } = alert
  const metric = metricIn(field)
  const { label: given, decimals } = ownMetric(metrics, field)
  const own_label = given ?? gasOf(condition)
  const label = own_label ?? ownProperty(WORDS.en.shared.measuresInside, metric) ?? metric.replaceAll('_', ' ')
  const kind = condition && leafKindOf(condition as Leaf)
  if (kind?.compares === 'truth') return { ...titleOnly(title), metric, kind: 'flag', label, own_label }
  const op = threshold === null ? null : kind?.direction?.(condition as Leaf, threshold)
  const direction = (op && BY_OP[op]) ?? null
  if (direction === null || threshold === null) return titleOnly(title)
  const known = measureOf(field, metrics)
  const measure = alert.unit === null || alert.unit === known?.unit ? known : measureOfUnit(alert.unit)
  return {
    ...{ metric, kind: 'value', label, own_label, unit: measure?.unit || null, threshold, direction, last_value },
    measure: measure && { ...measure, decimals },
    value: breaks(last_value, direction, threshold) ? last_value : peak_value,
    current_value: current_severity === null ? null : last_value,
    is_cleared: alert.is_cleared,
    // A value of a range of time is not of one reading.
    is_worsening:
      kind?.isStateful !== true &&
      value_before !== null &&
      ![triggered_value, value_before].includes(last_value) &&
      last_value === peak_value,
  }
}

function alsoWrong({ alert, device_name, title, title_of, metrics, more }: OtherAlert): AlsoWrong {
  const severity = alert.current_severity ?? alert.severity
  return { ...measured({ title, metrics }, alert), title, title_of, device_name, severity, more }
}

function asTitled(facts: HeadlineFacts): Measured | null {
  const { titled, title_of, severity, created_at } = facts
  if (titled === null || title_of?.of !== 'rule') return null
  const { value, threshold } = title_of
  const values = { triggered_value: value, last_value: value, peak_value: value, value_before: null, threshold }
  return measured(facts, {
    ...titled,
    ...values,
    severity,
    current_severity: severity,
    triggered_at: created_at,
    is_cleared: false,
  })
}

/** Values of a gas are of whichever it is. */
const gasOf = (condition: HeadlineCondition | null): string | null =>
  condition?.where?.field === 'metrics.gas_type' && typeof condition.where.equals === 'string'
    ? condition.where.equals
    : null

const BY_OP: Readonly<Record<string, Direction>> = {
  gt: 'above',
  gte: 'at_or_above',
  lt: 'below',
  lte: 'at_or_below',
}

function shortened(notes: string | null): Pick<Headline, 'notes' | 'more_notes'> {
  const text = notes?.trim() ?? ''
  if (text === '') return { notes: null, more_notes: null }
  if (text.length <= MOST_NOTES) return { notes: text, more_notes: null }
  const sentence = endOfSentence(text)
  const end = sentence ?? endOfPart(text)
  const part = text.slice(0, end).toWellFormed().trimEnd()
  return { notes: `${part}${sentence === null ? '…' : ' …'}`, more_notes: text.slice(end).trimStart() }
}

/** Null: none ends where there is enough, and room for " …". */
function endOfSentence(text: string): number | null {
  const ends = [...text.slice(0, MOST_NOTES).matchAll(SENTENCE_ENDS)].map(({ index }) => index)
  return ends.findLast((end) => end >= LEAST_NOTES && end <= MOST_NOTES - 2) ?? null
}

/** Words stay whole where they can. Part of an address or of a telephone number would lead to somebody else. */
function endOfPart(text: string): number {
  const most = MOST_NOTES - 1
  const lastWord = /(?<=\s)\S*$/.exec(text.slice(0, most + 1))?.index ?? 0
  const isWhole = lastWord > most - LONG_WORD || /^https?:/.test(text.slice(lastWord))
  const end = isWhole && lastWord > 0 ? lastWord : most
  const number = /[+(]*\d[\d\s()/.-]*$/.exec(text.slice(0, end))
  const isCut = number !== null && number.index > 0 && /^[\s()/.-]*\d/.test(text.slice(end))
  return isCut ? number.index : end
}
