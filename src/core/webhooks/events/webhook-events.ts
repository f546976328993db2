import type { Module } from '../../vocabulary/modules.ts'
import type { Severity } from '../../vocabulary/severities.ts'
import type { TitleFacts } from '../../vocabulary/titles.ts'

/** Events of a webhook by default. */
export const DEFAULT_EVENTS = [
  'alert.triggered',
  'incident.created',
  'incident.resolved',
  'device.offline',
  'incident.nobody_told',
] as const

/** Events that a webhook may subscribe to. */
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

/** An event on its way to every webhook that has subscribed to it. */
export interface Announcement {
  event: WebhookEvent
  /** The `data` of the envelope; see docs/webhooks.md. */
  data: Record<string, unknown>
  /** The site of its subject, which `data` names; null for what concerns the whole installation. */
  site_id: number | null
  /** Announcements of one lane reach a receiver in order. */
  lane: string
  /** Fields for the filters of webhooks. An event without a severity passes every severity filter. */
  severity: Severity | null
  /** Null if it concerns devices of several modules, or none. */
  module: Module | null
  tags: readonly string[]
  /** The facts of the title in `data`. */
  title_of?: TitleFacts | null
  /** Further fields for silences. */
  rule_key?: string | null
  is_safety?: boolean
  bypasses_silences?: boolean
}

export const incidentLane = (incidentId: number): string => `incident:${incidentId}`
/** The incident of a lane, or null. */
export function incidentIdOf(lane: string): number | null {
  const [, id] = /^incident:(\d+)$/.exec(lane) ?? []
  return id === undefined ? null : Number(id)
}

export const deviceLane = (deviceId: number): string => `device:${deviceId}`
