import Type from 'typebox'
import { Changed } from '../../platform/http/schemas/ignored-keys.ts'
import {
  Count,
  described,
  IdParams,
  NameText,
  NullableInteger,
  NullableText,
  NullableTime,
  OneOf,
  PlainText,
  Text,
  Time,
} from '../../platform/http/schemas/shapes.ts'
import { AnySiteNameShape } from '../reach/site-name.ts'
import { siteChoice } from '../sites/site-choice.ts'
import { ModuleShape, SeverityShape } from '../vocabulary/shapes.ts'
import { WEBHOOK_EVENTS } from './events/webhook-events.ts'
import { FORMATS, OPTIONS_BY_FORMAT } from './formats/formats.ts'
import { DELIVERY_STATUSES } from './outbox/delivery-log.ts'
import { OUTCOMES } from './sending/send-failure.ts'

/** Path parameters of a delivery. */
export const DeliveryParams = Type.Object({ ...IdParams.properties, delivery_id: IdParams.properties.id })

const FormatShape = OneOf(FORMATS, { title: 'WebhookFormat', description: 'Format of the body' })
export const EventShape = OneOf(WEBHOOK_EVENTS, { title: 'WebhookEvent' })

const webhookFields = {
  id: Count,
  site: AnySiteNameShape,
  name: Text,
  url: Text,
  format: FormatShape,
  format_options: Type.Array(Text, { description: 'Names of the options of its format; values are never shown' }),
  headers: Type.Array(Text, { description: 'Names of its custom headers; values are never shown' }),
  events: Type.Array(EventShape),
  min_severity: SeverityShape,
  modules: Type.Array(ModuleShape),
  tags: Type.Array(Text),
  enabled: Type.Boolean(),
  disabled_reason: NullableText,
  state: OneOf(['active', 'held', 'recovering', 'disabled'], {
    description: 'held: its receiver keeps failing. recovering: it is back',
  }),
  failing_since: described<Date | null>(NullableTime, 'The first failure after the last success'),
  next_probe_at: described<Date | null>(NullableTime, 'While held: the time of the next probe'),
  old_secret_until: described<Date | null>(NullableTime, 'Until when the previous secret also signs'),
  version: Count,
  created_at: Time,
}
export const WebhookShape = Type.Object(webhookFields, { title: 'Webhook' })
export const WebhookWithSecret = Type.Object({ ...webhookFields, secret: Text }, { title: 'WebhookWithSecret' })

const attemptFields = {
  n: Type.Integer({ description: 'Starting at 1' }),
  at: Text,
  duration_ms: Count,
  outcome: OneOf(OUTCOMES),
  detail: described<string>(Text, 'The outcome in words'),
  status: described<number | null>(NullableInteger, 'Status of the response, if there was one'),
  address: described<string | null>(NullableText, 'The IP address of the receiver'),
}
export const AttemptShape = Type.Object(
  {
    ...attemptFields,
    response_body: described<string | null>(NullableText, 'The first 4 KiB of the response; untrusted text'),
  },
  { title: 'DeliveryAttempt' },
)

const deliveryFields = {
  id: Count,
  message_id: described<string>(Text, 'The webhook-id of the requests'),
  event: EventShape,
  status: OneOf(DELIVERY_STATUSES),
  next_attempt_at: NullableTime,
  created_at: Time,
}
export const DeliveryShape = Type.Object(
  { ...deliveryFields, attempts: Type.Array(Type.Object(attemptFields)) },
  { title: 'Delivery' },
)
export const WholeDeliveryShape = Type.Object(
  { ...deliveryFields, attempts: Type.Array(AttemptShape), body: described<string>(Text, 'Events to send') },
  { title: 'WholeDelivery' },
)

const name = NameText({ maxLength: 100, examples: ['Ticket system'] })
const url = PlainText({ minLength: 1, maxLength: 4_096, examples: ['https://tickets.example.org/tocsin'] })
const FormatOptions = Type.Record(Type.String({ maxLength: 64 }), PlainText({ maxLength: 10_000 }), {
  description: OPTIONS_BY_FORMAT,
})
const choices = {
  format: Type.Optional(FormatShape),
  format_options: Type.Optional(FormatOptions),
  events: Type.Optional(Type.Array(EventShape, { minItems: 1, uniqueItems: true })),
  min_severity: Type.Optional(SeverityShape),
  modules: Type.Optional(Type.Array(ModuleShape, { uniqueItems: true })),
  tags: Type.Optional(Type.Array(PlainText({ minLength: 1, maxLength: 50 }), { maxItems: 20 })),
}

const headerNames = Type.String({ maxLength: 100 })

export const NewWebhookBody = Type.Object(
  {
    ...siteChoice,
    name,
    url,
    ...choices,
    headers: Type.Optional(Type.Record(headerNames, Type.String({ maxLength: 2_048 }))),
  },
  { additionalProperties: false, title: 'NewWebhook' },
)

/** Names without their values: the named ones keep their values, and the others are removed. */
const Kept = Type.Array(headerNames, { maxItems: 20, description: 'Names of headers to keep unchanged' })

export const WebhookChangesBody = Changed(
  WebhookShape,
  {
    name: Type.Optional(name),
    url: Type.Optional(url),
    ...choices,
    format_options: Type.Optional(Type.Union([FormatOptions, Kept])),
    headers: Type.Optional(
      Type.Union([
        Type.Record(headerNames, Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 2_048 })),
        Kept,
      ]),
    ),
    enabled: Type.Optional(Type.Boolean()),
    version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The version that was read; 409 if it is not the current one' }),
    ),
  },
  { title: 'WebhookChanges' },
)
