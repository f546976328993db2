import { faultOf } from '../../../platform/error-messages/reasons.ts'
import { RequestError, unavailable } from '../../../platform/errors.ts'
import { nextTurn } from '../../../platform/long-work/low-priority.ts'
import { findFormat } from '../formats/formats.ts'
import type { SourceFormat, SourceResponse } from '../formats/source-format.ts'
import { shownReading } from '../messages/made-readings.ts'
import type { SourceReason } from '../messages/not-understood.ts'
import type { ReadMessage } from '../messages/read-parts.ts'
import { MOST_PARTS, type SourceMessage } from '../messages/source-message.ts'
import { bytesOf, type QuarantinedMessage } from '../quarantine/quarantined-message.ts'
import type { Source } from '../source.ts'
import { type CutMessage, cutMessage, readAs } from './read-message.ts'
import type { MessageOutcome, SourceActivity } from './source-activity.ts'
import {
  FULL_RETRY_AFTER_S,
  type Intake,
  type MessageEnvelope,
  type TakenMessage,
  takeMessage,
} from './take-message.ts'

/** The response that the sender expects once everything is on disk. Pure. */
export const successOf = (format: SourceFormat, message: SourceMessage, parts: readonly unknown[]): SourceResponse =>
  format.stored?.(message, parts) ?? { status: 204 }

/** The facts of a received message that its answer needs. */
interface ReceivedMessage {
  parts: readonly unknown[]
  /** Its cost for the rate of its source. */
  readings: number
}

/** Takes a message of a source. `isPacked`: it could not be unpacked. Throws 413, 429, 503. */
export type ReceiveMessage = (
  source: Source,
  message: SourceMessage,
  how: { isPacked: boolean },
) => Promise<ReceivedMessage>

/** Receives messages: reads them, stores what they say, and notes what people may look at. */
export const messageReceiver =
  (intake: Intake, activity: SourceActivity, now: () => Date): ReceiveMessage =>
  async (source, message, { isPacked }) => {
    const receivedAt = now().getTime()
    if (message.body.length > SMALL_BYTES) await nextTurn()
    const cut: CutMessage = isPacked ? { parts: [], reason: PACKED } : cutMessage(source, message)
    const { path, media, body } = message
    const query = message.query.toString()
    const envelope = { path, media, query, receivedAt, bytes: body.length }
    if (cut.reason !== null) {
      const kept = { path, media, query, receivedAt, body, reason: cut.reason, sourceId: source.id, ...OF_NO_DEVICE }
      await keepUncut(intake, source, kept)
      activity.note({ source, outcome: 'quarantined', receivedAt, failure: cut.reason, heard: [] })
      return { parts: [], readings: 1 }
    }
    if (Array.isArray(cut.parts) && cut.parts.length > MOST_PARTS)
      throw new RequestError(413, faultOf('in_english', `A message has at most ${MOST_PARTS} parts`))
    const mostReadings = findFormat(source.format)!.mostReadings
    const firstParts: unknown[] = []
    let readings = 0
    // Parts that are there already are one piece. A large message is cut while its pieces are stored.
    for (const parts of Array.isArray(cut.parts) ? [cut.parts as unknown[]] : piecesOf(cut.parts)) {
      if (firstParts.length === 0) firstParts.push(...parts)
      const read = await readAs(source, parts, receivedAt)
      const taken = await takeMessage(intake, source, read, envelope, mostReadings)
      if (parts.length > 0) noteTaken(activity, source, parts, read, taken, envelope)
      readings += read.gathered.length + read.failed.length
    }
    return { parts: firstParts, readings }
  }

const PIECE = 500
/** Larger messages take turns before they are looked at, so that many of them hold up others no longer than one. */
const SMALL_BYTES = 64 * 1024
/** Bytes of a message that cannot be cut into parts. */
const MOST_UNCUT_BYTES = 8 * 1024 * 1024

/** Cuts the parts of a large message into pieces. */
export function* piecesOf(parts: Iterable<unknown>): Generator<unknown[]> {
  let piece: unknown[] = []
  for (const part of parts) {
    piece.push(part)
    if (piece.length < PIECE) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}

const PACKED: SourceReason = { code: 'wrong_form', detail: 'Content-Encoding' }
const OF_NO_DEVICE = { parts: null, places: null, externalId: null, label: null, model: null, isDated: false }

/** Notes for people what the message was, and counts it. */
function noteTaken(
  activity: SourceActivity,
  source: Source,
  parts: readonly unknown[],
  { gathered, failed }: ReadMessage,
  { stored, quarantined, ignored }: TakenMessage,
  envelope: MessageEnvelope,
): void {
  const { receivedAt, bytes, path, query, media } = envelope
  const failure = failed[0]?.reason ?? quarantined.find(({ code }) => code === 'bad_value') ?? null
  const hasStored = stored.length > 0
  const outcome: MessageOutcome = hasStored ? 'stored' : quarantined.length > 0 ? 'quarantined' : 'ignored'
  const note = { source, outcome, receivedAt, failure, heard: gathered } as const
  // People are shown from quarantine what it keeps.
  if (outcome === 'quarantined') {
    activity.note(note)
    return
  }
  const make = () => ({
    ...{ received_at: new Date(receivedAt), path, query, media, parts, outcome },
    reason: gathered.find(({ reason }) => reason !== undefined)?.reason ?? quarantined[0] ?? ignored[0] ?? null,
    readings: stored.map(({ externalId, device, reading }) => {
      return { external_id: externalId, device_id: device.id, reading: shownReading(reading) }
    }),
  })
  activity.note({ ...note, sample: { bytes, make } })
}

async function keepUncut(intake: Intake, source: Source, message: QuarantinedMessage): Promise<void> {
  const most = MOST_UNCUT_BYTES
  if (bytesOf(message) > most)
    throw new RequestError(413, faultOf('in_english', `Quarantine keeps at most ${most} bytes`))
  const outcome = await intake.quarantineOf(source.cell).put(message)
  if (outcome === 'full') throw unavailable(FULL_RETRY_AFTER_S, 'quarantine_full')
}
