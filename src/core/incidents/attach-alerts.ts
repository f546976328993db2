import type { InCell } from '../../platform/database/database.ts'
import type { Announcement } from '../webhooks/events/webhook-events.ts'
import { incidentCreated } from './announcing/incident-announcements.ts'
import { locateIncidents } from './evidence/locate-incidents.ts'
import { type Grouping, groupAlerts } from './group-alerts.ts'
import type { Arrival, IncidentSettings } from './incident.ts'
import {
  findCurrentIncidents,
  type IncidentRow,
  insertIncidents,
  newIncidentIds,
  touchIncidents,
} from './incident-store.ts'
import { type IncidentChange, incidentChanged, type TimelineNote } from './timeline.ts'
import { alertFact, type EntrySubject } from './timeline-texts.ts'

interface Attached {
  /** Incident by alert id. */
  incidentOf: Map<number, number>
  announcements: Announcement[]
  /** Incidents that were snoozed and are open again, since they became more severe. */
  woken: number[]
}

/**
 * Adds each of these alerts to an incident: the current one of its device, or a new one. Runs in the transaction that
 * raises the alerts, which holds the locks of their devices.
 */
export async function attachAlerts(
  tx: InCell,
  arrivals: readonly Arrival[],
  settings: IncidentSettings,
  now: Date,
): Promise<Attached> {
  if (arrivals.length === 0) return { incidentOf: new Map(), announcements: [], woken: [] }
  const deviceIds = [...new Set(arrivals.map((arrival) => arrival.device.id))]
  const grouping = groupAlerts(arrivals, await findCurrentIncidents(tx, deviceIds), settings, now)
  const ids = grouping.created.length > 0 ? await newIncidentIds(tx, grouping.created.length) : []
  const rows = newRows(grouping, ids)
  const positions = await insertIncidents(tx, rows, now)
  const woken = await touchIncidents(
    tx,
    grouping.joined.map(({ arrival, incident }) => ({
      incident_id: incident.incident_id,
      ...subjectOf(arrival),
      reopen: false,
    })),
    now,
  )
  await incidentChanged(tx, [...created(grouping, ids), ...joined(grouping, ids)], now)
  await locateIncidents(
    tx,
    grouping.joined.map(({ arrival, incident }) => ({ incident_id: incident.incident_id, position: arrival.position })),
    now,
  )
  return {
    incidentOf: incidentByAlert(grouping, ids),
    woken,
    announcements: rows.map((row, place) => {
      const { device, own } = grouping.created[place]!.arrival
      return { ...incidentCreated(row, positions.get(row.incident_id), [device], now), is_safety: own }
    }),
  }
}

function newRows(grouping: Grouping, ids: readonly number[]): IncidentRow[] {
  return grouping.created.map(({ arrival, worst, grouping: takesMore }, place) => ({
    incident_id: ids[place]!,
    site_id: arrival.device.site_id,
    device_id: arrival.device.id,
    origin: 'alert',
    ...subjectOf(worst),
    alert_id: arrival.alert_id,
    rule_key: arrival.rule_key,
    module: arrival.module,
    storm_tag: null,
    previous_incident_id: arrival.previous_incident_id,
    grouping: takesMore,
    position: arrival.position,
  }))
}

function incidentByAlert(grouping: Grouping, ids: readonly number[]): Map<number, number> {
  return new Map([
    ...grouping.created.map(({ arrival }, place) => [arrival.alert_id, ids[place]!] as const),
    ...grouping.joined.map(({ arrival, incident }) => [arrival.alert_id, incident.incident_id] as const),
    ...grouping.joinedNew.map(({ arrival, place }) => [arrival.alert_id, ids[place]!] as const),
  ])
}

const created = ({ created }: Grouping, ids: readonly number[]): TimelineNote[] =>
  created.map(({ arrival }, place) => ({
    incident_id: ids[place]!,
    kind: 'created',
    user_id: null,
    says: alertFact(arrival),
  }))

function joined({ joined, joinedNew }: Grouping, ids: readonly number[]): IncidentChange[] {
  const change = (arrival: Arrival, incident_id: number): IncidentChange => ({
    incident_id,
    kind: 'alert_added',
    user_id: null,
    says: alertFact(arrival),
    alert: { ...subjectOf(arrival), device_name: arrival.device.name },
  })
  return [
    ...joinedNew.map(({ arrival, place }) => change(arrival, ids[place]!)),
    ...joined.map(({ arrival, incident }) => change(arrival, incident.incident_id)),
  ]
}

const subjectOf = ({ severity, title, title_of }: Arrival): EntrySubject => ({ severity, title, title_of })
