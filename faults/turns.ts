import { setTimeout as sleep } from 'node:timers/promises'
import { type Message, malformed, tsOf } from './bodies.ts'
import { type Parcel, type Sender, send, type Turn } from './load.ts'

/** Most readings in a batch. */
const BATCH = 40
/** One batch in this many is cut off by its sender; of arrays, another one is invalid. */
const FAULTY_BATCH_EVERY = 12
const BAD_ITEM_EVERY = 11
const TRIES = 4
const AGAIN_AFTER_MS = 400

/** The reading of a device at a position in its sequence. */
export type Compose = (sender: Sender, sequence: number) => Message

/** One device in four sends batches, alternately arrays and lines. */
export const formOf = ({ device }: Sender): Parcel['form'] =>
  device % 4 !== 0 ? 'reading' : device % 8 === 0 ? 'lines' : 'array'

/** Half of the other devices send unanswered readings again, like those with batches. */
const isPatient = ({ device }: Sender): boolean => device % 2 === 0

/** The next reading, or the next batch. */
export function parcelOf(sender: Sender, turn: number, compose: Compose): Parcel {
  const form = formOf(sender)
  if (form === 'reading') return { form, readings: [compose(sender, turn)] }
  const size = 1 + ((turn * 17) % BATCH)
  const readings = Array.from({ length: size }, (_, place) => compose(sender, turn * BATCH + place))
  const isSpoiled = form === 'array' && turn % FAULTY_BATCH_EVERY === 1
  return { form, readings, ...(isSpoiled ? { fault: 'spoiled' as const } : {}) }
}

export const goodReading: Compose = ({ ledger }, sequence) => ({ value: ledger.newValue(), ts: tsOf(sequence) })

/** Continues the sequence; batches contain some bad readings. */
const nextReading: Compose = (sender, sequence) => {
  const form = formOf(sender)
  if (form === 'reading' || sequence % BAD_ITEM_EVERY !== 0) return goodReading(sender, sequence)
  return malformed(sender.ledger.newValue(), sequence, { inArray: form === 'array' })
}

export const sendNext: Turn = async (sender, turn) => {
  const parcel = parcelOf(sender, turn, nextReading)
  const isCutOff = parcel.form !== 'reading' && turn % FAULTY_BATCH_EVERY === 2
  if (isCutOff) await send(sender, { ...parcel, fault: 'cut off' })
  for (let tries = 1; (await send(sender, parcel)) === 'unknown'; tries += 1) {
    if (!isPatient(sender) || tries === TRIES) return
    await sleep(AGAIN_AFTER_MS)
  }
}

/** A single good reading, sent once. */
export const sendOne: Turn = (sender, turn) => send(sender, { form: 'reading', readings: [goodReading(sender, turn)] })

/** Sends no `ts`, so that only the service's clock counts. At most twenty readings a second. */
export const sendWithoutTime: Turn = async (sender, sequence) => {
  const { value, ts } = goodReading(sender, sequence)
  await send(sender, { form: 'reading', readings: [{ value, ts, withoutTime: true }] })
  await sleep(50)
}
