import type { Queryable } from '../../platform/database/database.ts'
import type { Reach } from '../reach/reach.ts'
import { type DeviceReadings, findIncidentReadings } from './evidence/keep-readings.ts'
import { AROUND_S } from './evidence/readings-around.ts'
import type { IncidentWithTimeline } from './incident-shape.ts'
import { findIncident } from './list-incidents.ts'

export interface IncidentReview {
  incident: IncidentWithTimeline
  time_to_acknowledge_s: number | null
  time_to_resolve_s: number | null
  readings: (DeviceReadings & { device_name: string })[]
  readings_around_s: number
}

/** Everything known about an incident except its alerts. Null if it does not exist. */
export async function reviewIncident(db: Queryable, reach: Reach, incidentId: number): Promise<IncidentReview | null> {
  const incident = await findIncident(db, reach, incidentId)
  if (incident === null) return null
  const nameOf = new Map(incident.devices.map(({ id, name }) => [id, name]))
  const readings = await findIncidentReadings(db, incident.incident_id)
  return {
    incident,
    time_to_acknowledge_s: secondsBetween(incident.created_at, firstResponseTo(incident)),
    time_to_resolve_s: secondsBetween(incident.created_at, incident.resolved_at),
    readings: readings.map((device) => ({ ...device, device_name: nameOf.get(device.device_id) ?? '' })),
    readings_around_s: AROUND_S,
  }
}

const RESPONSES: ReadonlySet<string> = new Set(['acknowledged', 'snoozed', 'resolved'])

/** Time of the first response by a person, also if the incident was reopened since. */
function firstResponseTo({ timeline, resolved_at }: IncidentWithTimeline): Date | null {
  const first = timeline.find(({ kind, by }) => RESPONSES.has(kind) && by?.type === 'user')
  return first?.at ?? resolved_at
}

const secondsBetween = (from: Date, to: Date | null): number | null =>
  to === null ? null : Math.round((to.getTime() - from.getTime()) / 1_000)
