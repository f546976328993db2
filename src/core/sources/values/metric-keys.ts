import { MAX_KEYS, NUMBER_FLAG, TEXT_METRIC } from '../../telemetry/reading.ts'
import { parseNumber } from '../../telemetry/values.ts'
import { isJsonObject } from '../messages/json-text.ts'
import type { SourceReading } from '../messages/source-message.ts'

const LONGEST_KEY = 64
/** Longer texts are none that a sensor wrote, and would be looked through for each value. */
const LONGEST_NUMBER = 100
const DEEPEST = 8
/** Names of one object that are looked at: far more than a reading holds. */
const MOST_NAMES = 1_000
/** Nearly every name of a machine is one already, which is found in a tenth of the time. */
const KEY = /^[a-z](?:[a-z\d]|_(?=[a-z\d])){0,63}$/

/** Names come again with every message. */
const known = new Map<string, string | null>()
const MOST_KNOWN = 4_096
const LONGEST_KNOWN = 128

/** A name as keys of readings are written: `TempC_SHT` is `temp_c_sht`. Null if nothing is left of it. */
export function metricKey(name: string): string | null {
  if (KEY.test(name)) return name
  const before = known.get(name)
  if (before !== undefined) return before
  const key = madeKey(name)
  if (known.size >= MOST_KNOWN) known.clear()
  if (name.length <= LONGEST_KNOWN) known.set(name, key)
  return key
}

function madeKey(name: string): string | null {
  const words = name
    .slice(0, 4 * LONGEST_KEY)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '_')
    .replace(/^_*(?=[a-z])/, '')
    .replace(/_+$/, '')
  const key = /^[a-z]/.test(words) ? words : `n${words.startsWith('_') ? '' : '_'}${words}`
  return /[a-z\d]/.test(words) ? key.slice(0, LONGEST_KEY).replace(/_+$/, '') : null
}

/** A number, or a text that is one; null for anything else. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'string' && value.length <= LONGEST_NUMBER ? parseNumber(value) : null
}

/** Puts a number or a boolean under its key, if there is room. Texts are left out. */
export function putValue(reading: Pick<SourceReading, 'metrics' | 'flags'>, name: string, value: unknown): void {
  const key = metricKey(name)
  if (key === null) return
  if (typeof value === 'boolean') {
    if (key !== NUMBER_FLAG && hasRoom(reading.flags, key)) reading.flags[key] = value
    return
  }
  const number = numberOf(value)
  if (number === null || key === TEXT_METRIC) return
  if (key === NUMBER_FLAG) {
    if (hasRoom(reading.flags, key)) reading.flags[key] = number
  } else if (hasRoom(reading.metrics, key)) reading.metrics[key] = number
}

/** Puts all numbers and booleans of an object under their keys; those further inside have the names on the way to them. */
export function putValues(
  reading: Pick<SourceReading, 'metrics' | 'flags'>,
  values: unknown,
  prefix = '',
  levels = DEEPEST,
): void {
  if (levels === 0) return
  if (isJsonObject(values)) {
    let names = 0
    for (const name in values) {
      names += 1
      if (names > MOST_NAMES) return
      putNested(reading, values[name], prefix + name, levels)
    }
  } else if (Array.isArray(values)) {
    for (const [place, value] of values.slice(0, MAX_KEYS).entries())
      putNested(reading, value, `${prefix}${place}`, levels)
  }
}

function putNested(
  reading: Pick<SourceReading, 'metrics' | 'flags'>,
  value: unknown,
  name: string,
  levels: number,
): void {
  if (typeof value === 'object') putValues(reading, value, `${name}_`, levels - 1)
  else putValue(reading, name, value)
}

const hasRoom = (values: object, key: string): boolean =>
  Object.hasOwn(values, key) || Object.keys(values).length < MAX_KEYS
