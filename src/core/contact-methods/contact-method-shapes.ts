import Type, { type Static } from 'typebox'
import {
  Count,
  described,
  NameText,
  NullableText,
  NullableTime,
  OneOf,
  PlainText,
  Text,
  Time,
} from '../../platform/http/schemas/shapes.ts'
import { PERSONAL_FORMATS } from '../webhooks/formats/formats.ts'
import { CONTACT_KINDS, CONTACT_STATES, DETAILS } from './contact-method.ts'

const EXAMPLE = {
  id: 4,
  kind: 'push',
  label: 'Phone',
  state: 'verified',
  address_hint: 'fcm.googleapis.com',
  details: 'full',
  reason: null,
  created_at: '2026-11-21T11:58:03.114Z',
  verified_at: '2026-11-21T11:58:04.020Z',
  last_ok_at: '2026-11-22T03:12:44.700Z',
}

const fields = {
  id: Count,
  kind: OneOf(CONTACT_KINDS),
  label: Text,
  state: OneOf(CONTACT_STATES, { description: 'broken: its service refuses it. Only a verified method is used' }),
  address_hint: described<string>(Text, 'By what you recognize the address; never the whole of it'),
  details: OneOf(DETAILS, { description: 'minimal: severity and a link, no names or values' }),
  reason: described<string | null>(NullableText, 'Why it is broken or disabled'),
  created_at: Time,
  verified_at: NullableTime,
  last_ok_at: described<Date | null>(NullableTime, 'When its service last accepted a message'),
}

/** A contact method in the APIs. */
export const ContactMethodShape = Type.Object(fields, { title: 'ContactMethod', examples: [EXAMPLE] })

/** The same in the answer to its creation. */
export const NewContactMethodShape = Type.Object(
  {
    ...fields,
    topic: Type.Optional(Type.String({ description: 'ntfy: the topic to subscribe to. Never shown again' })),
    server: Type.Optional(Type.String({ description: 'ntfy: the server of the topic' })),
    secret: Type.Optional(
      Type.String({ description: 'webhook of a program: its requests are signed with it. Never shown again' }),
    ),
    link: Type.Optional(Type.String({ description: 'Telegram: opens the chat that becomes the method' })),
  },
  { title: 'NewContactMethod', examples: [EXAMPLE] },
)

const common = {
  label: Type.Optional(NameText({ maxLength: 100 })),
  details: Type.Optional(OneOf(DETAILS)),
}
const strict = { additionalProperties: false }

/** A subscription as browsers write it: PushSubscription.toJSON(). */
export const SubscriptionBody = Type.Object(
  {
    endpoint: Type.String({ maxLength: 4_096 }),
    keys: Type.Object({ p256dh: Type.String({ maxLength: 200 }), auth: Type.String({ maxLength: 100 }) }),
  },
  { description: 'push: what the browser answered (PushSubscription.toJSON())' },
)

export const NewMethodBody = Type.Object(
  {
    kind: OneOf(CONTACT_KINDS),
    ...common,
    address: Type.Optional(
      PlainText({ minLength: 1, maxLength: 4_096, description: 'email: the address. webhook: the URL' }),
    ),
    subscription: Type.Optional(SubscriptionBody),
    server: Type.Optional(PlainText({ minLength: 1, maxLength: 2_048, description: 'ntfy: another server' })),
    format: Type.Optional(OneOf(PERSONAL_FORMATS, { description: 'webhook: the format of the body' })),
    options: Type.Optional(
      Type.Record(Type.String({ maxLength: 64 }), PlainText({ maxLength: 10_000 }), {
        description: 'webhook: options of its format',
      }),
    ),
  },
  { ...strict, title: 'NewContactMethodBody', examples: [{ kind: 'email', address: 'ana@example.org' }] },
)
export type NewMethodBody = Static<typeof NewMethodBody>

export const MethodChangesBody = Type.Object(common, { ...strict, minProperties: 1, examples: [{ label: 'Phone' }] })
export const CodeBody = Type.Object(
  { code: Type.String({ pattern: '^[0-9]{6}$' }) },
  { ...strict, examples: [{ code: '204816' }] },
)
