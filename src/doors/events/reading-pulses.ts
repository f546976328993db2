import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { Notifications } from '../../platform/database/notifications.ts'

/** Channel: a node has streams that want to hear of readings. */
export const READINGS_WATCHED = 'readings_watched'
/** Channel: these devices of a site had readings. The payload is `site:ids`, without ids for very many. */
export const READINGS_STORED = 'readings_stored'

const WATCH_MS = 15_000
const WATCH_AGAIN_MS = 5_000
const GATHER_MS = 250
const PUBLISH_EVERY_MS = 1_000
/** A notification holds 8,000 bytes at most. */
const IDS_IN_ONE = 700
/** More than a client would look up one by one. */
const MANY = 1_000

/** Ids by site; null stands for very many. */
export type PulsesBySite = ReadonlyMap<number, readonly number[] | null>

export interface ReadingPulses {
  /** Called after each commit of readings, so it does next to nothing, and nothing at all while no stream listens. */
  stored(readings: readonly { device: { id: number; site_id: number } }[]): void
  /** Asks all nodes to announce their readings for a while. Called repeatedly while a stream listens here. */
  watch(): void
  close(): void
}

/**
 * Announces which devices have just had readings, on all nodes and by site: at most once a second, each device once. Lost
 * announcements are not repeated.
 */
export function readingPulses(
  db: Queryable,
  notifications: Notifications,
  publish: (pulses: PulsesBySite) => void,
  onError: (error: unknown) => void,
): ReadingPulses {
  let gathered = new Map<number, Set<number>>()
  let heard = new Map<number, Set<number> | null>()
  let watchedUntil = 0
  let isClosed = false
  let askedAt = Number.NEGATIVE_INFINITY
  let publishedAt = Number.NEGATIVE_INFINITY
  let sending: NodeJS.Timeout | null = null
  let publishing: NodeJS.Timeout | null = null

  function send(): void {
    sending = null
    const payloads = [...gathered].flatMap(([site, ids]) =>
      ids.size > MANY ? [`${site}:`] : chunks([...ids], IDS_IN_ONE).map((chunk) => `${site}:${chunk.join()}`),
    )
    gathered = new Map()
    db.query(sql`select pg_notify(${READINGS_STORED}, p) from unnest(${payloads}::text[]) as p`).catch(onError)
  }

  function publishInTime(): void {
    publishing = setTimeout(publishNow, Math.max(0, publishedAt + PUBLISH_EVERY_MS - performance.now()))
  }

  function publishNow(): void {
    // Timers round to milliseconds, and may fire a few of them early.
    if (performance.now() < publishedAt + PUBLISH_EVERY_MS) {
      publishInTime()
      return
    }
    publishing = null
    publishedAt = performance.now()
    publish(new Map([...heard].map(([site, ids]) => [site, ids === null || ids.size > MANY ? null : [...ids]])))
    heard = new Map()
  }

  notifications.on(READINGS_WATCHED, () => {
    watchedUntil = performance.now() + WATCH_MS
  })
  notifications.on(READINGS_STORED, (payload) => {
    const [site, ids] = payload.split(':') as [string, string]
    const known = heard.get(Number(site))
    const more = ids.split(',').map(Number)
    heard.set(Number(site), ids === '' || known === null ? null : new Set([...(known ?? []), ...more]))
    if (!isClosed && publishing === null) publishInTime()
  })

  return {
    stored(readings) {
      if (performance.now() > watchedUntil || isClosed) return
      for (const { device } of readings) {
        const ofSite = gathered.get(device.site_id) ?? new Set()
        gathered.set(device.site_id, ofSite.add(device.id))
      }
      sending ??= setTimeout(send, GATHER_MS)
    },
    watch() {
      if (performance.now() < askedAt + WATCH_AGAIN_MS) return
      askedAt = performance.now()
      db.notify(READINGS_WATCHED, '').catch(onError)
    },
    close() {
      isClosed = true
      if (sending !== null) clearTimeout(sending)
      if (publishing !== null) clearTimeout(publishing)
    },
  }
}

const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, place) => items.slice(place * size, (place + 1) * size))
