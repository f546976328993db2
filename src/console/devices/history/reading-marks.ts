import type { ReadingRecord } from '../../../core/telemetry/history/reading-record.ts'

export const MARKS = ['raised', 'located', 'late', 'suspect'] as const
export type Mark = (typeof MARKS)[number]

export interface MarkedReading extends ReadingRecord {
  marks: ReadonlySet<Mark>
}

/** Marks for each of these readings, newest first. A reading is late if a newer one arrived before it. Pure. */
export function markedReadings(readings: readonly ReadingRecord[]): MarkedReading[] {
  let firstOfNewer = Number.POSITIVE_INFINITY
  return readings.map((reading) => {
    const received = reading.received_at.getTime()
    const marks = new Set<Mark>()
    if (Object.values(reading.flags).includes(true)) marks.add('raised')
    if (reading.lat !== null) marks.add('located')
    if (received > firstOfNewer) marks.add('late')
    if (reading.clock_suspect) marks.add('suspect')
    firstOfNewer = Math.min(firstOfNewer, received)
    return { ...reading, marks }
  })
}
