import { Readable } from 'node:stream'
import { mayActAs, type User } from '../../core/people/user.ts'
import { type EventCursor, isBehind, type LoggedEvent, message, TOPICS, type Topic } from './live-event.ts'

export interface StreamOptions {
  /** The current user: the role may change while the stream is open. */
  user: () => User
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
  position: EventCursor | null
  wants(topic: Topic): boolean
  offer(event: LoggedEvent): void
  offerReadings(deviceIds: readonly number[] | null): void
  send(text: string): void
  end(): void
}

export function eventStream({ user, topics, deviceIds, check, bufferBytes, cut }: StreamOptions): EventStream {
  const body = new Readable({ read: () => undefined })
  const wants = (topic: Topic) => topics.has(topic) && mayActAs(user().role, TOPICS[topic])

  const stream: EventStream = {
    userId: user().id,
    body,
    check,
    position: null,
    wants,
    offer({ xid, id, topic, event, device_id, data }) {
      const at = { xid, id }
      if (stream.position !== null && !isBehind(stream.position, at)) return
      stream.position = at
      const isElsewhere = deviceIds !== null && device_id !== null && !deviceIds.has(device_id)
      if (wants(topic) && !isElsewhere) stream.send(message({ id: at, event: topic, data: { event, ...data } }))
    },
    offerReadings(ids) {
      if (!wants('reading')) return
      const device_ids = deviceIds === null ? ids : (ids ?? [...deviceIds]).filter((id) => deviceIds.has(id))
      if (device_ids?.length === 0) return
      // Without an id: readings are not replayed.
      stream.send(message({ event: 'reading', data: { event: 'device.reading', device_ids } }))
    },
    send(text) {
      if (body.destroyed || body.readableEnded) return
      body.push(text)
      // The client reconnects with the id of the last event it has read, and gets the rest.
      if (body.readableLength > bufferBytes) cut()
    },
    end: () => void body.push(null),
  }
  return stream
}
