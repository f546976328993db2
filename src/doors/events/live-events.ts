import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '../../platform/database/database.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import { RequestError, tooManyRequests, unavailable } from '../../platform/errors.ts'
import { LIVE_EVENTS, type LogPart, readEvents } from './event-log.ts'
import type { EventStream } from './event-stream.ts'
import { type EventPosition, eventText, isBehind, type LoggedEvent, laterOf } from './live-event.ts'
import {
  type PulsesBySite,
  READINGS_STORED,
  READINGS_WATCHED,
  type ReadingPulses,
  readingPulses,
} from './reading-pulses.ts'

/** Channel with the id of a person whose credentials ended or changed. */
const CREDENTIALS_CHANGED = 'credentials_changed'
export const LIVE_CHANNELS = [LIVE_EVENTS, CREDENTIALS_CHANGED, READINGS_WATCHED, READINGS_STORED]

const TICK_MS = 1_000
const PAGE = 500
/** Most events replayed; a client that missed more is told to reload. */
const REPLAY_LIMIT = 500
/** Delay before the log is read again while an open transaction holds events back. */
const SETTLE_MS = { first: 5, last: 1_000 }

export interface LiveLimits {
  perPerson: number
  perNode: number
  bufferBytes: number
  /** Interval of heartbeats; each checks that the person still has access. */
  heartbeatMs: number
}

export const LIVE_LIMITS: LiveLimits = { perPerson: 10, perNode: 1_000, bufferBytes: 256 * 1024, heartbeatMs: 15_000 }

export interface LiveEvents {
  limits: LiveLimits
  /** Call it after each commit of readings. */
  readingsStored: ReadingPulses['stored']
  /** Throws 429 or 503 when there are too many streams. After this call, the stream must `leave` in the end. */
  enter(stream: EventStream): void
  /** Replays the events after `last`, or tells the client to reload; then sends events as they happen. */
  begin(stream: EventStream, last: EventPosition | 'unknown' | null): Promise<void>
  leave(stream: EventStream): void
  /** Number of open streams. */
  open(): number
  close(): Promise<void>
}

/** The event streams of one node: one reader of the log for all of them, running only while there are any. */
export function liveEvents(
  db: Queryable,
  notifications: Notifications,
  onError: (error: unknown) => void,
  limits: LiveLimits = LIVE_LIMITS,
): LiveEvents {
  const streams = new Map<EventStream, { heardAt: number }>()
  const joined = () => [...streams.keys()].filter((stream) => stream.position !== null)
  const pulses = readingPulses(db, notifications, tellReadings, onError)
  /** Position up to which all streams have been sent the log; null while there are none. */
  let position: EventPosition | null = null
  let tailing: Promise<void> | null = null
  let startRefreshTimer = false
  let isClosed = false
  let ticking: NodeJS.Timeout | null = null

  function tellReadings(pulses: PulsesBySite): void {
    for (const stream of joined()) stream.offerReadings(pulses)
  }

  function tellPart({ events, position: next, isWhole }: LogPart): void {
    for (const stream of joined()) {
      for (const event of events) stream.offer(event)
      if (!isWhole) stream.send(eventText({ id: next, event: 'reset', data: {} }))
      stream.position = laterOf(stream.position ?? [], next)
    }
  }

  async function tail(): Promise<void> {
    let settleMs = SETTLE_MS.first
    do {
      startRefreshTimer = false
      const from = position
      if (from === null || isClosed) return
      const part = await readEvents(db, from, PAGE)
      tellPart(part)
      position = streams.size > 0 ? part.position : null
      if (part.hasMore) startRefreshTimer = true
      else if (part.hasUnsettled) {
        await sleep(settleMs)
        settleMs = Math.min(2 * settleMs, SETTLE_MS.last)
        startRefreshTimer = true
      }
    } while (startRefreshTimer)
  }

  function wake(): void {
    startRefreshTimer = true
    if (isClosed || position === null) return
    tailing ??= tail()
      .catch(onError)
      .finally(() => {
        tailing = null
        // Wakes the reader if it was asked to look again since its last look.
        if (startRefreshTimer) wake()
      })
  }

  async function recheck(stream: EventStream): Promise<void> {
    try {
      await stream.check()
    } catch (error) {
      // A lost database says nothing about the person, and without it nothing is sent either.
      if (error instanceof RequestError) stream.end()
      else onError(error)
    }
  }

  function recheckAll(userId: number | null): void {
    for (const stream of streams.keys()) if (userId === null || stream.userId === userId) void recheck(stream)
  }

  function tick(): void {
    const now = performance.now()
    for (const [stream, seen] of streams) {
      if (now - seen.heardAt < limits.heartbeatMs) continue
      seen.heardAt = now
      if (stream.position !== null) stream.send(`: still here\n${eventText({ id: stream.position })}`)
      void recheck(stream)
    }
    if (joined().some((stream) => stream.wants('reading'))) pulses.watch()
    // In case a notification was lost.
    wake()
  }

  notifications.on(LIVE_EVENTS, wake)
  notifications.on(CREDENTIALS_CHANGED, (payload) => recheckAll(Number(payload)))
  notifications.onGap(() => {
    recheckAll(null)
    wake()
  })

  return {
    limits,
    readingsStored: pulses.stored,
    enter(stream) {
      if (isClosed) throw unavailable(2, 'stopping')
      if (streams.size >= limits.perNode) throw unavailable(30, 'in_english', 'Too many event streams are open')
      const own = [...streams.keys()].filter(({ userId }) => userId === stream.userId)
      if (own.length >= limits.perPerson) {
        throw tooManyRequests(30, 'in_english', `You have ${own.length} event streams open, the most there may be`)
      }
      streams.set(stream, { heardAt: performance.now() })
      ticking ??= setInterval(tick, TICK_MS)
    },
    async begin(stream, last) {
      let at = last === 'unknown' ? null : last
      let isReset = last === 'unknown'
      let since = at
      let missed: LoggedEvent[] = []
      do {
        const part = await readEvents(db, at, REPLAY_LIMIT)
        if (at !== null && (part.hasMore || !part.isWhole)) {
          isReset = true
          since = at = null
          missed = []
          continue
        }
        missed.push(...part.events)
        at = part.position
        since ??= at
        // The other streams may have been sent more meanwhile.
      } while (at === null || (position !== null && isBehind(at, position)))
      if (!streams.has(stream)) return
      // Only from here on, the stream is sent what the others are.
      stream.position = since
      for (const event of missed) stream.offer(event)
      if (isReset) stream.send(eventText({ id: at, event: 'reset', data: {} }))
      stream.send(eventText({ id: at, event: 'ready', data: {} }))
      stream.position = at
      position ??= at
      if (stream.wants('reading')) pulses.watch()
      wake()
    },
    leave(stream) {
      streams.delete(stream)
      if (streams.size > 0) return
      position = null
      if (ticking !== null) clearInterval(ticking)
      ticking = null
    },
    open: () => streams.size,
    async close() {
      isClosed = true
      if (ticking !== null) clearInterval(ticking)
      pulses.close()
      for (const stream of streams.keys()) stream.end()
      await tailing
    },
  }
}
