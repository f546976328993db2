import type { Announcement, WebhookEvent } from './webhook-events.ts'
import type { WebhookData } from './webhook-payloads.ts'

/** The JSON for receivers, with times as text. Other formats are derived from it. */
export type Envelope = {
  [Event in WebhookEvent]: { event: Event; timestamp: string; data: AsJson<WebhookData<Event>> }
}[WebhookEvent]

type AsJson<Data> = { [Key in keyof Data]: TimeAsText<Data[Key]> }
type TimeAsText<Value> = Value extends Date ? string : Value

export const envelopeOf = ({ event, data }: Pick<Announcement, 'event' | 'data'>, now: Date): Envelope =>
  JSON.parse(JSON.stringify({ event, timestamp: now, data })) as Envelope
