import { hash } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { fieldError, RequestError } from '../../platform/errors.ts'
import { MODULES, type Module } from '../vocabulary/modules.ts'

export const MAX_KEYS = 64
const KEY = '^[a-z][a-z0-9_]{0,63}$'
/** Without NUL and lone surrogates: PostgreSQL stores neither. */
const TEXT = '^[^\\u0000\\ud800-\\udfff]*$'
/** Timestamps below this are seconds; up to its thousandfold, milliseconds; larger ones are refused. */
const SECONDS_BELOW = 1e11
const TIMESTAMP_LIMIT = 1e14 - 1
export const YEAR_2000_MS = Date.UTC(2000, 0, 1)
const FUTURE_SUSPECT_MS = 24 * 3_600_000

/** It is stored as the microseconds of the time of receipt. */
const LAST_ARRIVAL = 999

/** The only metric that is a text. */
export const TEXT_METRIC = 'gas_type'
/** The only flag that is a number. */
export const NUMBER_FLAG = 'impact_g_force'

const optionalNumber = (options: object = {}) =>
  Type.Optional(Type.Unsafe<number | null>({ type: ['number', 'null'], ...options }))

/** Body of one reading from a device. Units: percent, dBm, degrees; see docs/devices.md. */
export const ReadingBody = Type.Object({
  module: Type.Enum([...MODULES]),
  ts: Type.Optional(
    Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: -TIMESTAMP_LIMIT, maximum: TIMESTAMP_LIMIT }),
  ),
  lat: optionalNumber({ minimum: -90, maximum: 90 }),
  lng: optionalNumber({ minimum: -180, maximum: 180 }),
  battery: optionalNumber(),
  signal: optionalNumber(),
  metrics: Type.Optional(
    Type.Unsafe<Record<string, number | string | null> | null>({
      type: ['object', 'null'],
      maxProperties: MAX_KEYS,
      properties: { [TEXT_METRIC]: { type: ['string', 'null'], maxLength: 64, pattern: TEXT } },
      patternProperties: { [`^(?!${TEXT_METRIC}$)${KEY.slice(1)}`]: { type: ['number', 'null'] } },
      additionalProperties: false,
    }),
  ),
  flags: Type.Optional(
    Type.Unsafe<Record<string, boolean | number | null> | null>({
      type: ['object', 'null'],
      maxProperties: MAX_KEYS,
      properties: { [NUMBER_FLAG]: { type: ['number', 'null'] } },
      patternProperties: { [`^(?!${NUMBER_FLAG}$)${KEY.slice(1)}`]: { type: ['boolean', 'null'] } },
      additionalProperties: false,
    }),
  ),
})
export type ReadingBody = Static<typeof ReadingBody>

export type Values = Readonly<Record<string, number | string | boolean>>

const NOTHING: Values = Object.freeze({})

/** A reading as rules evaluate it. Times are milliseconds since 1970. */
export interface RuleReading {
  module: Module
  /** The timestamp as sent. */
  ts: number
  /** Event time: when the device measured. */
  at: number
  received_at: number
  /** Place among the readings of the same time that came with it, in the order of arrival: 0, 1, … */
  arrival: number
  /** The time used for lateness and "latest": the event time, or the time of receipt if that is earlier. */
  evaluated_at: number
  clock_suspect: boolean
  lat: number | null
  lng: number | null
  battery: number | null
  signal: number | null
  /** Without nulls. */
  metrics: Values
  flags: Values
}

/** A parsed reading. */
export interface Reading extends RuleReading {
  /** Metrics as JSON with sorted keys, null if empty. */
  metrics_json: string | null
  flags_json: string | null
  /**
   * Identifies the content: readings with the same device, event time and digest are the same. 64 bits of SHA-256,
   * signed.
   */
  digest: bigint
}

/** Parses a valid body. Pure. Throws 400 if only one of latitude and longitude is given. */
export function toReading(body: ReadingBody, receivedAt: number): Reading {
  const lat = body.lat ?? null
  const lng = body.lng ?? null
  if ((lat === null) !== (lng === null)) throw halfPosition(lat === null ? '/lat' : '/lng')
  const ts = body.ts ?? Math.floor(receivedAt / 1_000)
  const sentAt = timestampMs(ts)
  const clock_suspect = sentAt < YEAR_2000_MS || sentAt > receivedAt + FUTURE_SUSPECT_MS
  const at = clock_suspect ? receivedAt : sentAt
  const metrics = withoutNulls(body.metrics)
  const flags = withoutNulls(body.flags)
  const reading = {
    module: body.module as Module,
    ts,
    at,
    received_at: receivedAt,
    arrival: 0,
    evaluated_at: Math.min(at, receivedAt),
    clock_suspect,
    lat,
    lng,
    battery: body.battery ?? null,
    signal: body.signal ?? null,
    metrics,
    metrics_json: sortedJson(metrics),
    flags,
    flags_json: sortedJson(flags),
  }
  return { ...reading, digest: digestOf(reading) }
}

/** The order in which rules see readings that came together. */
export const inOrderOfEvaluation = (one: RuleReading, other: RuleReading): number =>
  one.evaluated_at - other.evaluated_at || one.at - other.at || inOrderOfReceipt(one, other)

/** The order in which readings came; those that came together in the order in which rules saw them. */
export const inOrderOfArrival = (one: RuleReading, other: RuleReading): number =>
  one.received_at - other.received_at || inOrderOfEvaluation(one, other)

const inOrderOfReceipt = (one: RuleReading, other: RuleReading): number =>
  one.received_at - other.received_at || one.arrival - other.arrival

/**
 * Sorts readings of one device, in the order in which they came, into that in which rules see them. Those of the same time
 * keep their order, and say so.
 */
export function sortForEvaluation(readings: RuleReading[]): void {
  readings.sort(inOrderOfEvaluation)
  for (let place = 1; place < readings.length; place += 1) {
    const [before, reading] = [readings[place - 1]!, readings[place]!]
    const cameTogether = before.at === reading.at && before.received_at === reading.received_at
    if (cameTogether && reading.arrival <= before.arrival) reading.arrival = Math.min(before.arrival + 1, LAST_ARRIVAL)
  }
}

/** Converts a timestamp in seconds or milliseconds, distinguished by its size, to milliseconds. */
export const timestampMs = (ts: number): number => (Math.abs(ts) < SECONDS_BELOW ? ts * 1_000 : ts)

function halfPosition(missing: string): Error {
  const error = fieldError(missing, 'half_position')
  return new RequestError(400, error, { errors: [error] })
}

function withoutNulls(values: Record<string, number | string | boolean | null> | null | undefined): Values {
  if (values === null || values === undefined) return NOTHING
  for (const key in values) {
    if (values[key] !== null) continue
    return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Values
  }
  return values as Values
}

/**
 * JSON with sorted keys, so that equal contents have equal texts. Keys match `KEY`, so they need no escaping. They are
 * in the order of jsonb, by length and then alphabetically, which saves PostgreSQL from sorting them.
 */
export function sortedJson(values: Values): string | null {
  const keys = Object.keys(values)
  if (keys.length === 0) return null
  if (keys.length > 1) keys.sort(inOrderOfJsonb)
  let json = '{'
  for (const key of keys) {
    const value = values[key]
    json += `${json === '{' ? '' : ','}"${key}":${typeof value === 'string' ? JSON.stringify(value) : String(value)}`
  }
  return `${json}}`
}

export const inOrderOfJsonb = (one: string, other: string) => one.length - other.length || (one < other ? -1 : 1)

/** The content that a digest covers. */
type ReadingContent = Pick<
  Reading,
  'module' | 'ts' | 'clock_suspect' | 'lat' | 'lng' | 'battery' | 'signal' | 'metrics_json' | 'flags_json'
>

const digestBytes = new DataView(new ArrayBuffer(8))

export function digestOf(reading: ReadingContent): bigint {
  const { module, lat, lng, battery, signal, metrics_json, flags_json } = reading
  // Readings of a suspect clock share the time of receipt, so the device's timestamp distinguishes them.
  const clock = reading.clock_suspect ? reading.ts : ''
  const content = `${module}|${clock}|${lat}|${lng}|${battery}|${signal}|${metrics_json}|${flags_json}`
  // As text, a hash costs 0.4 µs, as a buffer 1.1.
  const bytes = hash('sha256', content, 'binary')
  for (let place = 0; place < 8; place += 1) digestBytes.setUint8(place, bytes.charCodeAt(place))
  return digestBytes.getBigInt64(0, true)
}
