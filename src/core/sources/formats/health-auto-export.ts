import Type from 'typebox'
import { indexSamples, type SampleIndex } from '../health-auto-export/index-samples.ts'
import { isJsonObject, parseMessageJson } from '../messages/json-text.ts'
import { NotUnderstood, type SourceReason } from '../messages/not-understood.ts'
import type { SourceReading, Statement } from '../messages/source-message.ts'
import { messageTime } from '../values/message-times.ts'
import { metricKey, numberOf, putValue } from '../values/metric-keys.ts'
import { type VitalQuantity, vitalSignValue } from '../vital-signs/vital-sign-units.ts'
import type { SourceFormat } from './source-format.ts'

const MIB = 1_048_576
/** Metrics of a reading. */
const MOST_TOGETHER = 64
/** Bytes; those of the app have some hundred. */
const LONGEST_SAMPLE = 4_096

/** A sample of a metric, without the name of the watch or app that measured it, which often holds that of its owner. */
interface Sample {
  name: string
  units: string
  /** Times and the phase of sleep. */
  texts: Record<string, string>
  values: Record<string, number>
}

interface HealthPart {
  samples: Sample[]
  /** One of its samples is no JSON. */
  broken?: true
}

const TEXTS = ['date', 'endDate', 'startDate', 'sleepEnd', 'value'] as const

/** Metrics of HealthKit that are vital signs of ours. Others keep their names, and their units except for °F. */
const VITAL_SIGNS = new Map<string, { key: string; quantity: VitalQuantity }>([
  ['heart_rate', { key: 'heart_rate', quantity: 'rate' }],
  ['respiratory_rate', { key: 'respiratory_rate', quantity: 'rate' }],
  ['blood_pressure', { key: '', quantity: 'pressure' }],
  ['blood_glucose', { key: 'glucose', quantity: 'glucose' }],
  ['blood_oxygen_saturation', { key: 'spo2', quantity: 'share' }],
  ['body_temperature', { key: 'temperature', quantity: 'temperature' }],
])

/** Fields of a sample with what they add to the name of its metric. */
const SUFFIXES = new Map([
  ['qty', ''],
  ['Avg', ''],
  ['avg', ''],
  ['Min', '_min'],
  ['Max', '_max'],
])

/**
 * The app Health Auto Export, which sends what an iPhone and an Apple Watch measured, whole days again and again. The
 * samples of one time are one part, oldest first, so that what is sent again makes the same readings. Workouts are no
 * measurements of one time, and left out.
 */
export const healthAutoExportFormat = {
  module: 'health',
  settings: Type.Object({ device: Type.String({ default: 'phone', minLength: 1, maxLength: 200 }) }),
  paths: [''],
  limitBytes: 32 * MIB,
  mostReadings: 250_000,
  split({ body }) {
    return partsOf(body, indexSamples(body))
  },
  read(part, { settings, timeZone }) {
    if (!Array.isArray(part?.samples)) throw new NotUnderstood('wrong_form')
    const readings = new Map<number, SourceReading>()
    const reasons: SourceReason[] = part.broken ? [{ code: 'not_json' }] : []
    for (const sample of part.samples) {
      const ts = timeOf(sample, timeZone)
      if (ts === null) {
        reasons.push({ code: 'bad_time', at: sample.name })
        continue
      }
      const reading = readings.get(ts) ?? { ts, metrics: {}, flags: {} }
      readings.set(ts, reading)
      putSample(reading, sample, reasons)
    }
    const externalId = typeof settings.device === 'string' && settings.device !== '' ? settings.device : 'phone'
    const measured = [...readings.values()].filter(({ metrics }) => Object.keys(metrics).length > 0)
    const reason = reasons[0]
    if (measured.length === 0)
      throw reason === undefined ? new NotUnderstood('no_values') : new NotUnderstood(reason.code, reason)
    return measured.map(
      (reading): Statement => ({
        externalId,
        reading,
        place: String(reading.ts),
        ...(reason === undefined ? {} : { reason }),
      }),
    )
  },
  stored: () => ({ status: 200, media: 'application/json', body: '{}' }),
} satisfies SourceFormat<HealthPart>

/** Samples of the same time together; those whose time is of another form each alone. */
function* partsOf(body: Buffer, index: SampleIndex): Generator<HealthPart> {
  const order = new Uint32Array(index.count).map((_, place) => place)
  order.sort((one, other) => compared(index.times[one]!, index.times[other]!) || one - other)
  let part: HealthPart = { samples: [] }
  let [time, taken] = [Number.NaN, 0]
  for (const place of order) {
    const ownTime = index.times[place]!
    if (taken > 0 && (ownTime !== time || !Number.isFinite(ownTime) || taken === MOST_TOGETHER)) {
      yield part
      part = { samples: [] }
      taken = 0
    }
    time = ownTime
    taken += 1
    const { name, units } = index.byMetric[index.metrics[place]!]!
    const sample = sampleOf(body.subarray(index.starts[place], index.ends[place]), name, units)
    if (sample === null) part.broken = true
    else part.samples.push(sample)
  }
  if (taken > 0) yield part
}

const compared = (one: number, other: number): number => (one < other ? -1 : one > other ? 1 : 0)

/** Null if it is no JSON, or larger than any sample. */
function sampleOf(bytes: Buffer, name: string, units: string): Sample | null {
  if (bytes.length > LONGEST_SAMPLE) return null
  let parsed: unknown
  try {
    parsed = parseMessageJson(bytes.toString())
  } catch {
    return null
  }
  if (!isJsonObject(parsed)) return null
  const sample: Sample = { name, units, texts: {}, values: {} }
  for (const text of TEXTS) {
    const value = parsed[text]
    if (typeof value === 'string') sample.texts[text] = value.slice(0, 64)
  }
  let count = 0
  for (const field in parsed) {
    const value = parsed[field]
    if (typeof value === 'number' && Number.isFinite(value) && count < MOST_TOGETHER) {
      sample.values[field.slice(0, 64)] = value
      count += 1
    }
  }
  return sample
}

const TWELVE_HOURS = /^(\d{4}-\d\d-\d\d) (\d{1,2})(:\d\d:\d\d)\s([AP])M ([+-]\d{4})$/i

/** A sum of sleep has a date alone, and counts when the sleep ended. A phone that shows AM and PM writes them as well. */
function timeOf({ texts }: Sample, timeZone: string): number | null {
  for (const text of [texts?.date, texts?.endDate, texts?.sleepEnd, texts?.startDate]) {
    const twelve = text === undefined ? null : TWELVE_HOURS.exec(text)
    const hour = twelve === null ? 0 : (Number(twelve[2]) % 12) + (twelve[4]!.toUpperCase() === 'P' ? 12 : 0)
    const time =
      twelve === null
        ? messageTime(text, timeZone)
        : messageTime(`${twelve[1]} ${String(hour).padStart(2, '0')}${twelve[3]} ${twelve[5]}`, timeZone)
    if (time !== null) return time
  }
  return null
}

function putSample(reading: SourceReading, { name, units, texts, values }: Sample, reasons: SourceReason[]): void {
  const sign = VITAL_SIGNS.get(name)
  const base = sign?.key ?? metricKey(name)
  if (base === null || !isJsonObject(values)) return
  for (const field in values) {
    const value = numberOf(values[field])
    if (value === null) continue
    const converted = sign === undefined ? inCelsius(value, units) : vitalSignValue(sign.quantity, value, units)
    if (converted === null) reasons.push({ code: 'unknown_measure', at: name, detail: units })
    else if (!Number.isFinite(converted)) reasons.push({ code: 'bad_value', at: name })
    else putValue(reading, keyOf(base, field, texts.value), converted)
  }
}

/** `heart_rate_max`, `sleep_analysis_rem`; `systolic` of the pressure of blood. */
function keyOf(base: string, field: string, phase: string | undefined): string {
  if (base === 'sleep_analysis' && field === 'qty' && phase !== undefined) return `${base}_${phase}`
  const suffix = SUFFIXES.get(field)
  return suffix === undefined ? `${base}_${field}` : base + suffix
}

const inCelsius = (value: number, units: string): number =>
  units === 'degF' ? (vitalSignValue('temperature', value, units) ?? value) : value
