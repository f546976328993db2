import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { type Notifications, notify } from '../../platform/database/notifications.ts'

/** Channel: a node has streams that want to hear of readings. */
export const READINGS_WATCHED = 'readings_watched'
/** Channel: these devices had readings. The payload is their ids, or empty for very many. */
export const READINGS_STORED = 'readings_stored'

const WATCH_MS = 15_000
const WATCH_AGAIN_MS = 5_000
const GATHER_MS = 250
const TELL_EVERY_MS = 1_000
/** A notification holds 8,000 bytes at most. */
const IDS_IN_ONE = 700
/** More than a client would look up one by one. */
const MANY = 1_000

export interface ReadingPulses {
  /** Called after each commit of readings, so it does next to nothing, and nothing at all while no stream listens. */
  stored(readings: readonly { device: { id: number } }[]): void
  /** Asks all nodes to announce their readings for a while. Called repeatedly while a stream listens here. */
  watch(): void
  close(): void
}

/**
 * Announces which devices have just had readings, on all nodes: at most once a second, each device once; null stands
 * for very many devices. Lost announcements are not repeated.
 */
export function readingPulses(
  db: Queryable,
  notifications: Notifications,
  tell: (deviceIds: number[] | null) => void,
  onError: (error: unknown) => void,
): ReadingPulses {
  const gathered = new Set<number>()
  const heard = new Set<number>()
  let heardMany = false
  let watchedUntil = 0
  let isClosed = false
  let askedAt = Number.NEGATIVE_INFINITY
  let toldAt = Number.NEGATIVE_INFINITY
  let sending: NodeJS.Timeout | null = null
  let telling: NodeJS.Timeout | null = null

  function send(): void {
    sending = null
    const ids = [...gathered]
    gathered.clear()
    const payloads = ids.length > MANY ? [''] : chunks(ids, IDS_IN_ONE).map((chunk) => chunk.join())
    db.query(sql`select pg_notify(${READINGS_STORED}, p) from unnest(${payloads}::text[]) as p`).catch(onError)
  }

  function tellNow(): void {
    telling = null
    toldAt = performance.now()
    tell(heardMany || heard.size > MANY ? null : [...heard])
    heard.clear()
    heardMany = false
  }

  notifications.on(READINGS_WATCHED, () => {
    watchedUntil = performance.now() + WATCH_MS
  })
  notifications.on(READINGS_STORED, (payload) => {
    if (payload === '') heardMany = true
    else for (const id of payload.split(',')) heard.add(Number(id))
    if (!isClosed) telling ??= setTimeout(tellNow, Math.max(0, toldAt + TELL_EVERY_MS - performance.now()))
  })

  return {
    stored(readings) {
      if (performance.now() > watchedUntil || isClosed) return
      for (const { device } of readings) gathered.add(device.id)
      sending ??= setTimeout(send, GATHER_MS)
    },
    watch() {
      if (performance.now() < askedAt + WATCH_AGAIN_MS) return
      askedAt = performance.now()
      notify(db, READINGS_WATCHED, '').catch(onError)
    },
    close() {
      isClosed = true
      if (sending !== null) clearTimeout(sending)
      if (telling !== null) clearTimeout(telling)
    },
  }
}

const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, place) => items.slice(place * size, (place + 1) * size))
