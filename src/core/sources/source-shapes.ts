import Type, { type Static } from 'typebox'
import { Changed } from '../../platform/http/schemas/ignored-keys.ts'
import {
  AnyObject,
  Count,
  described,
  NameText,
  Nullable,
  NullableTime,
  OneOf,
  PlainText,
  Text,
  Time,
} from '../../platform/http/schemas/shapes.ts'
import { OVERLAP_LIMIT_S } from '../devices/device-tokens.ts'
import { SiteNameShape } from '../reach/site-name.ts'
import { ModuleShape } from '../vocabulary/shapes.ts'
import { FORMAT_NAMES } from './formats/formats.ts'
import { type Mapping, MappingShape } from './mapping/mapping.ts'
import { REASON_CODES } from './messages/not-understood.ts'

const SOURCE_STATES = ['waiting', 'working', 'failing', 'disabled'] as const

export const SourceFormatShape = OneOf(FORMAT_NAMES, {
  title: 'SourceFormat',
  description: 'What its messages look like',
})

/** Why a message, or a part of it, made no reading, or not a whole one. */
export const SourceReasonShape = Type.Object(
  {
    code: OneOf(REASON_CODES),
    at: Type.Optional(described<string>(Text, 'The place in the message')),
    detail: Type.Optional(Text),
  },
  { title: 'SourceReason' },
)
const NullableReason = Type.Unsafe<Static<typeof SourceReasonShape> | null>({
  anyOf: [{ type: 'null' }, SourceReasonShape],
})

const tags = Type.Array(NameText({ maxLength: 50 }), { maxItems: 20 })
const pattern = PlainText({ minLength: 1, maxLength: 200, description: '`*` stands for any characters' })

/** Which devices a source adopts by itself. */
export const AdoptionRule = Type.Object(
  {
    match: Type.Object(
      { id: Type.Optional(pattern), model: Type.Optional(pattern) },
      { additionalProperties: false, minProperties: 1 },
    ),
    module: ModuleShape,
    tags: Type.Optional(tags),
    limit: Type.Integer({ minimum: 1, maximum: 1_000, description: 'How many devices it may add in all' }),
  },
  { additionalProperties: false, title: 'AdoptionRule' },
)
export type AdoptionRule = Static<typeof AdoptionRule>
const NullableAdoption = Type.Unsafe<AdoptionRule | null>({ anyOf: [{ type: 'null' }, AdoptionRule] })

const fields = {
  name: NameText({ maxLength: 100, examples: ['Cold store'] }),
  format: SourceFormatShape,
  module: ModuleShape,
  tags,
  time_zone: PlainText({
    minLength: 1,
    maxLength: 100,
    description: 'For times without an offset',
    examples: ['Europe/Ljubljana'],
  }),
  settings: described<Record<string, unknown>>(AnyObject, 'Settings of its format'),
  mapping: Type.Unsafe<Mapping | null>({
    ...MappingShape,
    type: ['object', 'null'],
    title: 'Mapping',
    description: 'How values of its messages become readings; docs/mapping.md',
  }),
  adopt: NullableAdoption,
  networks: Type.Array(PlainText({ minLength: 1, maxLength: 50 }), {
    maxItems: 20,
    description: 'From where it may send, in CIDR notation; empty: from anywhere',
    examples: [['192.0.2.0/24']],
  }),
  token_in_address: Type.Boolean({ description: 'Whether the token may be a part of the address, which proxies log' }),
  rate_per_s: Type.Integer({ minimum: 1, maximum: 10_000, description: 'Readings a second in the long run' }),
  burst: Type.Integer({ minimum: 1, maximum: 100_000, description: 'Readings at once after a pause' }),
}
const enabled = Type.Boolean({ description: 'Messages of a disabled source are answered 401' })

const EXAMPLE = {
  id: 1,
  site: { id: 1, name: 'Home' },
  name: 'Cold store',
  kind: 'http',
  format: FORMAT_NAMES[0],
  module: 'home_infra',
  tags: [],
  time_zone: 'UTC',
  enabled: true,
  settings: {},
  mapping: null,
  broker: null,
  adopt: null,
  networks: [],
  token_in_address: false,
  rate_per_s: 50,
  burst: 1_000,
  url: 'https://tocsin.example.org/api/sources/1',
  token_hint: '725e',
  state: 'working',
  reason: null,
  last_message_at: '2026-11-21T12:20:23.640Z',
  counts: { stored: 812, quarantined: 2, ignored: 0, pending: 2 },
  created_at: '2026-11-21T12:19:35.245Z',
  version: 1,
}

const shownFields = {
  id: Count,
  site: SiteNameShape,
  name: Text,
  format: SourceFormatShape,
  module: ModuleShape,
  tags: Type.Array(Text),
  time_zone: Text,
  settings: fields.settings,
  mapping: described<Mapping | null>(Nullable<Mapping>('object'), 'How values become readings; docs/mapping.md'),
  adopt: described<AdoptionRule | null>(Nullable<AdoptionRule>('object'), 'Which devices it adopts by itself'),
  networks: Type.Array(Text),
  token_in_address: Type.Boolean(),
  rate_per_s: Count,
  burst: Count,
  kind: OneOf(['http', 'mqtt'], { description: 'How its messages come' }),
  enabled,
  broker: Type.Unsafe<null>({ type: 'null', description: 'For sources whose messages come from a broker' }),
  url: described<string>(Text, 'Where it posts its messages'),
  token_hint: described<string>(Text, 'The end of the token'),
  state: OneOf(SOURCE_STATES, { description: 'failing: its last message was not understood' }),
  reason: NullableReason,
  last_message_at: NullableTime,
  counts: Type.Object({
    stored: described<number>(Count, 'Messages that made readings'),
    quarantined: described<number>(Count, 'Messages that are in quarantine now'),
    ignored: Count,
    pending: described<number>(Count, 'Devices that wait to be adopted'),
  }),
  created_at: Time,
  version: Count,
}

/** A source in the APIs. */
export const SourceShape = Type.Object(shownFields, { title: 'Source', examples: [EXAMPLE] })
export type SourceRecord = Static<typeof SourceShape>

const token = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Shown only this once' })
const TOKEN_EXAMPLE = '89b80fd6f82ae688a1c27b5d3e4f60718293a4b5c6d7e8f90a1b2c3d4e5f725e'
export const SourceWithTokenShape = Type.Object(
  { ...shownFields, token },
  { title: 'SourceWithToken', examples: [{ ...EXAMPLE, token: TOKEN_EXAMPLE }] },
)

const { name, format, ...optional } = fields
export const NewSourceBody = Type.Object(
  {
    name,
    format,
    ...Type.Partial(Type.Object(optional)).properties,
    kind: Type.Optional(OneOf(['http'])),
    enabled: Type.Optional(enabled),
    site_id: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Needed only by those who reach several sites' }),
    ),
  },
  { additionalProperties: false, title: 'NewSource' },
)
export type NewSourceBody = Static<typeof NewSourceBody>

export const SourceChangesBody = Changed(
  SourceShape,
  {
    ...Type.Partial(Type.Object({ ...fields, enabled })).properties,
    version: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { minProperties: 1, additionalProperties: false, title: 'SourceChanges' },
)
export type SourceChangesBody = Static<typeof SourceChangesBody>

export const SourceTokenBody = Type.Object(
  {
    overlap_s: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: OVERLAP_LIMIT_S,
        default: 0,
        description: 'How long the old token stays valid',
      }),
    ),
  },
  { additionalProperties: false },
)

/** Settings of a source that people choose. */
export type SourceSettings = Required<Omit<SourceChangesBody, 'version'>>
