import Type, { type Static, type TSchema } from 'typebox'
import {
  Count,
  described,
  NameText,
  NullableText,
  NullableTime,
  OneOf,
  Text,
  Time,
} from '../../platform/http/schemas/shapes.ts'
import { DETAILS, type Details, type VerifiedBy } from './channels/channel-kind.ts'
import { CONTACT_KINDS, type ContactKind, channelKind } from './channels/channels.ts'
import { CONTACT_STATES } from './contact-method.ts'

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
export type ContactMethod = Static<typeof ContactMethodShape>

interface OfKind {
  kind: ContactKind
  name: string
  schema: TSchema
  description: string
}

/** The optional properties of all kinds, each with what it is for them. Kinds that share one have the schema of the first. */
const optional = (properties: readonly OfKind[]): Record<string, TSchema> =>
  Object.fromEntries(
    [...Map.groupBy(properties, ({ name }) => name)].map(([name, same]) => {
      const description = same.map((one) => `${one.kind}: ${one.description}`).join('. ')
      return [name, Type.Optional(described(same[0]!.schema, description))]
    }),
  )

const shownOnce = CONTACT_KINDS.flatMap((kind): OfKind[] => {
  const { shownOnce, verifiedBy } = channelKind(kind)
  const values = Object.entries(shownOnce?.values ?? {}).map(([name, { description }]) => ({ name, description }))
  const link = { name: 'link', description: 'opens the chat that becomes the method' }
  return [...values, ...(verifiedBy === 'chat' ? [link] : [])].map((value) => ({ ...value, kind, schema: Text }))
})

/** The same in the response to its creation. */
export const NewContactMethodShape = Type.Unsafe<ContactMethod>(
  Type.Object({ ...fields, ...optional(shownOnce) }, { title: 'NewContactMethod', examples: [EXAMPLE] }),
)

const common = {
  label: Type.Optional(NameText({ maxLength: 100 })),
  details: Type.Optional(OneOf(DETAILS)),
}
const strict = { additionalProperties: false }

export interface NewMethodBody {
  kind: ContactKind
  label?: string
  details?: Details
  /** The fields of its kind. */
  [field: string]: unknown
}

const entered = CONTACT_KINDS.flatMap((kind): OfKind[] =>
  Object.entries(channelKind(kind).fields).map(([name, { schema }]) => ({
    ...{ kind, name, schema },
    description: (schema as { description?: string }).description ?? name,
  })),
)

export const NewMethodBody = Type.Unsafe<NewMethodBody>(
  Type.Object(
    { kind: OneOf(CONTACT_KINDS), ...common, ...optional(entered) },
    { ...strict, title: 'NewContactMethodBody', examples: [{ kind: 'email', address: 'ana@example.org' }] },
  ),
)

/** The next step after a method was added. */
const NEXT: Record<VerifiedBy, string> = {
  code: 'a code is sent to it.',
  browser:
    'verified by the first message that its service accepts. A browser that is known already only confirms its subscription.',
  code_on_request: 'subscribe to what the response shows, then request a code.',
  chat: 'open `link`.',
}

/** The same for all kinds, for the reference. */
export const howVerified = Object.entries(NEXT)
  .map(([by, next]) => {
    const kinds = CONTACT_KINDS.filter((kind) => channelKind(kind).verifiedBy === by)
    return `${kinds.join(' and ')}: ${next}`
  })
  .join(' ')

export const MethodChangesBody = Type.Object(common, { ...strict, minProperties: 1, examples: [{ label: 'Phone' }] })
export const CodeBody = Type.Object(
  { code: Type.String({ pattern: '^[0-9]{6}$' }) },
  { ...strict, examples: [{ code: '204816' }] },
)
