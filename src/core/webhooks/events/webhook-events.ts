import type { Module } from '../../vocabulary/modules.ts'
import type { Severity } from '../../vocabulary/severities.ts'

/** What a webhook is told of unless it says otherwise. */
export const DEFAULT_EVENTS = ['alert.triggered', 'incident.created', 'incident.resolved', 'device.offline'] as const

/** What it may ask for. */
export const WEBHOOK_EVENTS = [
  ...DEFAULT_EVENTS,
  'alert.acknowledged',
  'alert.resolved',
  'alert.escalated',
  'incident.acknowledged',
  'incident.reopened',
  'device.online',
  'webhook.test',
] as const

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
  /** Null when it is about devices of several modules, or of none. */
  module: Module | null
  tags: readonly string[]
  /** What silences look at besides. */
  rule_key?: string | null
  is_safety?: boolean
  bypasses_silences?: boolean
}

export const incidentLane = (incidentId: number): string => `incident:${incidentId}`
/** The incident that a lane belongs to, or null. */
export function incidentIdOf(lane: string): number | null {
  const [, id] = /^incident:(\d+)$/.exec(lane) ?? []
  return id === undefined ? null : Number(id)
}

export const deviceLane = (deviceId: number): string => `device:${deviceId}`
