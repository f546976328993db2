import { readFile } from 'node:fs/promises'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { parseClockTime, timestamp } from '../../core/telemetry/values.ts'
import type { Module } from '../../core/vocabulary/modules.ts'
import { isNotMeasured, recordedNumber } from './cell-values.ts'
import { derivedMotions, type GpxPoint } from './gpx-motion.ts'
import {
  isPossible,
  noTimeLeft,
  type RecordedReading,
  RecordingError,
  type RecordingOptions,
} from './recorded-reading.ts'

/** A node as the parser gives it: text, or attributes and children by name without their prefix. */
type Node = string | { [name: string]: Node | Node[] | undefined }

const METADATA = XMLParser.getMetaDataSymbol() as unknown as symbol
const REPEATED = new Set(['trk', 'trkseg', 'trkpt'])
const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  removeNSPrefix: true,
  captureMetaData: true,
  isArray: (name) => REPEATED.has(name),
})

/** Reads the timed points of all tracks of a GPX 1.0 or 1.1 file in order, with speed and heading. */
export async function* gpxRecording(path: string, options: RecordingOptions = {}): AsyncGenerator<RecordedReading> {
  const { module = 'vehicle', now, onPassedOver } = options
  const segments = segmentsOf(path, await readFile(path, 'utf8'))
  const isKept = (point: FilePoint): point is GpxPoint => isTimed(point) && isPossible(point.time, now)
  const keptSegments = segments.map((segment) => segment.filter(isKept))
  const [points, timed] = [segments.flat().length, segments.flat().filter(isTimed).length]
  if (points === 0) throw new RecordingError(path, null, 'has no track points (trk, trkseg, trkpt)')
  if (timed === 0) throw new RecordingError(path, null, `none of its ${points} track points has a time`)
  if (keptSegments.flat().length === 0) throw noTimeLeft(path, timed, 'points')
  for (const point of segments.flat()) {
    if (!isKept(point)) onPassedOver?.(point.line, isTimed(point) ? 'impossible_time' : 'no_time')
  }
  for (const segment of keptSegments) {
    const motions = derivedMotions(segment)
    for (const [place, point] of segment.entries()) yield toReading(point, motions[place] ?? {}, module)
  }
}

/** A point of the file, which may lack its time. */
type FilePoint = Omit<GpxPoint, 'time'> & { time: number | null }

const isTimed = (point: FilePoint): point is GpxPoint => point.time !== null

function toReading(point: GpxPoint, metrics: Record<string, number>, module: Module): RecordedReading {
  const { line, time, lat, lng } = point
  const moves = Object.keys(metrics).length > 0
  return { line, body: { module, ts: timestamp(time), lat, lng, ...(moves ? { metrics } : {}) } }
}

function segmentsOf(path: string, text: string): FilePoint[][] {
  // The parser counts positions in text without carriage returns.
  const xml = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const gpx = parse(path, xml).gpx
  if (gpx === undefined) throw new RecordingError(path, null, 'is not GPX: there is no gpx element')
  const lineOf = lineCounter(xml)
  return children(gpx, 'trk')
    .flatMap((track) => children(track, 'trkseg'))
    .map((segment) => children(segment, 'trkpt').map((point) => toPoint(path, point, lineOf(point))))
}

/** The parser throws at entities from elsewhere, names such as __proto__, and elements within each other without end. */
function parse(path: string, xml: string): { gpx?: Node } {
  let valid: ReturnType<typeof XMLValidator.validate>
  try {
    valid = XMLValidator.validate(xml)
    if (valid === true) return PARSER.parse(xml)
  } catch (error) {
    throw new RecordingError(path, null, `cannot be read: ${(error as Error).message}`)
  }
  throw new RecordingError(path, valid.err.line, `is not XML: ${valid.err.msg}`)
}

function toPoint(path: string, node: Node, line: number): FilePoint {
  const refused = (message: string): Error => new RecordingError(path, line, message)
  const numberOf = (name: string, text: string): number => {
    // A comma in an attribute separates nothing but decimals.
    const number = recordedNumber(text, ';')
    if (number === null) throw refused(`${name} "${text}" is not a number`)
    return number
  }
  const optionalNumber = (name: string): number | null => {
    const text = textOf(node, name) ?? extensionOf(node, name)
    if (text === undefined || isNotMeasured(text, `metrics.${name}`)) return null
    const number = numberOf(name, text)
    // Some receivers say -1 for unknown, in whatever unit.
    return number < 0 ? null : number
  }
  const timeText = textOf(node, 'time')
  const time = timeText === undefined ? null : parseClockTime(timeText)
  if (timeText !== undefined && time === null) throw refused(`time "${timeText}" is not a time`)
  return {
    line,
    time,
    lat: numberOf('lat', textOf(node, 'lat') ?? ''),
    lng: numberOf('lon', textOf(node, 'lon') ?? ''),
    speed: optionalNumber('speed'),
    course: optionalNumber('course'),
  }
}

/** GPX 1.1 has no speed and course; Garmin's TrackPointExtension v2 adds them, in the units of GPX 1.0. */
function extensionOf(point: Node, name: string): string | undefined {
  const [extension] = children(point, 'extensions').flatMap((extensions) => children(extensions, 'TrackPointExtension'))
  return extension === undefined ? undefined : textOf(extension, name)
}

function children(node: Node, name: string): Node[] {
  const found = typeof node === 'string' ? undefined : node[name]
  if (found === undefined) return []
  return Array.isArray(found) ? found : [found]
}

/** The text of an attribute or a child; undefined when it is absent or empty. */
function textOf(node: Node, name: string): string | undefined {
  const [found] = children(node, name)
  const text = typeof found === 'object' ? found['#text'] : found
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}

/** Continues counting from the last node, so that all lines of a file cost one pass. */
function lineCounter(xml: string): (node: Node) => number {
  let line = 1
  let counted = 0
  return (node) => {
    const start =
      (node as unknown as Record<symbol, { startIndex: number } | undefined>)[METADATA]?.startIndex ?? counted
    for (; counted < start; counted++) if (xml[counted] === '\n') line++
    return line
  }
}
