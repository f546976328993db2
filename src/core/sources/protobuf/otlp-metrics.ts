import type { OtlpMetric, OtlpPart, OtlpPoint, OtlpScalar } from '../messages/otlp-part.ts'
import {
  fieldOf,
  innerCursor,
  nextField,
  type ProtobufCursor,
  protobufCursor,
  protobufDouble,
  protobufFixed64,
  protobufText,
} from './protobuf-reader.ts'

/** Fields of `ExportMetricsServiceRequest` (open-telemetry/opentelemetry-proto, metrics/v1/metrics.proto). */
const RESOURCE_METRICS = fieldOf(1, 'bytes')
const [RESOURCE, SCOPE_METRICS] = [fieldOf(1, 'bytes'), fieldOf(2, 'bytes')]
const RESOURCE_ATTRIBUTE = fieldOf(1, 'bytes')
const METRIC = fieldOf(2, 'bytes')
const NAME = fieldOf(1, 'bytes')
const SUMMARY = fieldOf(11, 'bytes')
const DATA_POINT = fieldOf(1, 'bytes')
const [KEY, VALUE] = [fieldOf(1, 'bytes'), fieldOf(2, 'bytes')]
const ANY = {
  text: fieldOf(1, 'bytes'),
  boolean: fieldOf(2, 'varint'),
  whole: fieldOf(3, 'varint'),
  double: fieldOf(4, 'fixed64'),
}
const TIME = fieldOf(3, 'fixed64')
const NO_RECORDED_VALUE = 1

interface PointFields {
  attribute: number
  flags: number
  double?: number
  whole?: number
  count?: number
  sum?: number
  min?: number
  max?: number
}
const NUMBER_POINT: PointFields = {
  attribute: fieldOf(7, 'bytes'),
  double: fieldOf(4, 'fixed64'),
  whole: fieldOf(6, 'fixed64'),
  flags: fieldOf(8, 'varint'),
}
const COUNT_AND_SUM = { count: fieldOf(4, 'fixed64'), sum: fieldOf(5, 'fixed64'), flags: fieldOf(10, 'varint') }
const HISTOGRAM_POINT: PointFields = {
  ...COUNT_AND_SUM,
  attribute: fieldOf(9, 'bytes'),
  min: fieldOf(11, 'fixed64'),
  max: fieldOf(12, 'fixed64'),
}
const EXPONENTIAL_POINT: PointFields = {
  ...COUNT_AND_SUM,
  attribute: fieldOf(1, 'bytes'),
  min: fieldOf(12, 'fixed64'),
  max: fieldOf(13, 'fixed64'),
}
/** The kinds of data of a metric by their field. */
const KINDS: ReadonlyMap<number, PointFields> = new Map([
  [fieldOf(5, 'bytes'), NUMBER_POINT],
  [fieldOf(7, 'bytes'), NUMBER_POINT],
  [fieldOf(9, 'bytes'), HISTOGRAM_POINT],
  [fieldOf(10, 'bytes'), EXPONENTIAL_POINT],
])

/** A part for each resource of a request in protobuf. Throws `NotUnderstood`. */
export function readOtlpProtobuf(body: Buffer): OtlpPart[] {
  const parts: OtlpPart[] = []
  const cursor = protobufCursor(body)
  while (nextField(cursor)) {
    if (cursor.field !== RESOURCE_METRICS) continue
    const part: OtlpPart = { resource: {}, metrics: [], summaries: 0 }
    readResourceMetrics(innerCursor(cursor), part)
    parts.push(part)
  }
  return parts
}

function readResourceMetrics(cursor: ProtobufCursor, part: OtlpPart): void {
  while (nextField(cursor)) {
    const inner = innerCursor(cursor)
    if (cursor.field === RESOURCE) {
      while (nextField(inner)) if (inner.field === RESOURCE_ATTRIBUTE) readAttribute(innerCursor(inner), part.resource)
    } else if (cursor.field === SCOPE_METRICS) {
      while (nextField(inner)) if (inner.field === METRIC) readMetric(innerCursor(inner), part)
    }
  }
}

function readMetric(cursor: ProtobufCursor, part: OtlpPart): void {
  const metric: OtlpMetric = { name: '', points: [] }
  while (nextField(cursor)) {
    if (cursor.field === NAME) metric.name = protobufText(cursor)
    const kind = KINDS.get(cursor.field)
    if (kind === undefined && cursor.field !== SUMMARY) continue
    const data = innerCursor(cursor)
    while (nextField(data)) {
      if (data.field !== DATA_POINT) continue
      if (kind === undefined) part.summaries += 1
      else addPoint(metric, innerCursor(data), kind)
    }
  }
  if (metric.points.length > 0) part.metrics.push(metric)
}

function addPoint(metric: OtlpMetric, cursor: ProtobufCursor, kind: PointFields): void {
  const point: OtlpPoint = { attributes: {} }
  let isRecorded = true
  while (nextField(cursor)) {
    const { field } = cursor
    if (field === kind.attribute) readAttribute(innerCursor(cursor), point.attributes)
    else if (field === TIME) putTime(point, protobufFixed64(cursor))
    else if (field === kind.flags) isRecorded = cursor.varint % 2 !== NO_RECORDED_VALUE
    else if (field === kind.double) point.value = protobufDouble(cursor)
    else if (field === kind.whole) putWhole(point, 'value', protobufFixed64(cursor))
    else if (field === kind.count) putWhole(point, 'count', BigInt.asUintN(64, protobufFixed64(cursor)))
    else if (field === kind.sum) point.sum = protobufDouble(cursor)
    else if (field === kind.min) point.min = protobufDouble(cursor)
    else if (field === kind.max) point.max = protobufDouble(cursor)
  }
  if (isRecorded) metric.points.push(point)
}

function putTime(point: OtlpPoint, nanoseconds: bigint): void {
  if (nanoseconds > 0n) point.ts = Number(nanoseconds / 1_000_000n)
}

/** Beyond 2^53 it would be another number. */
function putWhole(point: OtlpPoint, name: 'value' | 'count', whole: bigint): void {
  const number = Number(whole)
  if (Number.isSafeInteger(number)) point[name] = number
}

function readAttribute(cursor: ProtobufCursor, attributes: Record<string, OtlpScalar>): void {
  let name = ''
  let value: OtlpScalar | null = null
  while (nextField(cursor)) {
    if (cursor.field === KEY) name = protobufText(cursor)
    else if (cursor.field === VALUE) value = readScalar(innerCursor(cursor))
  }
  if (value !== null) attributes[name] = value
}

/** Null for lists and objects. */
function readScalar(cursor: ProtobufCursor): OtlpScalar | null {
  let value: OtlpScalar | null = null
  while (nextField(cursor)) {
    if (cursor.field === ANY.text) value = protobufText(cursor)
    else if (cursor.field === ANY.boolean) value = cursor.varint !== 0
    else if (cursor.field === ANY.whole) value = cursor.varint
    else if (cursor.field === ANY.double) value = protobufDouble(cursor)
  }
  return value
}
