import { toRuleReading } from '../../../core/rehearsal/preview/stored-readings.ts'
import type { ReadingRecord } from '../../../core/telemetry/history/reading-record.ts'
import { evaluationTime, type NewestReading } from '../../../core/telemetry/latest/evaluation-time.ts'
import { inOrderOfArrival } from '../../../core/telemetry/reading.ts'

export const MARKS = ['raised', 'located', 'late', 'suspect'] as const
type Mark = (typeof MARKS)[number]

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
  const arrived = readings.map((record) => ({ record, ...toRuleReading(record) })).sort(inOrderOfArrival)
  for (const reading of arrived) {
    const evaluated_at = evaluationTime(reading, newest)
    if (newest !== null && evaluated_at < newest.evaluated_at) late.add(reading.record)
    else newest = { ...reading, evaluated_at }
  }
  return late
}
