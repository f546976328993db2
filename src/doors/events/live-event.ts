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
interface LiveEvent {
  topic: Topic
  event: string
  device_id: number | null
  /** The site it is about; null: the whole installation. */
  site_id: number | null
  data: Record<string, unknown>
}

/** Place in the log of a cell. */
export interface EventCursor {
  xid: number
  id: number
}

export interface LoggedEvent extends LiveEvent, EventCursor {
  cell: number
}

/**
 * Places in the logs of all cells, in the order of their numbers: everything up to these has been sent. Sent as `id`, and
 * returned as `Last-Event-ID`. Cells on several servers have no order in common.
 */
export type EventPosition = readonly EventCursor[]

/** Before all events of a cell. */
export const BEGIN: EventCursor = { xid: 0, id: 0 }

export const isCursorBefore = (one: EventCursor, other: EventCursor): boolean =>
  one.xid < other.xid || (one.xid === other.xid && one.id < other.id)

/** Whether events of any cell lie between the two. */
export const isBehind = (one: EventPosition, other: EventPosition): boolean =>
  other.some((place, cell) => isCursorBefore(one[cell] ?? BEGIN, place))

/** The same with another place in one cell. */
export const withPlace = (position: EventPosition, cell: number, place: EventCursor): EventPosition =>
  Array.from({ length: Math.max(position.length, cell + 1) }, (_, other) =>
    other === cell ? place : (position[other] ?? BEGIN),
  )

/** The position after events of both have been sent. */
export const laterOf = (one: EventPosition, other: EventPosition): EventPosition =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, cell) => {
    const [mine, theirs] = [one[cell] ?? BEGIN, other[cell] ?? BEGIN]
    return isCursorBefore(mine, theirs) ? theirs : mine
  })

const positionText = (position: EventPosition): string => position.map(({ xid, id }) => `${xid}.${id}`).join('_')

/** Null for an invalid position. */
export function parsePosition(text: string): EventPosition | null {
  if (!/^\d{1,15}\.\d{1,15}(_\d{1,15}\.\d{1,15})*$/.test(text)) return null
  return text.split('_').map((place) => {
    const [xid, id] = place.split('.').map(Number) as [number, number]
    return { xid, id }
  })
}

/** A message as defined by the HTML standard. With an id alone it only updates `Last-Event-ID`. */
export function eventText({ id, event, data }: { id?: EventPosition; event?: string; data?: object }): string {
  const lines = [
    ...(id === undefined ? [] : [`id: ${positionText(id)}`]),
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(data === undefined ? [] : [`data: ${JSON.stringify(data)}`]),
  ]
  return `${lines.join('\n')}\n\n`
}
