import type { Doer } from '../../people/actor.ts'
import type { Module } from '../../vocabulary/modules.ts'
import type { Severity } from '../../vocabulary/severities.ts'
import { type Announcement, incidentLane } from '../../webhooks/events/webhook-events.ts'
import type { Resolution } from '../incident.ts'
import type { IncidentPosition, IncidentRow } from '../incident-store.ts'

/** Most devices of a storm that an announcement names. */
const DEVICES_NAMED = 50

/** A device concerned by an incident. */
export interface SubjectDevice {
  id: number
  name: string
  module: Module
  tags: readonly string[]
}

export function incidentCreated(
  incident: IncidentRow,
  position: IncidentPosition | undefined,
  devices: readonly SubjectDevice[],
  now: Date,
): Announcement {
  const device = devices.find(({ id }) => id === incident.device_id) ?? null
  return {
    event: 'incident.created',
    data: {
      incident_id: incident.incident_id,
      alert_id: incident.alert_id,
      lat: position?.lat ?? null,
      lng: position?.lng ?? null,
      location_at: position?.location_at ?? null,
      device_id: device?.id ?? null,
      device_name: device?.name ?? null,
      severity: incident.severity,
      title: incident.title,
      status: 'open',
      created_at: now,
      ...(devices.length > 1 ? severalDevices(devices) : {}),
    },
    site_id: incident.site_id,
    lane: incidentLane(incident.incident_id),
    severity: incident.severity,
    module: device?.module ?? incident.module,
    tags: device?.tags ?? tagsOf(incident.storm_tag),
    title_of: incident.title_of,
    rule_key: incident.rule_key,
    // An incident opened by a person or a storm is announced even in a silence.
    bypasses_silences: incident.origin === 'person' || incident.origin === 'storm',
  }
}

const severalDevices = (devices: readonly SubjectDevice[]) => ({
  device_count: devices.length,
  devices: devices.slice(0, DEVICES_NAMED).map(({ id, name }) => ({ id, name })),
})

export interface ResolvedIncident {
  incident_id: number
  site_id: number | null
  device_id: number | null
  device_name: string | null
  module: Module | null
  tags: string[] | null
  storm_tag: string | null
  severity: Severity
  title: string
  alert_id: number | null
  alert_count: number
  lat: number | null
  lng: number | null
  resolution: Resolution
  note: string | null
  created_at: Date
  resolved_at: Date
}

export function incidentResolved(incident: ResolvedIncident, actor: Doer | null): Announcement {
  const durationMs = incident.resolved_at.getTime() - incident.created_at.getTime()
  return {
    event: 'incident.resolved',
    data: {
      incident_id: incident.incident_id,
      alert_id: incident.alert_id,
      resolved_at: incident.resolved_at,
      resolved_by: { type: actor === null ? 'system' : 'user', id: actor?.id ?? null, email: actor?.email ?? null },
      resolution: incident.resolution,
      note: incident.note,
      duration_s: Math.round(durationMs / 1_000),
      device_id: incident.device_id,
      device_name: incident.device_name,
      severity: incident.severity,
      title: incident.title,
      alert_count: incident.alert_count,
      lat: incident.lat,
      lng: incident.lng,
    },
    site_id: incident.site_id,
    lane: incidentLane(incident.incident_id),
    severity: incident.severity,
    module: incident.module,
    tags: incident.tags ?? tagsOf(incident.storm_tag),
  }
}

const tagsOf = (tag: string | null): string[] => (tag === null ? [] : [tag])
