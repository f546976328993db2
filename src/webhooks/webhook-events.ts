import type { Module } from '../vocabulary/modules.ts'
import type { Severity } from '../vocabulary/severities.ts'

export const WEBHOOK_EVENTS = ['alert.triggered', 'incident.created', 'incident.resolved', 'device.offline'] as const

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** Something that happened, on its way to every webhook that asked for it. */
export interface Announcement {
  event: WebhookEvent
  /** The `data` of the envelope; see docs/webhooks.md. */
  data: Record<string, unknown>
  /** Announcements of one lane reach a receiver in their order. */
  lane: string
  /** What the filters of a webhook look at. An event without a severity passes every severity filter. */
  severity: Severity | null
  module: Module
  tags: readonly string[]
}

/** The bytes that are sent, signed, and sent again on every further attempt. */
export function envelope(announcement: Announcement, now: Date): string {
  const { event, data } = announcement
  return JSON.stringify({ event, timestamp: now.toISOString(), data })
}

export const incidentLane = (incidentId: number): string => `incident:${incidentId}`
export const deviceLane = (deviceId: number): string => `device:${deviceId}`
