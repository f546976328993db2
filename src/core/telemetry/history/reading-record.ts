import type { Module } from '../../vocabulary/modules.ts'

/** Histories are ordered by time and then by digest. */
export interface HistoryRow {
  at: Date
  /** Text, since it may exceed the exact range of a JavaScript number. */
  digest: string
}

/** A stored reading. Its values have the order of jsonb, by the length of the key and then by the alphabet. */
export interface ReadingRecord extends HistoryRow {
  ts: number
  received_at: Date
  /** See `RuleReading`. */
  arrival: number
  module: Module
  lat: number | null
  lng: number | null
  battery: number | null
  signal: number | null
  metrics: Record<string, unknown>
  flags: Record<string, unknown>
  clock_suspect: boolean
}
