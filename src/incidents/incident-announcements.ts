import type { Device } from '../devices/device.ts'
import type { Actor } from '../users/actor.ts'
import type { Module } from '../vocabulary/modules.ts'
import type { Severity } from '../vocabulary/severities.ts'
import { type Announcement, incidentLane } from '../webhooks/webhook-events.ts'
import type { IncidentRow, Position } from './incident-store.ts'

export function incidentCreated(
  incident: IncidentRow,
  position: Position | undefined,
  device: Device,
  now: Date,
): Announcement {
  return {
    event: 'incident.created',
    data: {
      incident_id: incident.incident_id,
      alert_id: incident.alert_id,
      lat: position?.lat ?? null,
      lng: position?.lng ?? null,
      location_at: position?.location_at ?? null,
      device_id: device.id,
      device_name: device.name,
      severity: incident.severity,
      title: incident.title,
      status: 'open',
      created_at: now,
    },
    lane: incidentLane(incident.incident_id),
    severity: incident.severity,
    module: device.module,
    tags: device.tags,
  }
}

export interface ResolvedIncident {
  incident_id: number
  device_id: number
  device_name: string
  module: Module
  tags: string[]
  severity: Severity
  title: string
  alert_id: number
  alert_count: number
  lat: number | null
  lng: number | null
  resolution: string
  note: string | null
  created_at: Date
  resolved_at: Date
}

export function incidentResolved(incident: ResolvedIncident, actor: Actor | null): Announcement {
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
    lane: incidentLane(incident.incident_id),
    severity: incident.severity,
    module: incident.module,
    tags: incident.tags,
  }
}
