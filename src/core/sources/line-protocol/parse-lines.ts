import { MOST_PARTS } from '../messages/source-message.ts'
import { lineTime } from './line-time.ts'

/** A line as it was understood. */
export interface LinePoint {
  measurement: string
  tags: Record<string, string>
  fields: Record<string, number | boolean | string>
  /** Milliseconds since 1970. */
  ts?: number
  /** Fields whose value no reading can hold: beyond 2^53, or NaN. */
  left_out?: string[]
}

export interface BrokenLine {
  /** Which line of the body, from 1 on. */
  line: number
  text: string
  /** The part of it that is wrong. */
  wrong: 'measurement' | 'tags' | 'fields' | 'time' | 'encoding'
}

/**
 * `at` is where parsing has come to, `breaks` how many line breaks stood in quoted texts, `names` how many tags and fields
 * there still may be.
 */
interface Cursor {
  readonly text: string
  readonly precision: string
  at: number
  breaks: number
  names: number
}

const [TAB, LF, CR, SPACE, QUOTE, HASH, COMMA, EQUALS, BACKSLASH] = [9, 10, 13, 32, 34, 35, 44, 61, 92]
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const WHOLE = /^[+-]?\d+[iu]$/
const NOT_FINITE = /^[+-]?(?:nan|inf|infinity)$/i
/** Tags and fields of a message: most have some thousand, and a million takes seconds. */
const MOST_NAMES = 250_000
/** Stands where bytes were no UTF-8. */
const REPLACED = '\ufffd'
const TRUE = new Set(['t', 'T', 'true', 'True', 'TRUE'])
const FALSE = new Set(['f', 'F', 'false', 'False', 'FALSE'])

/**
 * Parses InfluxDB line protocol, as docs.influxdata.com describes it and InfluxDB 1.8 reads it, in linear time. A line
 * that breaks a rule is kept as its text, and parsing goes on behind the end of the line in which it broke. `precision`
 * is that of the query. `damaged` says that some of the bytes were no text: lines that show it are broken. It ends soon
 * behind the most parts that a message may have.
 */
export function parseLines(
  text: string,
  { precision = 'ns', damaged = false }: { precision?: string; damaged?: boolean } = {},
): (LinePoint | BrokenLine)[] {
  const lines: (LinePoint | BrokenLine)[] = []
  const cursor: Cursor = { text, precision, at: 0, breaks: 0, names: MOST_NAMES }
  for (let line = 1; cursor.at < text.length && lines.length <= MOST_PARTS; line += 1) {
    skipBlanks(cursor)
    const start = cursor.at
    const first = text.charCodeAt(start)
    if (first !== HASH && !endsLine(text, start)) {
      const point: LinePoint = { measurement: '', tags: {}, fields: {} }
      const wrong = parsePoint(cursor, point)
      skipToLineEnd(cursor)
      const isDamaged = damaged && text.slice(start, cursor.at).includes(REPLACED)
      if (wrong === null && !isDamaged) lines.push(point)
      else lines.push({ line, text: text.slice(start, cursor.at).trimEnd(), wrong: wrong ?? 'encoding' })
    } else skipToLineEnd(cursor)
    cursor.at += 1
    line += cursor.breaks
    cursor.breaks = 0
  }
  return lines
}

/** Null, or what is wrong. */
function parsePoint(cursor: Cursor, point: LinePoint): BrokenLine['wrong'] | null {
  const measurement = scanName(cursor, LF)
  if (measurement === '') return 'measurement'
  point.measurement = measurement.includes('\\') ? measurement.replaceAll(/\\([, ])/g, '$1') : measurement
  if (!parseTags(cursor, point.tags)) return 'tags'
  skipBlanks(cursor)
  if (!parseFields(cursor, point)) return 'fields'
  skipBlanks(cursor)
  return parseTime(cursor, point) ? null : 'time'
}

function parseTags(cursor: Cursor, tags: LinePoint['tags']): boolean {
  while (cursor.text.charCodeAt(cursor.at) === COMMA) {
    cursor.at += 1
    const name = scanName(cursor, EQUALS)
    cursor.names -= 1
    if (cursor.names < 0 || name === '' || cursor.text.charCodeAt(cursor.at) !== EQUALS) return false
    cursor.at += 1
    const value = scanName(cursor, EQUALS)
    if (value === '' || name === '__proto__') return false
    tags[name.includes('\\') ? unescaped(name) : name] = value.includes('\\') ? unescaped(value) : value
  }
  return cursor.text.charCodeAt(cursor.at) === SPACE
}

function parseFields(cursor: Cursor, point: LinePoint): boolean {
  const { text } = cursor
  do {
    const scanned = scanName(cursor, EQUALS)
    cursor.names -= 1
    if (cursor.names < 0 || scanned === '' || text.charCodeAt(cursor.at) !== EQUALS) return false
    const name = scanned.includes('\\') ? unescaped(scanned) : scanned
    if (name === '__proto__') return false
    cursor.at += 1
    const value = text.charCodeAt(cursor.at) === QUOTE ? parseText(cursor) : fieldValue(scanName(cursor, LF))
    if (value === undefined) return false
    if (value === null) {
      point.left_out ??= []
      point.left_out.push(name)
    } else point.fields[name] = value
    cursor.at += 1
  } while (text.charCodeAt(cursor.at - 1) === COMMA)
  cursor.at -= 1
  return text.charCodeAt(cursor.at) === SPACE || endsLine(text, cursor.at)
}

function parseTime(cursor: Cursor, point: LinePoint): boolean {
  if (endsLine(cursor.text, cursor.at)) return true
  const ts = lineTime(scanName(cursor, LF), cursor.precision)
  skipBlanks(cursor)
  if (ts === null || !endsLine(cursor.text, cursor.at)) return false
  point.ts = ts
  return true
}

/** Reads, still escaped, up to a comma, a space, the end of the line, or `stop`, which is an equals sign where one ends a name. */
function scanName(cursor: Cursor, stop: number): string {
  const { text } = cursor
  const start = cursor.at
  let at = start
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code > BACKSLASH) continue
    if (code === BACKSLASH && !endsLine(text, at + 1)) at += text.charCodeAt(at + 1) === BACKSLASH ? 0 : 1
    else if (code === COMMA || code === SPACE || code === stop || endsLine(text, at)) break
  }
  cursor.at = Math.min(at, text.length)
  return text.slice(start, cursor.at)
}

/**
 * A text in quotes, which may hold line breaks. An end that is missing is looked for only once: if it is, no quotation
 * mark that could begin another text is behind it.
 */
function parseText(cursor: Cursor): string | undefined {
  const { text } = cursor
  const start = cursor.at + 1
  let escapes = false
  let breaks = 0
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      cursor.at = at + 1
      cursor.breaks += breaks
      const value = text.slice(start, at)
      return escapes ? value.replaceAll(/\\(["\\])/g, '$1') : value
    }
    if (code === LF) breaks += 1
    if (code !== BACKSLASH) continue
    const next = text.charCodeAt(at + 1)
    if (next !== QUOTE && next !== BACKSLASH) continue
    escapes = true
    at += 1
  }
  return undefined
}

/** Null for a value that no reading can hold, undefined for none. */
function fieldValue(source: string): number | boolean | null | undefined {
  if (NUMBER.test(source)) {
    const number = Number(source)
    return Number.isFinite(number) ? number : null
  }
  if (WHOLE.test(source)) {
    const number = Number(source.slice(0, -1))
    return Number.isSafeInteger(number) ? number : null
  }
  if (TRUE.has(source)) return true
  if (FALSE.has(source)) return false
  return NOT_FINITE.test(source) ? null : undefined
}

const unescaped = (name: string): string => name.replaceAll(/\\([,= "])/g, '$1')

const endsLine = (text: string, at: number): boolean => {
  if (at >= text.length) return true
  const code = text.charCodeAt(at)
  return code === LF || (code === CR && (at + 1 === text.length || text.charCodeAt(at + 1) === LF))
}

function skipBlanks(cursor: Cursor): void {
  for (;;) {
    const code = cursor.text.charCodeAt(cursor.at)
    if (code !== SPACE && code !== TAB) return
    cursor.at += 1
  }
}

function skipToLineEnd(cursor: Cursor): void {
  const end = cursor.text.indexOf('\n', cursor.at)
  cursor.at = end === -1 ? cursor.text.length : end
}
