import { setTimeout as sleep } from 'node:timers/promises'
import { type Message, malformed, tsOf } from './bodies.ts'
import { type Parcel, type Sender, send, type Turn } from './load.ts'

/** A batch holds up to so many readings. */
const BATCH = 40
/** One batch in so many is cut off by its sender; of arrays, another one is spoiled. */
const FAULTY_BATCH_EVERY = 12
const BAD_ITEM_EVERY = 11
const TRIES = 4
const AGAIN_AFTER_MS = 400

/** What a device tells at a place in its sequence. */
export type Compose = (sender: Sender, sequence: number) => Message

/** Of four devices one sends batches: by turns the next such one arrays, and lines. */
export const formOf = ({ device }: Sender): Parcel['form'] =>
  device % 4 !== 0 ? 'reading' : device % 8 === 0 ? 'lines' : 'array'

/** One of the others sends again what it was not answered, as those with batches do. */
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

/** As a device goes on; in batches some readings are bad. */
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

/** A good reading, alone, once. */
export const sendOne: Turn = (sender, turn) => send(sender, { form: 'reading', readings: [goodReading(sender, turn)] })
