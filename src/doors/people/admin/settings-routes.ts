import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static, type TSchema } from 'typebox'
import type { ProvenBy } from '../../../core/audit-log/record-change.ts'
import { changeConnections } from '../../../core/contact-methods/connections/change-connections.ts'
import { TESTS, testConnection } from '../../../core/contact-methods/connections/test-connection.ts'
import { provenBy } from '../../../core/people/second-factor/recent-proof.ts'
import { changeSetting } from '../../../core/settings/change-settings.ts'
import { CONNECTIONS, originOf } from '../../../core/settings/connections/connection.ts'
import { shownConnections } from '../../../core/settings/connections/shown-connections.ts'
import { LARGEST_RADIUS_KM, type MapSettings, MOST_AREAS } from '../../../core/settings/map-source.ts'
import { findSetting, SECOND_FACTOR_RULES } from '../../../core/settings/settings-store.ts'
import { sentenceOf } from '../../../platform/error-messages/reasons.ts'
import { endpoint, forPeople, forPrograms } from '../../../platform/http/route-list.ts'
import { DataResponse, ok, PlainText } from '../../../platform/http/schemas/shapes.ts'
import type { AdminContext } from './admin-context.ts'

const Text = PlainText({ minLength: 1, maxLength: 2_000 })
const OriginShape = Type.Enum(['default', 'environment', 'settings'])
const Days = Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: 36_525 })

const SETTINGS = [...CONNECTIONS, 'map', 'retention', 'second_factor_required'] as const

const StreetAreaShape = Type.Object(
  {
    lat: Type.Number({ minimum: -85, maximum: 85 }),
    lng: Type.Number({ minimum: -180, maximum: 180 }),
    radius_km: Type.Number({ minimum: 1, maximum: LARGEST_RADIUS_KM }),
  },
  { additionalProperties: false },
)

const MapBody = Type.Unsafe<MapSettings | 'builtin'>(
  Type.Union([
    Type.Literal('builtin'),
    Type.Object({ tile_url: Text, attribution: PlainText({ maxLength: 200 }) }, { additionalProperties: false }),
    Type.Object({ pmtiles: Text, attribution: PlainText({ maxLength: 200 }) }, { additionalProperties: false }),
    Type.Object(
      {
        streets: Type.Object(
          {
            source: PlainText({ minLength: 1, maxLength: 2_000, description: 'URL of a PMTiles archive' }),
            areas: Type.Array(StreetAreaShape, { minItems: 1, maxItems: MOST_AREAS }),
          },
          { additionalProperties: false, description: 'Each node fetches these areas of the archive, and keeps them' },
        ),
        attribution: PlainText({ maxLength: 200 }),
      },
      { additionalProperties: false },
    ),
  ]),
)
const Retention = Type.Object({ readings_days: Days, audit_days: Days }, { additionalProperties: false })
const SecondFactor = Type.Enum([...SECOND_FACTOR_RULES])

const OrNull = <Value extends TSchema>(value: Value) => Type.Union([value, Type.Null()])

const SettingsShape = Type.Object(
  {
    public_url: Type.String({ examples: ['https://tocsin.example.org'] }),
    smtp: OrNull(
      Type.Object({
        url: Type.String({ description: 'Without its password', examples: ['smtps://alerts@mail.example.org:465'] }),
        from: Type.String({ examples: ['Tocsin <alerts@example.org>'] }),
        has_password: Type.Boolean(),
      }),
    ),
    ntfy: Type.Object({
      url: Type.String({ examples: ['https://ntfy.sh'] }),
      token_hint: OrNull(Type.String({ examples: ['595c'] })),
    }),
    telegram_bot_token: OrNull(Type.Object({ hint: Type.String({ examples: ['123456789:…x9Qe'] }) })),
    heartbeat_url: OrNull(Type.Object({ hint: Type.String({ examples: ['https://hc-ping.com/…4f1a'] }) })),
    map: MapBody,
    retention: Retention,
    second_factor_required: SecondFactor,
    origins: Type.Object(Object.fromEntries(SETTINGS.map((key) => [key, OriginShape])), {
      description: 'Where each comes from',
    }),
  },
  { title: 'Settings' },
)

const Nullable = <Value extends TSchema>(value: Value) => Type.Optional(Type.Union([value, Type.Null()]))

const connectionFields = {
  public_url: Nullable(Text),
  smtp: Nullable(Type.Object({ url: Text, from: Text }, { additionalProperties: false })),
  ntfy: Nullable(
    Type.Object({ url: Text, token: Type.Optional(Type.Union([Text, Type.Null()])) }, { additionalProperties: false }),
  ),
  telegram_bot_token: Nullable(Text),
  heartbeat_url: Nullable(Text),
}
const ConnectionsBody = Type.Object(connectionFields, { additionalProperties: false })

const SettingsChange = Type.Object(
  {
    ...connectionFields,
    map: Nullable(MapBody),
    retention: Nullable(Retention),
    second_factor_required: Nullable(SecondFactor),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    examples: [{ public_url: 'https://tocsin.example.org' }],
  },
)

const TestBody = Type.Object(
  {
    what: Type.Enum([...TESTS]),
    to: Type.Optional(
      PlainText({
        maxLength: 254,
        description: 'Needed for mail: an email address. For ntfy: a topic. For Telegram: the ID of a chat',
      }),
    ),
    settings: Type.Optional(ConnectionsBody),
  },
  { additionalProperties: false, examples: [{ what: 'mail', to: 'ana@example.org' }] },
)
const TestShape = Type.Object(
  {
    ok: Type.Boolean(),
    reason: Type.Union([Type.String({ examples: ['mail_login'] }), Type.Null()]),
    message: Type.String({ examples: ['The mail server refused the login (535). Check the user and the password'] }),
  },
  { title: 'SettingsTest' },
)

/** Settings of the whole installation. */
export const settingsRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, context) => {
  const { db, connections: settings, defaults, now } = context

  async function shown(): Promise<Static<typeof SettingsShape>> {
    const inForce = settings.connections()
    const { public_url, ntfy, ...connections } = shownConnections(inForce)
    const [map, retention, rule] = await Promise.all([
      findSetting(db, 'map'),
      findSetting(db, 'retention'),
      findSetting(db, 'second_factor_required'),
    ])
    const { readings_days, audit_days } = defaults.retention
    return {
      public_url: public_url!,
      ntfy: ntfy!,
      ...connections,
      map: map === undefined ? (defaults.map ?? 'builtin') : (map ?? 'builtin'),
      retention: retention ?? defaults.retention,
      second_factor_required: rule ?? 'nobody',
      origins: {
        ...inForce.origins,
        map: originOf(map, defaults.map === null),
        retention: originOf(retention, readings_days === null && audit_days === null),
        second_factor_required: originOf(rule, true),
      },
    }
  }

  server.get(
    '/api/admin/settings',
    endpoint('admin', 'installation', forPrograms('getSettings', 'Settings', 'Get the settings of the installation'), {
      description:
        'With where each comes from, in `origins`. Secrets are never answered: of a token and of the URL of the heartbeat there is a hint, of a mail server whether it has a password.',
      response: { 200: DataResponse(SettingsShape) },
    }),
    async () => ok(await shown()),
  )

  server.patch(
    '/api/admin/settings',
    endpoint('admin', 'installation', forPeople('changeSettings', 'Settings', 'Change settings of the installation'), {
      description:
        'On every node at once. `null` resets a setting. What the environment sets cannot be changed, except map and retention. A password or token that is left out stays as it is, for the same server and user. Needs a login of the last 15 minutes.',
      body: SettingsChange,
      response: { 200: DataResponse(SettingsShape) },
    }),
    async (request) => {
      const by = await provenBy(db, request, now())
      const { map, retention, second_factor_required, ...changes } = request.body
      await changeConnections(settings, changes, by, now())
      await changeOthers({ map, retention, second_factor_required }, by)
      return ok(await shown())
    },
  )

  server.post(
    '/api/admin/settings/test',
    endpoint('admin', 'installation', forPeople('testSettings', 'Settings', 'Test a setting of the installation'), {
      description:
        'Sends a real mail, message, request or heartbeat, by what is stored, or instead by what is in `settings`, which is not stored. Ten a minute. Needs a login of the last 15 minutes.',
      body: TestBody,
      response: { 200: DataResponse(TestShape) },
      refusals: [409, 429],
    }),
    async (request) => {
      const by = await provenBy(db, request, now())
      const { what, to, settings: entered = {} } = request.body
      const { fault } = await testConnection(settings, { what, to, entered, language: 'en' }, by, now())
      if (fault === null) return ok({ ok: true, reason: null, message: 'It works' })
      return ok({ ok: false, reason: fault.reason, message: sentenceOf(fault) })
    },
  )

  type Change = Static<typeof SettingsChange>
  type Others = { [Key in 'map' | 'retention' | 'second_factor_required']: Change[Key] | undefined }
  async function changeOthers({ map, retention, second_factor_required: rule }: Others, by: ProvenBy): Promise<void> {
    const orReset = <Value>(value: Value | null): Value | undefined => value ?? undefined
    if (map !== undefined)
      await changeSetting(db, 'map', map === 'builtin' ? null : orReset<MapSettings>(map), by, now())
    if (retention !== undefined) await changeSetting(db, 'retention', orReset(retention), by, now())
    if (rule !== undefined) await changeSetting(db, 'second_factor_required', orReset(rule), by, now())
  }
}
