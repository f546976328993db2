import Type from 'typebox'
import { Changed } from '../../platform/http/schemas/ignored-keys.ts'
import { Count, NameText, NullableInteger, OneOf, PlainText, Time } from '../../platform/http/schemas/shapes.ts'
import { MOST_FAMILY_DEVICES } from '../people/memberships.ts'
import { MEMBER_ROLES } from '../reach/role.ts'

const EXAMPLE = {
  id: 2,
  name: 'Ward North',
  notes: '',
  device_readings_per_minute: null,
  site_readings_per_minute: 6_000,
  retention_days: null,
  devices: 14,
  created_at: '2026-11-23T08:00:00.000Z',
}

const MemberShape = Type.Object({
  user_id: Count,
  name: Type.String(),
  email: Type.String(),
  role: OneOf(MEMBER_ROLES),
  devices: Type.Optional(Type.Array(Count, { description: 'For `family`: ids of the devices that they see' })),
})

/** A site in lists. */
export const SiteShape = Type.Object(
  {
    id: Count,
    name: Type.String(),
    notes: Type.String(),
    device_readings_per_minute: NullableInteger,
    site_readings_per_minute: NullableInteger,
    retention_days: NullableInteger,
    devices: Count,
    created_at: Time,
  },
  { title: 'Site', examples: [EXAMPLE] },
)

/** A single site with its members. */
export const SiteWithMembersShape = Type.Object(
  {
    ...SiteShape.properties,
    members: Type.Array(MemberShape, { description: 'People with a role everywhere are not among them' }),
  },
  {
    title: 'SiteWithMembers',
    examples: [{ ...EXAMPLE, members: [{ user_id: 2, name: 'Ana', email: 'op@example.org', role: 'operator' }] }],
  },
)

/** The most that a limit of readings can be; 0 is none. */
export const MOST_READINGS_PER_MINUTE = 10_000_000

const perMinute = (description: string) =>
  Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 0,
      maximum: MOST_READINGS_PER_MINUTE,
      description: `${description}; null: as many as the installation says, 0: no limit. Only for administrators of the installation`,
      examples: [null],
    }),
  )

/** A hundred years. */
export const LONGEST_RETENTION_DAYS = 36_525

/** Limits and retention of a site, in bodies and in files. */
export const siteLimits = {
  device_readings_per_minute: perMinute('Readings that each device of the site may send a minute'),
  site_readings_per_minute: perMinute('Readings that all devices of the site together may send a minute'),
  retention_days: Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      maximum: LONGEST_RETENTION_DAYS,
      description:
        'Days for which its readings are kept, at least; null: as many as the installation says. A shorter time deletes ' +
        'older readings for good within minutes. Only for administrators of the installation',
      examples: [null],
    }),
  ),
}

const name = NameText({ maxLength: 100, examples: ['Ward North'] })
const notes = Type.Optional(PlainText({ maxLength: 2_000 }))

export const NewSiteBody = Type.Object({ name, notes, ...siteLimits }, { additionalProperties: false })
export const ChangedSiteBody = Changed(
  SiteWithMembersShape,
  { name: Type.Optional(name), notes, ...siteLimits },
  { minProperties: 1 },
)

/** A role in a site, in bodies. */
export const memberFields = {
  role: OneOf(MEMBER_ROLES, { description: '`family`: sees pages of some devices, and nothing else' }),
  devices: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), {
      minItems: 1,
      maxItems: MOST_FAMILY_DEVICES,
      uniqueItems: true,
      description: 'For `family`, and only then: ids of devices of the site',
    }),
  ),
}
export const MemberBody = Type.Object(memberFields, {
  additionalProperties: false,
  examples: [{ role: 'operator' }, { role: 'family', devices: [1] }],
})
