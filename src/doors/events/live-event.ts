import type { Role } from '../../core/reach/role.ts'

/** Topics, and the role that each needs. */
export const TOPICS = {
  alert: 'viewer',
  incident: 'viewer',
  device: 'viewer',
  reading: 'viewer',
  refusal: 'operator',
  rule: 'operator',
  webhook: 'operator',
  silence: 'viewer',
  schedule: 'viewer',
  presence: 'viewer',
} as const satisfies Record<string, Role>

/** Topics that only people with a role everywhere see when an event belongs to no site. */
export const OF_INSTALLATION: ReadonlySet<Topic> = new Set(['webhook', 'refusal', 'incident', 'presence'])

export type Topic = keyof typeof TOPICS

/** A change. It names what has changed, not the new state: clients that need it fetch it. */
export interface LiveEvent {
  topic: Topic
  event: string
  device_id: number | null
  /** The site it is about; null: the whole installation. */
  site_id: number | null
  data: Record<string, unknown>
}

/** Position in the log: everything up to it has been sent. Sent as `id`, and returned as `Last-Event-ID`. */
export interface EventCursor {
  xid: number
  id: number
}

export interface LoggedEvent extends LiveEvent, EventCursor {}

export const isBehind = (one: EventCursor, other: EventCursor): boolean =>
  one.xid < other.xid || (one.xid === other.xid && one.id < other.id)

export const positionText = ({ xid, id }: EventCursor): string => `${xid}.${id}`

/** Null for an invalid position. */
export function parsePosition(text: string): EventCursor | null {
  const [, xid, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? []
  return xid === undefined || id === undefined ? null : { xid: Number(xid), id: Number(id) }
}

/** A message as defined by the HTML standard. With an id alone it only updates `Last-Event-ID`. */
export function message({ id, event, data }: { id?: EventCursor; event?: string; data?: object }): string {
  const lines = [
    ...(id === undefined ? [] : [`id: ${positionText(id)}`]),
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(data === undefined ? [] : [`data: ${JSON.stringify(data)}`]),
  ]
  return `${lines.join('\n')}\n\n`
}
