import { messageTime } from '../values/message-times.ts'
import { numberOf } from '../values/metric-keys.ts'
import { isJsonObject } from './json-text.ts'
import { NotUnderstood } from './not-understood.ts'

export type OtlpScalar = string | number | boolean

/** One value of a metric, or what is known of a histogram besides its buckets. */
export interface OtlpPoint {
  attributes: Record<string, OtlpScalar>
  /** Milliseconds since 1970. */
  ts?: number
  value?: number
  count?: number
  sum?: number
  min?: number
  max?: number
}

export interface OtlpMetric {
  name: string
  points: OtlpPoint[]
}

/** The metrics of one resource in a message, the same for both encodings. */
export interface OtlpPart {
  /** Attributes that are no lists or objects. */
  resource: Record<string, OtlpScalar>
  metrics: OtlpMetric[]
  /** How many data points of summaries are left out. */
  summaries: number
}

const KINDS = ['gauge', 'sum', 'histogram', 'exponentialHistogram'] as const
const NUMBERS = ['count', 'sum', 'min', 'max'] as const

/** A part for each resource of a request in JSON (opentelemetry.io/docs/specs/otlp, JSON encoding). Throws `NotUnderstood`. */
export function readOtlpJson(request: unknown): OtlpPart[] {
  if (!isJsonObject(request)) throw new NotUnderstood('wrong_form')
  const { resourceMetrics = [] } = request
  if (!Array.isArray(resourceMetrics)) throw new NotUnderstood('wrong_form', { at: '/resourceMetrics' })
  return resourceMetrics.filter(isJsonObject).map(readResource)
}

function readResource({ resource, scopeMetrics }: Record<string, unknown>): OtlpPart {
  const part: OtlpPart = { resource: {}, metrics: [], summaries: 0 }
  if (isJsonObject(resource)) readAttributes(resource.attributes, part.resource)
  for (const scope of objects(scopeMetrics)) for (const metric of objects(scope.metrics)) readMetric(metric, part)
  return part
}

function readMetric(metric: Record<string, unknown>, part: OtlpPart): void {
  const { name, summary } = metric
  if (isJsonObject(summary)) part.summaries += objects(summary.dataPoints).length
  if (typeof name !== 'string') return
  const points: OtlpPoint[] = []
  for (const kind of KINDS) {
    const data = Object.hasOwn(metric, kind) ? metric[kind] : null
    if (isJsonObject(data)) for (const point of objects(data.dataPoints)) addPoint(point, points)
  }
  if (points.length > 0) part.metrics.push({ name, points })
}

function addPoint(from: Record<string, unknown>, points: OtlpPoint[]): void {
  // The flag that says that there is no value.
  if (typeof from.flags === 'number' && from.flags % 2 === 1) return
  const point: OtlpPoint = { attributes: {} }
  readAttributes(from.attributes, point.attributes)
  const ts = from.timeUnixNano === '0' || from.timeUnixNano === 0 ? null : nanoseconds(from.timeUnixNano)
  if (ts !== null) point.ts = ts
  const value = numberOf(from.asDouble) ?? numberOf(from.asInt)
  if (value !== null) point.value = value
  for (const name of NUMBERS) {
    const number = numberOf(from[name])
    if (number !== null) point[name] = number
  }
  points.push(point)
}

/** Always nanoseconds, but by its size a time after 1973 is understood, and an earlier one is no time. */
const nanoseconds = (time: unknown): number | null => messageTime(time, 'UTC')

function readAttributes(list: unknown, attributes: Record<string, OtlpScalar>): void {
  for (const { key, value } of objects(list)) {
    if (typeof key !== 'string' || !isJsonObject(value)) continue
    const scalar = value.stringValue ?? value.boolValue ?? value.intValue ?? value.doubleValue
    if (typeof scalar === 'string' || typeof scalar === 'number' || typeof scalar === 'boolean')
      attributes[key] = scalar
  }
}

const objects = (list: unknown): Record<string, unknown>[] => (Array.isArray(list) ? list.filter(isJsonObject) : [])
