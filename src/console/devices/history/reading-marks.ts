import { toReading } from '../../../core/rehearsal/preview/stored-readings.ts'
import type { ReadingRecord } from '../../../core/telemetry/history/reading-record.ts'
import { evaluationTime, type NewestReading } from '../../../core/telemetry/latest/evaluation-time.ts'

export const MARKS = ['raised', 'located', 'late', 'suspect'] as const
export type Mark = (typeof MARKS)[number]

export interface MarkedReading extends ReadingRecord {
  marks: ReadonlySet<Mark>
}

/** Marks for each of these readings. A reading is late if a newer one arrived before it. Pure. */
export function markedReadings(readings: readonly ReadingRecord[]): MarkedReading[] {
  const late = lateOf(readings)
  return readings.map((reading) => {
    const marks = new Set<Mark>()
    if (Object.values(reading.flags).includes(true)) marks.add('raised')
    if (reading.lat !== null) marks.add('located')
    if (late.has(reading)) marks.add('late')
    if (reading.clock_suspect) marks.add('suspect')
    return { ...reading, marks }
  })
}

function lateOf(readings: readonly ReadingRecord[]): Set<ReadingRecord> {
  const late = new Set<ReadingRecord>()
  let newest: NewestReading | null = null
  for (const record of readings.toSorted(inOrderOfArrival)) {
    const reading = toReading(record)
    const evaluated_at = evaluationTime(reading, newest)
    if (newest !== null && evaluated_at < newest.evaluated_at) late.add(record)
    else newest = { ...reading, evaluated_at }
  }
  return late
}

const inOrderOfArrival = (one: ReadingRecord, other: ReadingRecord): number =>
  one.received_at.getTime() - other.received_at.getTime() || one.at.getTime() - other.at.getTime()
