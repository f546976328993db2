import { NotUnderstood } from '../messages/not-understood.ts'
import {
  fieldOf,
  innerCursor,
  nextField,
  type ProtobufCursor,
  packedVarints,
  protobufCursor,
  protobufDouble,
  protobufText,
} from './protobuf-reader.ts'

/** One series of a message, with its values in the order of the message. */
export interface RemoteSeries {
  labels: Record<string, string>
  samples: [ms: number, value: number][]
}

/** How many of each a message has. */
interface WriteCounts {
  samples: number
  histograms: number
}

/** `prometheus.WriteRequest` of version 1.0 and `io.prometheus.write.v2.Request`, whose fields differ. */
const V1 = { series: fieldOf(1, 'bytes'), labels: fieldOf(1, 'bytes'), histograms: fieldOf(4, 'bytes') }
const V2 = {
  symbols: fieldOf(4, 'bytes'),
  series: fieldOf(5, 'bytes'),
  references: fieldOf(1, 'bytes'),
  reference: fieldOf(1, 'varint'),
  histograms: fieldOf(3, 'bytes'),
}
const SAMPLES = fieldOf(2, 'bytes')
const [LABEL_NAME, LABEL_VALUE] = [fieldOf(1, 'bytes'), fieldOf(2, 'bytes')]
const [SAMPLE_VALUE, SAMPLE_TIME] = [fieldOf(1, 'fixed64'), fieldOf(2, 'varint')]
const HISTOGRAM = {
  count: fieldOf(1, 'varint'),
  countFloat: fieldOf(2, 'fixed64'),
  sum: fieldOf(3, 'fixed64'),
  time: fieldOf(15, 'varint'),
}
/** Two bytes can refer to a long label again and again, so all labels of a message together have at most this length. */
const MOST_LABEL_TEXT = 32 * 1024 * 1024

/** Whether it is a message of version 2, by the fields that only this version has. */
export function isVersion2(body: Buffer): boolean {
  const cursor = protobufCursor(body)
  while (nextField(cursor)) if (cursor.field === V2.symbols || cursor.field === V2.series) return true
  return false
}

/**
 * The series of a message of either version (prometheus.io/docs/specs/prw/remote_write_spec). Native histograms are two
 * series, of their count and of their sum. Throws `NotUnderstood`.
 */
export function readWriteRequest(body: Buffer): RemoteSeries[] {
  const found: RemoteSeries[] = []
  const room = { left: MOST_LABEL_TEXT }
  if (isVersion2(body)) {
    const symbols = readSymbols(body)
    for (const cursor of seriesCursors(body, V2.series)) addSeries(found, cursor, { symbols, room })
  } else for (const cursor of seriesCursors(body, V1.series)) addSeries(found, cursor, { symbols: null, room })
  return found
}

/** Counts what a message of version 2 holds. Throws `NotUnderstood`. */
export function countWrites(body: Buffer): WriteCounts {
  const counts = { samples: 0, histograms: 0 }
  for (const cursor of seriesCursors(body, V2.series)) {
    while (nextField(cursor)) {
      if (cursor.field === SAMPLES) counts.samples += 1
      else if (cursor.field === V2.histograms) counts.histograms += 1
    }
  }
  return counts
}

function* seriesCursors(body: Buffer, field: number): Generator<ProtobufCursor> {
  const cursor = protobufCursor(body)
  while (nextField(cursor)) if (cursor.field === field) yield innerCursor(cursor)
}

function readSymbols(body: Buffer): string[] {
  const symbols: string[] = []
  const cursor = protobufCursor(body)
  while (nextField(cursor)) if (cursor.field === V2.symbols) symbols.push(protobufText(cursor))
  return symbols
}

interface Naming {
  /** Those of a message of version 2. */
  symbols: string[] | null
  room: { left: number }
}

function addSeries(found: RemoteSeries[], cursor: ProtobufCursor, { symbols, room }: Naming): void {
  const labels: Record<string, string> = {}
  const references: number[] = []
  const samples: RemoteSeries['samples'] = []
  const [counts, sums]: RemoteSeries['samples'][] = [[], []]
  const histograms = symbols === null ? V1.histograms : V2.histograms
  while (nextField(cursor)) {
    if (cursor.field === SAMPLES) samples.push(readSample(innerCursor(cursor)))
    else if (cursor.field === histograms) addHistogram(innerCursor(cursor), counts!, sums!)
    else if (symbols === null) {
      if (cursor.field === V1.labels) readLabel(innerCursor(cursor), labels, room)
    } else if (cursor.field === V2.references) for (const reference of packedVarints(cursor)) references.push(reference)
    else if (cursor.field === V2.reference) references.push(cursor.varint)
  }
  if (symbols !== null) resolve(references, symbols, labels, room)
  if (samples.length > 0) found.push({ labels, samples })
  if (counts!.length === 0) return
  const name = labels.__name__ ?? ''
  found.push({ labels: { ...labels, __name__: `${name}_count` }, samples: counts! })
  found.push({ labels: { ...labels, __name__: `${name}_sum` }, samples: sums! })
}

function readLabel(cursor: ProtobufCursor, labels: RemoteSeries['labels'], room: Naming['room']): void {
  let name = ''
  let value = ''
  while (nextField(cursor)) {
    if (cursor.field === LABEL_NAME) name = protobufText(cursor)
    else if (cursor.field === LABEL_VALUE) value = protobufText(cursor)
  }
  addLabel(labels, name, value, room)
}

function resolve(references: number[], symbols: string[], labels: RemoteSeries['labels'], room: Naming['room']): void {
  for (let place = 0; place < references.length; place += 2) {
    const [name, value] = [symbols[references[place]!], symbols[references[place + 1]!]]
    if (name === undefined || value === undefined) throw new NotUnderstood('wrong_form', { detail: 'labels_refs' })
    addLabel(labels, name, value, room)
  }
}

function addLabel(labels: RemoteSeries['labels'], name: string, value: string, room: Naming['room']): void {
  room.left -= name.length + value.length + 2
  if (room.left < 0) throw new NotUnderstood('wrong_form', { detail: 'labels' })
  labels[name] = value
}

function readSample(cursor: ProtobufCursor): [ms: number, value: number] {
  let ms = 0
  let value = 0
  while (nextField(cursor)) {
    if (cursor.field === SAMPLE_VALUE) value = protobufDouble(cursor)
    else if (cursor.field === SAMPLE_TIME) ms = cursor.varint
  }
  return [ms, value]
}

function addHistogram(cursor: ProtobufCursor, counts: RemoteSeries['samples'], sums: RemoteSeries['samples']): void {
  let [ms, count, sum] = [0, 0, 0]
  while (nextField(cursor)) {
    if (cursor.field === HISTOGRAM.count) count = cursor.varint
    else if (cursor.field === HISTOGRAM.countFloat) count = protobufDouble(cursor)
    else if (cursor.field === HISTOGRAM.sum) sum = protobufDouble(cursor)
    else if (cursor.field === HISTOGRAM.time) ms = cursor.varint
  }
  counts.push([ms, count])
  sums.push([ms, sum])
}
