import { rank } from '../vocabulary/severities.ts'
import { type Arrival, GROUP_UP_TO_S, GROUP_WITHIN_S, type IncidentSettings, type OpenIncident } from './incident.ts'

/** An incident to be opened; its index in the result stands for its id until it has one. */
interface NewIncident {
  arrival: Arrival
  /** The most severe of its alerts, which gives it severity and title. */
  worst: Arrival
  /** Whether further alerts of its device may join. */
  grouping: boolean
}

export interface Grouping {
  created: NewIncident[]
  /** Alerts that join an existing incident. */
  joined: { arrival: Arrival; incident: OpenIncident }[]
  /** Alerts that join an incident of this grouping, by its index in `created`. */
  joinedNew: { arrival: Arrival; place: number }[]
}

/** Assigns each alert to an incident. Pure. */
export function groupAlerts(
  arrivals: readonly Arrival[],
  open: readonly OpenIncident[],
  settings: IncidentSettings,
  now: Date,
): Grouping {
  const grouping: Grouping = { created: [], joined: [], joinedNew: [] }
  const joinable = new Map<number, OpenIncident>()
  for (const incident of open) {
    if (takesMore(incident, now)) joinable.set(incident.device_id, incident)
  }
  const newPlaces = new Map<number, number>()
  for (const arrival of arrivals) {
    const incident = joinable.get(arrival.device.id)
    const place = newPlaces.get(arrival.device.id)
    if (isAlone(arrival, settings)) {
      grouping.created.push({ arrival, worst: arrival, grouping: false })
    } else if (incident !== undefined) {
      grouping.joined.push({ arrival, incident })
    } else if (place !== undefined) {
      const created = grouping.created[place]!
      if (rank(arrival.severity) > rank(created.worst.severity)) created.worst = arrival
      grouping.joinedNew.push({ arrival, place })
    } else {
      newPlaces.set(arrival.device.id, grouping.created.length)
      grouping.created.push({ arrival, worst: arrival, grouping: true })
    }
  }
  return grouping
}

function takesMore(incident: OpenIncident, now: Date): boolean {
  const quietMs = now.getTime() - incident.last_activity_at.getTime()
  const ageMs = now.getTime() - incident.created_at.getTime()
  return quietMs <= GROUP_WITHIN_S * 1_000 && ageMs < GROUP_UP_TO_S * 1_000
}

const isAlone = (arrival: Arrival, settings: IncidentSettings): boolean => arrival.own || settings.grouping === 'alert'
