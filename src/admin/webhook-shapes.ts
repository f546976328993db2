import Type from 'typebox'
import { Count, NullableInteger, NullableText, NullableTime, Text, Time } from '../platform/http/shapes.ts'
import { MODULES } from '../vocabulary/modules.ts'
import { SEVERITIES } from '../vocabulary/severities.ts'
import { FORMATS } from '../webhooks/formats/format.ts'
import { WEBHOOK_EVENTS } from '../webhooks/webhook-events.ts'

export const WebhookShape = Type.Object({
  id: Count,
  name: Text,
  url: Text,
  format: Text,
  format_options: Type.Array(Text),
  headers: Type.Array(Text),
  events: Type.Array(Text),
  min_severity: Text,
  modules: Type.Array(Text),
  tags: Type.Array(Text),
  enabled: Type.Boolean(),
  disabled_reason: NullableText,
  state: Text,
  failing_since: NullableTime,
  next_probe_at: NullableTime,
  old_secret_until: NullableTime,
  version: Count,
  created_at: Time,
})

export const WebhookWithSecret = Type.Object({ ...WebhookShape.properties, secret: Text })

const attempt = {
  n: Count,
  at: Text,
  duration_ms: Count,
  outcome: Text,
  detail: Text,
  status: NullableInteger,
  address: NullableText,
}
export const AttemptShape = Type.Object({ ...attempt, answer: NullableText })

const delivery = {
  id: Count,
  message_id: Text,
  event: Text,
  status: Text,
  next_attempt_at: NullableTime,
  created_at: Time,
}
export const DeliveryShape = Type.Object({ ...delivery, attempts: Type.Array(Type.Object(attempt)) })
export const WholeDeliveryShape = Type.Object({ ...delivery, attempts: Type.Array(AttemptShape), body: Text })

const settings = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000]*\\S[^\\u0000]*$' }),
  url: Type.String({ minLength: 1, maxLength: 4_096 }),
}
const choices = {
  format: Type.Optional(Type.Enum([...FORMATS])),
  format_options: Type.Optional(Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 256 }))),
  events: Type.Optional(Type.Array(Type.Enum([...WEBHOOK_EVENTS]), { minItems: 1, uniqueItems: true })),
  min_severity: Type.Optional(Type.Enum([...SEVERITIES])),
  modules: Type.Optional(Type.Array(Type.Enum([...MODULES]), { uniqueItems: true })),
  tags: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 50, pattern: '^[^\\u0000]*$' }), { maxItems: 20 }),
  ),
}

export const NewWebhookBody = Type.Object(
  {
    ...settings,
    ...choices,
    headers: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 2_048 }))),
  },
  { additionalProperties: false },
)

export const WebhookChangesBody = Type.Object(
  {
    name: Type.Optional(settings.name),
    url: Type.Optional(settings.url),
    ...choices,
    /** A value sets a header, null takes it away, the others stay. */
    headers: Type.Optional(
      Type.Record(
        Type.String({ maxLength: 100 }),
        Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 2_048 }),
      ),
    ),
    enabled: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
