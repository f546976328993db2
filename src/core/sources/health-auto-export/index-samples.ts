import { isUtf8 } from 'node:buffer'
import { NotUnderstood } from '../messages/not-understood.ts'

const DEEPEST = 32
const MOST_SAMPLES = 250_000
/** HealthKit knows some 150. */
const MOST_METRICS = 1_000
const LONGEST_NAME = 128

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d]

/** The kind of an object or array of the body. */
const [OTHER, ROOT, DATA, METRICS, METRIC, SAMPLES, SAMPLE] = [0, 1, 2, 3, 4, 5, 6]

interface Metric {
  name: string
  units: string
}

/** Where the samples of a body are. Parsed, they would take several times its room. */
export interface SampleIndex {
  count: number
  /** By sample: its first byte, the one behind it, the place of its metric, and its time as far as it is known. */
  starts: Uint32Array
  ends: Uint32Array
  metrics: Uint16Array
  /** Milliseconds since 1970; infinity for a time of another form. */
  times: Float64Array
  byMetric: Metric[]
}

/**
 * Finds the samples in a body of Health Auto Export, `{data: {metrics: [{name, units, data: [{date, …}]}]}}`, whose names
 * come in any order. It takes 20 bytes a sample and looks at each byte once. Numbers and words are not looked at: a
 * sample is parsed when it is taken. Throws `NotUnderstood`.
 */
export function indexSamples(body: Buffer): SampleIndex {
  if (!isUtf8(body)) throw new NotUnderstood('wrong_form', { detail: 'UTF-8' })
  const index = emptyIndex()
  const roles = new Uint8Array(DEEPEST + 1)
  const isArray = new Uint8Array(DEEPEST + 1)
  let depth = 0
  let isKey = false
  /** The last name in the innermost object that is not of another kind. */
  let key = ''
  let metric: Metric = { name: '', units: '' }
  let hasData = false
  let start = 0
  let time = Number.POSITIVE_INFINITY
  let firstOfMetric = 0
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === QUOTE) {
      const from = at + 1
      at = endOfText(body, from)
      const role = roles[depth]
      if (role === OTHER) continue
      if (isKey) key = keyAt(body, from, at)
      else if (role === METRIC && (key === 'name' || key === 'units')) metric[key] = textAt(body, from, at)
      else if (role === SAMPLE && key === 'date') time = timeAt(body, from, at)
    } else if (byte === COMMA) isKey = isArray[depth] === 0
    else if (byte === COLON) isKey = false
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (depth === DEEPEST) throw new NotUnderstood('not_json', { detail: 'depth' })
      const role = roleOf(depth === 0 ? null : roles[depth]!, key, byte === OPEN_ARRAY)
      depth += 1
      roles[depth] = role
      isArray[depth] = byte === OPEN_ARRAY ? 1 : 0
      isKey = byte === OPEN_OBJECT
      key = ''
      if (role === DATA) hasData = true
      else if (role === METRIC) {
        metric = { name: '', units: '' }
        firstOfMetric = index.count
      } else if (role === SAMPLE) {
        start = at
        time = Number.POSITIVE_INFINITY
      }
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      if (depth === 0 || (isArray[depth] === 1) !== (byte === CLOSE_ARRAY)) throw notJson(at)
      if (roles[depth] === SAMPLE) addSample(index, start, at + 1, time)
      else if (roles[depth] === METRIC && index.count > firstOfMetric) addMetric(index, metric)
      depth -= 1
      isKey = false
    }
  }
  if (depth > 0) throw notJson(body.length)
  if (!hasData) throw new NotUnderstood('wrong_form', { at: '/data' })
  return index
}

const notJson = (at: number): NotUnderstood => new NotUnderstood('not_json', { at: `byte ${at}` })

function endOfText(body: Buffer, from: number): number {
  let at = from
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1
  if (at >= body.length) throw notJson(body.length)
  return at
}

/** Names that matter, with their bytes. */
const KEYS = ['data', 'metrics', 'name', 'units', 'date'].map((name) => ({ name, bytes: Buffer.from(name) }))

/** Empty for all other names. Those with escapes are none of ours. No text is made of them, for there may be millions. */
function keyAt(body: Buffer, from: number, to: number): string {
  for (const { name, bytes } of KEYS) {
    if (bytes.length !== to - from) continue
    let same = 0
    while (same < bytes.length && body[from + same] === bytes[same]) same += 1
    if (same === bytes.length) return name
  }
  return ''
}

/** The text as JSON has it, with its escapes; metrics and units have none. */
const textAt = (body: Buffer, from: number, to: number): string =>
  body.toString('utf8', from, Math.min(to, from + LONGEST_NAME))

function roleOf(outer: number | null, key: string, isArray: boolean): number {
  if (outer === null) return isArray ? OTHER : ROOT
  if (outer === ROOT) return key === 'data' && !isArray ? DATA : OTHER
  if (outer === DATA) return key === 'metrics' && isArray ? METRICS : OTHER
  if (outer === METRICS) return isArray ? OTHER : METRIC
  if (outer === METRIC) return key === 'data' && isArray ? SAMPLES : OTHER
  return outer === SAMPLES && !isArray ? SAMPLE : OTHER
}

const LENGTH = '2026-05-19 00:00:00 -0700'.length

/** Knows the usual form only; ten times as fast as a parser of times. */
function timeAt(body: Buffer, from: number, to: number): number {
  if (to - from !== LENGTH) return Number.POSITIVE_INFINITY
  const digits = (place: number) => (body[from + place]! - 0x30) * 10 + body[from + place + 1]! - 0x30
  const year = digits(0) * 100 + digits(2)
  const local = Date.UTC(year, digits(5) - 1, digits(8), digits(11), digits(14), digits(17))
  const offset = (digits(21) * 60 + digits(23)) * 60_000 * (body[from + 20] === 0x2d ? -1 : 1)
  return Number.isNaN(local - offset) ? Number.POSITIVE_INFINITY : local - offset
}

const emptyIndex = (): SampleIndex => ({ count: 0, byMetric: [], ...arraysOf(1_024) })

const arraysOf = (size: number) => ({
  starts: new Uint32Array(size),
  ends: new Uint32Array(size),
  metrics: new Uint16Array(size),
  times: new Float64Array(size),
})

function addSample(index: SampleIndex, start: number, end: number, time: number): void {
  const { count } = index
  if (count === MOST_SAMPLES) throw new NotUnderstood('wrong_form', { detail: `more than ${MOST_SAMPLES} samples` })
  if (count === index.starts.length) grow(index)
  index.starts[count] = start
  index.ends[count] = end
  // The metric is pushed when it ends.
  index.metrics[count] = index.byMetric.length
  index.times[count] = time
  index.count += 1
}

function grow(index: SampleIndex): void {
  const arrays = arraysOf(Math.min(MOST_SAMPLES, Math.ceil(index.count * 1.5)))
  for (const name of ['starts', 'ends', 'metrics', 'times'] as const) arrays[name].set(index[name])
  Object.assign(index, arrays)
}

function addMetric(index: SampleIndex, metric: Metric): void {
  if (index.byMetric.length === MOST_METRICS) throw new NotUnderstood('wrong_form', { detail: 'metrics' })
  index.byMetric.push(metric)
}
