import Type from 'typebox'
import { MAX_KEYS } from '../../telemetry/reading.ts'
import { bodyText, parseMessageJson } from '../messages/json-text.ts'
import { NotUnderstood } from '../messages/not-understood.ts'
import { type OtlpMetric, type OtlpPart, type OtlpPoint, readOtlpJson } from '../messages/otlp-part.ts'
import type { SourceMessage, SourceReading, Statement } from '../messages/source-message.ts'
import { readOtlpProtobuf } from '../protobuf/otlp-metrics.ts'
import { putValue } from '../values/metric-keys.ts'
import { seriesKey } from '../values/series-key.ts'
import type { SourceFormat, SourceResponse } from './source-format.ts'

const JSON_MEDIA = 'application/json'
const PROTOBUF_MEDIA = 'application/x-protobuf'
const [OPENING_BRACE, SPACE] = [0x7b, 0x20]
const WHEN_SEVERAL = ['auto', 'always', 'never'] as const
const OF_HISTOGRAMS = ['count', 'sum', 'min', 'max'] as const
const NOT_STORED = 'Summaries are not stored'
const UNTIL_MS = 1e14
/** Each point of a metric has its name in its key: a long name of many points would cost too much. */
const NAME_LENGTH = 256

/** Metrics of OpenTelemetry over HTTP, in JSON and protobuf. */
export const otlpFormat = {
  module: 'factory',
  settings: Type.Object({
    /**
     * Attributes of the resource that name the device; the first that it has counts. `service.instance.id` is not among
     * them, because many senders make a new one at each start.
     */
    device_attributes: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
      maxItems: 20,
      default: ['device.id', 'host.name', 'service.name'],
    }),
    /** Whether values of attributes are in keys. `auto`: of a metric that has several series in a message. */
    attributes_in_keys: Type.Enum([...WHEN_SEVERAL], { default: 'auto' }),
  }),
  paths: ['', '/v1/metrics'],

  split(message) {
    return isJson(message) ? readOtlpJson(parseMessageJson(bodyText(message.body))) : readOtlpProtobuf(message.body)
  },

  read(part, { settings }) {
    const { device_attributes, attributes_in_keys } = settings as unknown as OtlpSettings
    const named = device_attributes.find((name) => isText(Object.hasOwn(part.resource, name) && part.resource[name]))
    if (named === undefined) throw new NotUnderstood('no_device', { at: '/resource' })
    const externalId = String(part.resource[named])
    const readings: Readings = new Map()
    for (const metric of part.metrics) putMetric(readings, metric, attributes_in_keys)
    const found = [...readings.values()].flat()
    if (found.length === 0) throw new NotUnderstood(part.summaries > 0 ? 'bad_value' : 'no_values')
    return found.map((reading, place): Statement => ({ externalId, reading, place: String(place) }))
  },

  stored: exportResponse,
} satisfies SourceFormat<OtlpPart>

interface OtlpSettings {
  device_attributes: string[]
  attributes_in_keys: (typeof WHEN_SEVERAL)[number]
}

/** By time; several of one time if it has more values than a reading can hold. */
type Readings = Map<number | undefined, SourceReading[]>

/** Sums are stored as they are sent: what a delta is to be added to is known to its sender only. */
function putMetric(
  readings: Readings,
  { name, points }: OtlpMetric,
  setting: OtlpSettings['attributes_in_keys'],
): void {
  const words = points.map(({ attributes }) => attributeWords(attributes))
  const first = words[0]?.join('\0')
  const isSeveral = setting === 'always' || (setting === 'auto' && words.some((other) => other.join('\0') !== first))
  for (const [place, point] of points.entries()) {
    const key = [name.slice(0, NAME_LENGTH), ...(isSeveral ? words[place]! : [])]
    if (point.value !== undefined) putPoint(readings, point, key, point.value)
    for (const part of OF_HISTOGRAMS)
      if (point[part] !== undefined) putPoint(readings, point, [...key, part], point[part])
  }
}

const attributeWords = (attributes: OtlpPoint['attributes']): string[] =>
  Object.keys(attributes)
    .sort()
    .map((name) => String(attributes[name]))

function putPoint(readings: Readings, { ts }: OtlpPoint, words: string[], value: number): void {
  const key = seriesKey(words)
  if (key === null || !Number.isFinite(value) || Math.abs(ts ?? 0) >= UNTIL_MS) return
  const ofTime = readings.get(ts) ?? []
  if (ofTime.length === 0) readings.set(ts, ofTime)
  let reading = ofTime.at(-1)
  if (reading === undefined || Object.keys(reading.metrics).length === MAX_KEYS) {
    reading = { ...(ts !== undefined && { ts }), metrics: {}, flags: {} }
    ofTime.push(reading)
  }
  putValue(reading, key, value)
}

const isText = (value: unknown): boolean => value !== '' && (typeof value === 'string' || typeof value === 'number')

/** Senders that name no media type are told apart by the first byte, which is a small one in protobuf. */
function isJson({ media, body }: SourceMessage): boolean {
  if (media === JSON_MEDIA || media === PROTOBUF_MEDIA) return media === JSON_MEDIA
  return body[0] === OPENING_BRACE || body[0] === SPACE
}

/** In the encoding of the request; it says how many data points are not stored. */
function exportResponse(message: SourceMessage, parts: readonly OtlpPart[]): SourceResponse {
  const rejected = parts.reduce((sum, { summaries }) => sum + summaries, 0)
  if (isJson(message)) {
    const partialSuccess = { rejectedDataPoints: String(rejected), errorMessage: NOT_STORED }
    return { status: 200, media: JSON_MEDIA, body: JSON.stringify(rejected > 0 ? { partialSuccess } : {}) }
  }
  return { status: 200, media: PROTOBUF_MEDIA, body: rejected > 0 ? partialSuccessBytes(rejected) : Buffer.alloc(0) }
}

/** `ExportMetricsServiceResponse { partial_success { rejected_data_points, error_message } }`. */
function partialSuccessBytes(rejected: number): Buffer {
  const text = Buffer.from(NOT_STORED)
  const inner = Buffer.concat([Buffer.from([0x08, ...varint(rejected), 0x12, text.length]), text])
  return Buffer.concat([Buffer.from([0x0a, inner.length]), inner])
}

function varint(number: number): number[] {
  const bytes: number[] = []
  let rest = number
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return [...bytes, rest]
}
