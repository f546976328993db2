import { isUtf8 } from 'node:buffer'
import Type from 'typebox'
import { putDeviceValue, putLocation } from '../line-protocol/device-values.ts'
import { isHomeAssistant, readHomeAssistant } from '../line-protocol/home-assistant-point.ts'
import { influxResponse } from '../line-protocol/influx-responses.ts'
import {
  DEVICE_TAGS,
  deviceTag,
  fieldKeys,
  MEASUREMENT_IN_KEYS,
  type MeasurementInKeys,
} from '../line-protocol/line-names.ts'
import { type BrokenLine, type LinePoint, parseLines } from '../line-protocol/parse-lines.ts'
import { NotUnderstood, type SourceReason } from '../messages/not-understood.ts'
import type { SourceReading, Statement } from '../messages/source-message.ts'
import type { SourceFormat } from './source-format.ts'

/** Words of `status` of a UPS, of apcupsd and of Network UPS Tools, with whether the power has failed. */
const POWER_FAILURES: ReadonlyMap<string, boolean> = new Map([
  ['ONLINE', false],
  ['OL', false],
  ['ONBATT', true],
  ['OB', true],
])

/** Up to this size, lines that are no UTF-8 are told apart from the others. */
const MOST_DAMAGED_BYTES = 1_048_576

/** InfluxDB line protocol, as Telegraf, Home Assistant, Proxmox and boards with ESP8266 or ESP32 write it. */
export const influxFormat = {
  module: 'home_infra',
  settings: Type.Object({
    /** Tags that name the device; the first that a line has counts. */
    device_tags: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 20, default: DEVICE_TAGS }),
    /** The device of lines without such a tag; if it is empty, they are not understood. */
    default_device: Type.String({ maxLength: 128, default: '' }),
    /** Whether the measurement is a part of keys. `auto`: in lines about machines. */
    measurement_in_keys: Type.Enum([...MEASUREMENT_IN_KEYS], { default: 'auto' }),
  }),
  paths: ['/write', '/api/v2/write', '/api/v3/write_lp'],

  split({ query, body }) {
    const precision = query.get('precision')
    const damaged = !isUtf8(body)
    // Its text would be three times as large.
    if (damaged && body.length > MOST_DAMAGED_BYTES) throw new NotUnderstood('wrong_form', { detail: 'UTF-8' })
    const text = body.toString('utf8').replace(/^\ufeff/, '')
    return parseLines(text, { damaged, ...(precision && { precision }) })
  },

  read(part, { settings }) {
    if ('wrong' in part) throw new NotUnderstood('wrong_form', { at: `line ${part.line}`, detail: part.wrong })
    return [isHomeAssistant(part) ? readHomeAssistant(part) : readPoint(part, settings as unknown as InfluxSettings)]
  },

  other: influxResponse,
} satisfies SourceFormat<LinePoint | BrokenLine>

interface InfluxSettings {
  device_tags: string[]
  default_device: string
  measurement_in_keys: MeasurementInKeys
}

function readPoint(point: LinePoint, settings: InfluxSettings): Statement {
  const { tags, fields, ts } = point
  const tag = deviceTag(tags, settings.device_tags)
  const externalId = tag === null ? settings.default_device : tags[tag]!
  if (externalId === '') throw new NotUnderstood('no_device')
  const reading: SourceReading = { metrics: {}, flags: {} }
  if (ts !== undefined) reading.ts = ts
  const taken = putLocation(reading, fields)
  const keyOf = fieldKeys(point, tag, settings.measurement_in_keys)
  for (const field in fields) {
    const key = taken.includes(field) ? null : keyOf(field)
    if (key !== null) putDeviceValue(reading, key, fields[field])
  }
  if (Object.hasOwn(tags, 'ups_name')) putPowerFailure(reading, tags.status ?? fields.status ?? fields.ups_status)
  const reason = leftOut(point)
  if (isEmpty(reading)) {
    const detail = point.measurement.slice(0, 64)
    if (reason !== null) throw new NotUnderstood(reason.code, { detail })
    // Line protocol says of each field that it is a text, and texts are no values: nothing is there to be mended.
    return { externalId, reading: null, reason: { code: 'no_measurement', detail } }
  }
  return { externalId, reading, ...(reason && { reason }) }
}

function putPowerFailure(reading: SourceReading, status: unknown): void {
  if (typeof status !== 'string') return
  for (const word of status.slice(0, 256).split(' ')) {
    const failed = POWER_FAILURES.get(word)
    if (failed !== undefined) reading.flags.power_failure = failed
  }
}

const leftOut = ({ left_out }: LinePoint): SourceReason | null =>
  left_out === undefined ? null : { code: 'bad_value', at: left_out[0]!.slice(0, 64) }

function isEmpty(reading: SourceReading): boolean {
  for (const _ in reading.metrics) return false
  for (const _ in reading.flags) return false
  return reading.battery === undefined && reading.signal === undefined && reading.lat === undefined
}
