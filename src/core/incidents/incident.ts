import type { Device } from '../devices/device.ts'
import type { Module } from '../vocabulary/modules.ts'
import type { Severity } from '../vocabulary/severities.ts'
import type { TitleFacts } from '../vocabulary/titles.ts'

/** An incident takes further alerts of its device if its last event is this recent … */
export const GROUP_WITHIN_S = 30 * 60
/** … and if it is younger than this, so that none stays open forever. */
export const GROUP_UP_TO_S = 24 * 3_600
/** It resolves by itself when all its alerts have been resolved for this long. */
export const AUTO_RESOLVE_AFTER_S = 5 * 60
/** Within this time after the resolution, a returning alert or a person may reopen it. */
export const REOPEN_WITHIN_S = 15 * 60

export const INCIDENT_STATUSES = ['open', 'acknowledged', 'resolved'] as const
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number]

/** Origin of an incident: an alert, a person, many devices that went offline at once, or one that is offline. */
export const INCIDENT_ORIGINS = ['alert', 'person', 'storm', 'offline'] as const
export type IncidentOrigin = (typeof INCIDENT_ORIGINS)[number]

/** Resolutions that people may choose; the service sets the others. */
export const RESOLUTIONS = ['manual', 'false_alarm', 'duplicate', 'test'] as const
export type Resolution = (typeof RESOLUTIONS)[number] | 'auto' | 'merged' | 'device_deleted' | 'device_handed_over'

export interface IncidentSettings {
  minSeverity: Severity
  grouping: 'device' | 'alert'
}

/** An alert that needs an incident. */
export interface Arrival {
  alert_id: number
  rule_key: string
  module: Module
  device: Device
  severity: Severity
  title: string
  title_of: TitleFacts | null
  /** Opens an incident of its own. */
  own: boolean
  /** Position of its reading, if the reading has one. */
  position: { lat: number; lng: number; at: Date } | null
  /** Its earlier incident, if that was resolved too long ago to be reopened. */
  previous_incident_id: number | null
}

/** The incident that new alerts of a device join. */
export interface OpenIncident {
  device_id: number
  incident_id: number
  created_at: Date
  last_activity_at: Date
}
