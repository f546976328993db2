import sql from 'sql-template-tag'
import type { Database, InCell } from '../../../platform/database/database.ts'
import { writeLater } from '../../../platform/write-later.ts'
import type { SourceReason } from '../messages/not-understood.ts'
import { storableJson } from '../messages/storable-json.ts'
import type { Source } from '../source.ts'
import { findMovedAway } from '../source-store.ts'

export type MessageOutcome = 'stored' | 'quarantined' | 'ignored'

/** A message that people may look at. */
interface SampledMessage {
  received_at: Date
  path: string
  query: string
  media: string
  parts: readonly unknown[]
  outcome: MessageOutcome
  reason: SourceReason | null
  readings: readonly { external_id: string; device_id: number | null; reading: object }[]
}

/** Most are overwritten before they are written, so they are made only then. */
interface Sample {
  bytes: number
  make: () => SampledMessage
}

interface HeardId {
  messages: number
  label: string | undefined
  model: string | undefined
  at: number
}

interface Activity {
  cell: number
  stored: number
  ignored: number
  lastMessageAt: number
  /** The one of the last message. */
  failure: SourceReason | null
  heard: Map<string, HeardId>
  samples: Sample[]
  sampleBytes: number
}

interface NotedMessage {
  source: Pick<Source, 'id' | 'cell' | 'format'>
  outcome: MessageOutcome
  receivedAt: number
  failure: SourceReason | null
  heard: readonly { externalId: string; label: string | undefined; model: string | undefined }[]
  /** Absent for what quarantine keeps, where people find it. */
  sample?: Sample
}

export interface SourceActivity {
  note(message: NotedMessage): void
  flush(): Promise<void>
}

/** Shown of each source. */
export const SHOWN_MESSAGES = 20
const WRITE_AFTER_MS = 2_000
/** Larger messages are shown without what they say. */
const SAMPLE_LIMIT_BYTES = 256 * 1024
/** Bytes of samples of a source between two writes, beside the last one: large ones would cost more than their readings. */
const SAMPLES_OF_ONE_BYTES = 64 * 1024
const SAMPLES_AT_ONCE_BYTES = 16 * 1024 * 1024
/** Devices that were heard between two writes. Beyond it, their counts lack some. */
const HEARD_AT_ONCE = 20_000

/**
 * Counts what sources send and keeps their last messages. In memory, written every two seconds, so that it costs a message
 * next to nothing; a crash loses at most that much of what people could have seen.
 */
export function sourceActivity(db: Database, onError: (error: unknown) => void): SourceActivity {
  let noted = new Map<number, Activity>()
  let sampleBytes = 0
  let heardIds = 0
  const later = writeLater(
    WRITE_AFTER_MS,
    async () => {
      const written = noted
      noted = new Map()
      sampleBytes = 0
      heardIds = 0
      await write(db, written)
    },
    onError,
  )

  return {
    note({ source, outcome, receivedAt, failure, heard, sample }) {
      const activity = noted.get(source.id) ?? emptyActivity(source.cell)
      noted.set(source.id, activity)
      if (outcome === 'stored') activity.stored += 1
      if (outcome === 'ignored') activity.ignored += 1
      // One that is read again may be older than the last one, and says nothing about it.
      if (receivedAt >= activity.lastMessageAt) activity.failure = failure
      activity.lastMessageAt = Math.max(activity.lastMessageAt, receivedAt)
      for (const { externalId, label, model } of heard) {
        const known = activity.heard.get(externalId)
        if (known !== undefined) {
          known.messages += 1
          known.at = Math.max(known.at, receivedAt)
        } else if (heardIds < HEARD_AT_ONCE) {
          heardIds += 1
          activity.heard.set(externalId, { messages: 1, label, model, at: receivedAt })
        }
      }
      if (sample !== undefined && sampleBytes + sample.bytes <= SAMPLES_AT_ONCE_BYTES) {
        sampleBytes -= activity.sampleBytes
        addSample(activity, sample)
        sampleBytes += activity.sampleBytes
      }
      later.soon()
    },
    flush: later.now,
  }
}

function addSample(activity: Activity, sample: Sample): void {
  const { samples } = activity
  samples.push(sample)
  activity.sampleBytes += sample.bytes
  while (samples.length > SHOWN_MESSAGES || (samples.length > 1 && activity.sampleBytes > SAMPLES_OF_ONE_BYTES))
    activity.sampleBytes -= samples.shift()!.bytes
}

const emptyActivity = (cell: number): Activity => ({
  ...{ cell, stored: 0, ignored: 0, lastMessageAt: 0, failure: null },
  heard: new Map(),
  samples: [],
  sampleBytes: 0,
})

async function write(db: Database, noted: ReadonlyMap<number, Activity>): Promise<void> {
  // In the order of their ids, as everybody locks them.
  for (const [id, activity] of [...noted].sort(([one], [other]) => one - other)) {
    await db.inCell(activity.cell).transaction(async (tx) => {
      const { stored, ignored, lastMessageAt, failure, heard, samples } = activity
      const known = await tx.query(sql`
        update source_states
        set
          stored = stored + ${stored}, ignored = ignored + ${ignored},
          last_message_at = greatest(last_message_at, ${new Date(lastMessageAt)}),
          failure = case
            when last_message_at > ${new Date(lastMessageAt)} then failure
            else ${failure === null ? null : storableJson(failure)}::jsonb
          end
        where source_id = ${id}
        returning 1`)
      if (known.length === 0) return
      await saveHeard(tx, id, heard)
      if (!(await findMovedAway(tx, [id])).has(id)) await saveSamples(tx, id, samples)
    })
  }
}

async function saveHeard(tx: InCell, id: number, heard: ReadonlyMap<string, HeardId>): Promise<void> {
  if (heard.size === 0) return
  const rows = [...heard].map(([external_id, { messages, label, model, at }]) => {
    return { external_id, messages, label, model, seen: new Date(at) }
  })
  await tx.query(sql`
    update external_ids as e
    set
      messages = e.messages + n.messages, last_seen = greatest(e.last_seen, n.seen), label = coalesce(n.label, e.label),
      model = coalesce(n.model, e.model)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (external_id text, messages bigint, label text, model text, seen timestamptz)
    where e.source_id = ${id} and e.external_id = n.external_id`)
}

async function saveSamples(tx: InCell, id: number, samples: readonly Sample[]): Promise<void> {
  if (samples.length === 0) return
  const rows = samples.map(({ make, bytes }) => {
    const { parts, ...said } = make()
    const shown = Buffer.from(bytes > SAMPLE_LIMIT_BYTES ? '[]' : storableJson(parts))
    return { ...said, bytes: Math.min(bytes, SAMPLE_LIMIT_BYTES), parts: shown.toString('base64') }
  })
  await tx.query(sql`
    insert into source_messages (source_id, received_at, path, query, media, parts, outcome, reason, readings, bytes)
    select
      ${id}, n.received_at, n.path, n.query, n.media, decode(n.parts, 'base64'), n.outcome, n.reason,
      n.readings, n.bytes
    from json_to_recordset(${storableJson(rows)}::json) as n (
      received_at timestamptz, path text, query text, media text, parts text, outcome text, reason jsonb, readings jsonb,
      bytes integer
    )`)
  await tx.query(sql`
    delete from source_messages
    where source_id = ${id} and outcome in ('stored', 'ignored') and id <= (
      select id
      from source_messages
      where source_id = ${id} and outcome in ('stored', 'ignored')
      order by id desc
      offset ${SHOWN_MESSAGES}
      limit 1
    )`)
}
