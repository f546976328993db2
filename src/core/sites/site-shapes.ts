import Type from 'typebox'
import { Changed } from '../../platform/http/schemas/ignored-keys.ts'
import { Count, NameText, OneOf, PlainText, Time } from '../../platform/http/schemas/shapes.ts'
import { ROLES } from '../reach/role.ts'

const EXAMPLE = {
  id: 2,
  name: 'Ward North',
  notes: '',
  devices: 14,
  created_at: '2026-11-23T08:00:00.000Z',
}

const MemberShape = Type.Object({ user_id: Count, name: Type.String(), email: Type.String(), role: OneOf(ROLES) })

/** A site in lists. */
export const SiteShape = Type.Object(
  { id: Count, name: Type.String(), notes: Type.String(), devices: Count, created_at: Time },
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

const name = NameText({ maxLength: 100, examples: ['Ward North'] })
const notes = Type.Optional(PlainText({ maxLength: 2_000 }))

export const NewSiteBody = Type.Object({ name, notes }, { additionalProperties: false })
export const ChangedSiteBody = Changed(SiteWithMembersShape, { name: Type.Optional(name), notes }, { minProperties: 1 })
export const MemberBody = Type.Object(
  { role: OneOf(ROLES) },
  { additionalProperties: false, examples: [{ role: 'operator' }] },
)
