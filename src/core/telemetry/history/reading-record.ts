import Type, { type Static } from 'typebox'
import { AnyObject, NullableNumber, Time } from '../../../platform/http/schemas/shapes.ts'
import { ModuleShape } from '../../vocabulary/shapes.ts'

/** Histories are ordered by time and then by digest. */
export interface HistoryRow {
  at: Date
  /** Text, since it may exceed the exact range of a JavaScript number. */
  digest: string
}

/** A stored reading. Its values have the order of jsonb, by the length of the key and then by the alphabet. */
export const ReadingShape = Type.Object(
  {
    ts: Type.Integer({ description: 'As the device sent it' }),
    at: Time,
    received_at: Time,
    module: ModuleShape,
    lat: NullableNumber,
    lng: NullableNumber,
    battery: NullableNumber,
    signal: NullableNumber,
    metrics: AnyObject,
    flags: AnyObject,
    clock_suspect: Type.Boolean({ description: 'Whether its ts was implausible; at is then the time of receipt' }),
  },
  {
    title: 'Reading',
    examples: [
      {
        ts: 1795263622,
        at: '2026-11-21T12:20:22.000Z',
        received_at: '2026-11-21T12:20:22.128Z',
        module: 'health',
        lat: null,
        lng: null,
        battery: 82,
        signal: -67,
        metrics: { systolic: 185, diastolic: 95 },
        flags: {},
        clock_suspect: false,
      },
    ],
  },
)
/** `arrival`: see `RuleReading`. */
export type ReadingRecord = Static<typeof ReadingShape> & HistoryRow & { arrival: number }
