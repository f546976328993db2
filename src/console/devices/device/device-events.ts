import { type AlertSpan, listAlertSpans } from '../../../core/alerts/alert-spans.ts'
import { type DeviceNote, listDeviceNotes } from '../../../core/devices/device-notes.ts'
import type { ReachedId } from '../../../core/reach/reached-id.ts'
import { listModuleEvents, type ModuleEvent } from '../../../core/telemetry/history/history-store.ts'
import type { Severity } from '../../../core/vocabulary/severities.ts'
import type { Titled } from '../../../core/vocabulary/titles.ts'
import type { Queryable } from '../../../platform/database/database.ts'

export const EVENT_KINDS = ['alarm', 'alert', 'note', 'measurement', 'heartbeat'] as const
type EventKind = (typeof EVENT_KINDS)[number]

/** Kinds shown by default, without each measurement. */
export const SHOWN_KINDS: readonly EventKind[] = ['alarm', 'alert', 'note']

export interface DeviceEvent {
  at: Date
  kind: EventKind
  /** Flags that were set, for an alarm. */
  raised: string[]
  alert: (Titled & { id: number; severity: Severity; is: 'triggered' | 'resolved' }) | null
  note: DeviceNote | null
}

/** Repeated events are shown as one, with the time of the newest. */
export interface EventRun extends DeviceEvent {
  count: number
  since: Date
}

/** Merges repeated events: a flag stays set from reading to reading. Newest first. Pure. */
export function runsOf(events: readonly DeviceEvent[]): EventRun[] {
  const runs: EventRun[] = []
  for (const event of events) {
    const last = runs.at(-1)
    const isSame =
      last !== undefined &&
      event.alert === null &&
      last.alert === null &&
      event.note === null &&
      last.kind === event.kind &&
      last.raised.join() === event.raised.join()
    if (isSame) Object.assign(last, { count: last.count + 1, since: event.at })
    else runs.push({ ...event, count: 1, since: event.at })
  }
  return runs
}

interface EventRequest {
  deviceId: ReachedId<'device'>
  kinds: readonly EventKind[]
  from: Date
  to: Date
  limit: number
}

/** Events of a device, newest first: its own, alerts that opened or resolved, and notes of people. */
export async function listDeviceEvents(db: Queryable, request: EventRequest): Promise<DeviceEvent[]> {
  const { deviceId, kinds, from, to, limit } = request
  const moduleKinds = kinds.filter((kind) => kind !== 'alert' && kind !== 'note')
  const events =
    moduleKinds.length === 0
      ? []
      : await listModuleEvents(db, { deviceId, from, to, behind: null, limit, kinds: moduleKinds })
  const spans = kinds.includes('alert') ? await listAlertSpans(db, deviceId, from, to) : []
  const notes = kinds.includes('note') ? await listDeviceNotes(db, deviceId, { from, to, limit }) : []
  const within = ({ at }: DeviceEvent) => at >= from && at < to
  return [...events.map(ofModule), ...spans.flatMap(ofAlert).filter(within), ...notes.map(ofNote)]
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, limit)
}

const ofModule = ({ at, kind, raised }: ModuleEvent): DeviceEvent => ({
  ...{ at, kind, raised, alert: null, note: null },
})

const ofNote = (note: DeviceNote): DeviceEvent => ({ at: note.at, kind: 'note', raised: [], alert: null, note })

function ofAlert(span: AlertSpan): DeviceEvent[] {
  const { alert_id: id, triggered_at, resolved_at } = span
  const event = (at: Date, is: 'triggered' | 'resolved'): DeviceEvent => ({
    at,
    kind: 'alert',
    raised: [],
    alert: { ...span, id, is },
    note: null,
  })
  return [event(triggered_at, 'triggered'), ...(resolved_at === null ? [] : [event(resolved_at, 'resolved')])]
}
