import type { ReadingRecord } from './reading-record.ts'

/** The time of receipt, and the order of arrival in its microseconds. */
export function receiptOf(microseconds: number): Pick<ReadingRecord, 'received_at' | 'arrival'> {
  const ms = Math.floor(microseconds / 1_000)
  return { received_at: new Date(ms), arrival: microseconds - ms * 1_000 }
}
