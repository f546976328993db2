import type { Database } from '../../../platform/database/database.ts'
import { findFormat } from '../formats/formats.ts'
import type { SourceMessage } from '../messages/source-message.ts'
import { digestOfMessage } from '../quarantine/quarantined-message.ts'
import {
  dropKeptMessages,
  type KeptMessage,
  listKeptMessages,
  noteProgress,
  takeOpenReplay,
} from '../quarantine/replay-store.ts'
import type { Source } from '../source.ts'
import { findSourceAtDoor } from '../source-store.ts'
import { cutMessage, readAs } from './read-message.ts'
import type { SourceActivity } from './source-activity.ts'
import { type Intake, takeMessage } from './take-message.ts'

/** So few that a step is over before its transaction has been idle for too long. */
const MESSAGES_A_STEP = 20
const SOON_MS = 1_000

export interface Replaying extends Intake {
  db: Database
  activity: SourceActivity
}

/**
 * Reads some messages of a quarantine again, oldest first, as their source says now. What is understood leaves it when its
 * readings are on disk; a step that fails in between is done again, and changes nothing twice. Returns whether there may
 * be more. Of one source only, if it is named.
 */
export async function replayMessages(context: Replaying, now: Date, sourceId: number | null = null): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const replay = await takeOpenReplay(tx, sourceId)
    if (replay === null) return false
    // As it is now: what the door remembers may be some milliseconds old.
    const source = await findSourceAtDoor(tx, replay.source_id)
    const { id, after_id } = replay
    if (source === null || findFormat(source.format) === null) {
      // It is disabled, or a later version has changed it. What is in quarantine stays there.
      await noteProgress(tx, id, { after_id, done: 0, stored: 0, finished_at: now })
      return true
    }
    const messages = await listKeptMessages(context.db.inCell(source.cell), replay, MESSAGES_A_STEP)
    let stored = 0
    for (const message of messages) stored += await replayOne(context, source, message)
    await noteProgress(tx, id, {
      after_id: messages.at(-1)?.id ?? after_id,
      done: messages.length,
      stored,
      finished_at: messages.length < MESSAGES_A_STEP ? now : null,
    })
    return true
  })
}

/** The same for one source, until everything is done or a second has passed: the job does the rest. */
export async function replaySoon(context: Replaying, sourceId: number, now: () => Date): Promise<void> {
  const until = performance.now() + SOON_MS
  while (performance.now() < until && (await replayMessages(context, now(), sourceId)));
}

/** Returns how many readings it made. */
async function replayOne(context: Replaying, source: Source, message: KeptMessage): Promise<number> {
  const receivedAt = message.received_at.getTime()
  const { path, query, media, places, bytes } = message
  const parts = partsOf(source, message)
  if (parts === null) return 0
  const read = await readAs(source, parts, receivedAt, places)
  const taken = await takeMessage(context, source, read, { path, query, media, receivedAt, bytes }, Infinity)
  const isCounted = taken.ignored.some(({ code }) => code === 'pending')
  const isLeft = isCounted || taken.left.some((left) => digestOfMessage(left).equals(message.digest))
  if (isLeft) return taken.stored.length
  await context.db.inCell(source.cell).transaction((tx) => dropKeptMessages(tx, source.id, [message.id]))
  const outcome = taken.stored.length > 0 ? 'stored' : 'ignored'
  context.activity.note({ source, outcome, receivedAt, failure: null, heard: [] })
  return taken.stored.length
}

/** Null if the message still cannot be cut into parts. */
function partsOf(source: Source, { parts, body, path, query, media }: KeptMessage): unknown[] | null {
  if (parts !== null) return JSON.parse(parts.toString()) as unknown[]
  const message: SourceMessage = { path, query: new URLSearchParams(query), media, body: body ?? Buffer.alloc(0) }
  const cut = cutMessage(source, message)
  return cut.reason === null ? [...cut.parts] : null
}
