import { Readable } from 'node:stream'
import { mayActAs, type User } from '../../core/people/user.ts'
import { type EventCursor, isBehind, type LoggedEvent, message, TOPICS, type Topic } from './live-event.ts'

export interface StreamOptions {
  /** As it stands now: a role may change while the stream is open. */
  user: () => User
  topics: ReadonlySet<Topic>
  /** Null: all devices. */
  deviceIds: ReadonlySet<number> | null
  /** Throws what the request would be refused with if it came now. */
  check: () => Promise<unknown>
  /** What may wait for a client that reads too slowly. */
  bufferBytes: number
  /** Ends the connection as it stands. */
  cut: () => void
}

/** What one client is told. */
export interface EventStream {
  readonly userId: number
  readonly body: Readable
  check(): Promise<unknown>
  /** Everything up to there has been told, whether or not it was of interest. */
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
      // Without an id: readings are not told again.
      stream.send(message({ event: 'reading', data: { event: 'device.reading', device_ids } }))
    },
    send(text) {
      if (body.destroyed || body.readableEnded) return
      body.push(text)
      // It comes back with the id of the last event that it has read, and is told the rest.
      if (body.readableLength > bufferBytes) cut()
    },
    end: () => void body.push(null),
  }
  return stream
}
