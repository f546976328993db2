import { Readable } from 'node:stream'
import { mayActIn, mayActSomewhere, type Reach } from '../../core/reach/reach.ts'
import {
  BEGIN,
  type EventPosition,
  eventText,
  isCursorBefore,
  type LoggedEvent,
  OF_INSTALLATION,
  TOPICS,
  type Topic,
  withPlace,
} from './live-event.ts'
import type { PulsesBySite } from './reading-pulses.ts'

interface StreamOptions {
  userId: number
  /** The present reach of its person: it may change while the stream is open. */
  reach: () => Reach
  topics: ReadonlySet<Topic>
  /** Null: all devices. */
  deviceIds: ReadonlySet<number> | null
  /** Throws the refusal that the request would get now. */
  check: () => Promise<unknown>
  /** Limit of unsent bytes for a slow client. */
  bufferBytes: number
  /** Closes the connection immediately. */
  cut: () => void
}

/** The event stream of one client. */
export interface EventStream {
  readonly userId: number
  readonly body: Readable
  check(): Promise<unknown>
  /** Position up to which events were sent or skipped. */
  position: EventPosition | null
  wants(topic: Topic): boolean
  offer(event: LoggedEvent): void
  offerReadings(pulses: PulsesBySite): void
  send(text: string): void
  end(): void
}

/** Events of the whole installation concern everybody, except for topics that only its administrators see. */
function mayHear(reach: Reach, topic: Topic, siteId: number | null): boolean {
  const isShared = siteId === null && !OF_INSTALLATION.has(topic)
  return isShared || mayActIn(reach, siteId, TOPICS[topic])
}

export function eventStream({ userId, reach, topics, deviceIds, check, bufferBytes, cut }: StreamOptions): EventStream {
  const body = new Readable({ read: () => undefined })
  const wants = (topic: Topic) => topics.has(topic) && mayActSomewhere(reach(), TOPICS[topic])
  let isEnded = false

  const stream: EventStream = {
    userId,
    body,
    check,
    position: null,
    wants,
    offer({ cell, xid, id, topic, event, device_id, site_id, data }) {
      const sent = stream.position ?? []
      if (!isCursorBefore(sent[cell] ?? BEGIN, { xid, id })) return
      stream.position = withPlace(sent, cell, { xid, id })
      const isElsewhere = deviceIds !== null && device_id !== null && !deviceIds.has(device_id)
      if (wants(topic) && !isElsewhere && mayHear(reach(), topic, site_id))
        stream.send(eventText({ id: stream.position, event: topic, data: { event, ...data } }))
    },
    offerReadings(pulses) {
      if (!wants('reading')) return
      const own = [...pulses].filter(([siteId]) => mayActIn(reach(), siteId, TOPICS.reading)).map(([, ids]) => ids)
      if (own.length === 0) return
      const ids = own.includes(null) ? null : own.flatMap((ofSite) => ofSite!)
      const device_ids = deviceIds === null ? ids : (ids ?? [...deviceIds]).filter((id) => deviceIds.has(id))
      if (device_ids?.length === 0) return
      // Without an id: readings are not replayed.
      stream.send(eventText({ event: 'reading', data: { event: 'device.reading', device_ids } }))
    },
    send(text) {
      // The session may end while the first events are looked up.
      if (body.destroyed || isEnded) return
      body.push(text)
      // The client reconnects with the id of the last event it has read, and gets the rest.
      if (body.readableLength > bufferBytes) cut()
    },
    end() {
      isEnded = true
      body.push(null)
    },
  }
  return stream
}
