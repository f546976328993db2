import type { Severity } from '../../vocabulary/severities.ts'
import type { Announcement, WebhookEvent } from './webhook-events.ts'
import type { WebhookData } from './webhook-payloads.ts'

/** The JSON for receivers, with times as text. Other formats are derived from it. */
export type Envelope = {
  [Event in WebhookEvent]: { event: Event; timestamp: string; data: AsJson<WebhookData<Event>> }
}[WebhookEvent]

/** A message to one person, for a receiver of their own. */
export interface NotificationEvent {
  event: 'notification'
  timestamp: string
  data: {
    notification_id: string
    incident_id: number | null
    severity: Severity | null
    title: string
    text: string
    url: string
    action: { url: string; may: readonly string[] } | null
    quiet: boolean
  }
}

type AsJson<Data> = { [Key in keyof Data]: TimeAsText<Data[Key]> }
type TimeAsText<Value> = Value extends Date ? string : Value

export const envelopeOf = ({ event, data }: Pick<Announcement, 'event' | 'data'>, now: Date): Envelope =>
  JSON.parse(JSON.stringify({ event, timestamp: now, data })) as Envelope
