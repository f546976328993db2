import type { Module } from '../vocabulary/modules.ts'
import type { Severity } from '../vocabulary/severities.ts'
import { WEBHOOK_PAYLOADS, type WebhookData, type WebhookEvent } from './webhook-payloads.ts'

export type { WebhookEvent }

/** What a webhook is told of unless it says otherwise. */
export const DEFAULT_EVENTS = ['alert.triggered', 'incident.created', 'incident.resolved', 'device.offline'] as const

/** What it may ask for. */
export const WEBHOOK_EVENTS = Object.keys(WEBHOOK_PAYLOADS) as WebhookEvent[]

/** Something that happened, on its way to every webhook that asked for it. */
export type Announcement = { [Event in WebhookEvent]: AnnouncementOf<Event> }[WebhookEvent]

interface AnnouncementOf<Event extends WebhookEvent> {
  event: Event
  /** The `data` of the envelope; see docs/webhooks.md. */
  data: WebhookData<Event>
  /** Announcements of one lane reach a receiver in their order. */
  lane: string
  /** What the filters of a webhook look at. An event without a severity passes every severity filter. */
  severity: Severity | null
  module: Module
  tags: readonly string[]
}

/** What a receiver is told: the body of a webhook in the plain format, and what the other formats are made of. */
export type Envelope = {
  [Event in WebhookEvent]: { event: Event; timestamp: string; data: WebhookData<Event> }
}[WebhookEvent]

export const envelopeOf = ({ event, data }: Pick<Announcement, 'event' | 'data'>, now: Date): Envelope =>
  ({ event, timestamp: now.toISOString(), data }) as Envelope

export const incidentLane = (incidentId: number): string => `incident:${incidentId}`
export const deviceLane = (deviceId: number): string => `device:${deviceId}`
