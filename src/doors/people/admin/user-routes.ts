import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import { changeBy, type ProvenBy } from '../../../core/audit-log/record-change.ts'
import { changeUser, renameOrDisableUser, type UserChange } from '../../../core/people/change-user.ts'
import { createUser } from '../../../core/people/create-user.ts'
import { listedReach, reachOf } from '../../../core/people/credentials/caller.ts'
import { logOutEverywhere } from '../../../core/people/credentials/end-credentials.ts'
import type { Link } from '../../../core/people/credentials/one-time-codes.ts'
import { inviteUser, linkAddress, offerPassword } from '../../../core/people/invite-user.ts'
import { provenBy } from '../../../core/people/second-factor/recent-proof.ts'
import { resetSecondFactor } from '../../../core/people/second-factor/remove-factor.ts'
import { findUser, listUsers, UserShape } from '../../../core/people/user-store.ts'
import { RoleShape } from '../../../core/reach/role-shape.ts'
import { siteQuery } from '../../../core/sites/site-choice.ts'
import { memberFields } from '../../../core/sites/site-shapes.ts'
import { badRequest, invalidField, mustExist } from '../../../platform/errors.ts'
import { ETAG_HEADER, IfMatch, versionsToMatch, withEtag } from '../../../platform/http/etags.ts'
import { pageById, pageQuery } from '../../../platform/http/pagination.ts'
import { endpoint, forPeople, forPrograms } from '../../../platform/http/route-list.ts'
import { Changed } from '../../../platform/http/schemas/ignored-keys.ts'
import {
  Count,
  DataResponse,
  IdParams,
  ListResponse,
  NameText,
  ok,
  Time,
} from '../../../platform/http/schemas/shapes.ts'
import type { AdminContext } from './admin-context.ts'

const MembershipShape = Type.Object({ site_id: Count, ...memberFields })

/** A link is shown once, to the person who requested it. */
const LinkShape = Type.Object(
  {
    url: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Null for an invitation that was mailed: it shows that its person reads that email',
      examples: ['https://tocsin.example.org/invitation/5f0c…b2e1'],
    }),
    expires_at: Time,
    mailed: Type.Boolean({ description: 'Whether the mail server has accepted it for its person' }),
  },
  { title: 'PasswordLink' },
)
const NewUserShape = Type.Object(
  { ...UserShape.properties, invitation: Type.Optional(LinkShape) },
  { title: 'NewUser' },
)

const NewUserBody = Type.Object(
  {
    email: Type.String({ maxLength: 1_024 }),
    password: Type.Optional(Type.String({ maxLength: 1_024 })),
    role: RoleShape,
    memberships: Type.Optional(
      Type.Array(MembershipShape, { maxItems: 200, description: 'Roles in sites, beside the role everywhere' }),
    ),
    invite: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false, examples: [{ email: 'nurse@example.org', role: 'operator', invite: true }] },
)
const UserChangeBody = Changed(
  UserShape,
  {
    email: Type.Optional(Type.String({ maxLength: 1_024, description: 'Cannot be changed' })),
    name: Type.Optional(NameText({ maxLength: 100 })),
    role: Type.Optional(RoleShape),
    enabled: Type.Optional(Type.Boolean()),
  },
  { minProperties: 1, examples: [{ enabled: false }] },
)

export const userRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, { db, publicUrl, mailLink, now }) => {
  async function shown(user: { id: number; email: string }, link: Link, by: ProvenBy, { isInvitation = false } = {}) {
    const mailed = await mailLink(user, link, by)
    return { url: isInvitation && mailed ? null : linkAddress(publicUrl(), link), expires_at: link.expires_at, mailed }
  }

  server.get(
    '/api/admin/users',
    endpoint('admin', 'site', forPrograms('listUsers', 'Users', 'List users'), {
      querystring: Type.Object({ ...pageQuery, ...siteQuery }),
      response: { 200: ListResponse(UserShape) },
    }),
    async (request) => pageById(request.query, 'id', (place) => listUsers(db, listedReach(request), place)),
  )

  server.post(
    '/api/admin/users',
    endpoint('admin', 'site', forPeople('createUser', 'Users', 'Add or invite a user'), {
      description:
        'With `invite`, returns a link to choose a password, which is shown only this once, and not at all if it was mailed.',
      body: NewUserBody,
      response: { 201: DataResponse(NewUserShape) },
      refusals: [409],
    }),
    async (request, reply) => {
      const user = await newUser(request.body)
      return reply.code(201).send(ok(user))

      async function newUser({ email, role, memberships, password, invite = false }: Static<typeof NewUserBody>) {
        if (invite === (password !== undefined))
          throw badRequest('in_english', 'Either give a password, or set invite to true')
        const by = await provenBy(db, request, now())
        if (password !== undefined) return createUser(db, { email, role, memberships, password }, by, now())
        const { user, link } = await inviteUser(db, { email, role, memberships }, by, now())
        return { ...user, invitation: await shown(user, link, by, { isInvitation: true }) }
      }
    },
  )

  server.get(
    '/api/admin/users/:id',
    endpoint('admin', 'site', forPrograms('getUser', 'Users', 'Get a user'), {
      params: IdParams,
      response: { 200: DataResponse(UserShape) },
      responseHeaders: ETAG_HEADER,
    }),
    async (request, reply) => {
      const user = mustExist('User', await findUser(db, reachOf(request), Number(request.params.id)))
      return withEtag(reply, user.version).send(ok(user))
    },
  )

  server.patch(
    '/api/admin/users/:id',
    endpoint('admin', 'installation', forPeople('updateUser', 'Users', 'Change the name or the access of a user'), {
      description: 'A user who loses permissions is logged out everywhere. The last administrator cannot be changed.',
      params: IdParams,
      headers: IfMatch,
      body: UserChangeBody,
      response: { 200: DataResponse(UserShape) },
      responseHeaders: ETAG_HEADER,
      refusals: [409, 412],
    }),
    async (request, reply) => {
      const id = Number(request.params.id)
      const { email, ...change } = request.body
      const before = email === undefined ? null : await findUser(db, reachOf(request), id)
      if (before !== null && before.email !== email) throw invalidField('/email', 'in_english', 'cannot be changed')
      const user = await changed(id, change, versionsToMatch(request))
      return withEtag(reply, user.version).send(ok(user))

      async function changed(id: number, wanted: UserChange, versions: number[] | null) {
        const { name, role, enabled } = wanted
        if (role === undefined && enabled !== true)
          return renameOrDisableUser(db, id, { name, enabled }, versions, changeBy(request), now())
        return changeUser(db, id, wanted, versions, await provenBy(db, request, now()), now())
      }
    },
  )

  server.post(
    '/api/admin/users/:id/password-link',
    endpoint('admin', 'installation', forPeople('createPasswordLink', 'Users', 'Create a password link for a user'), {
      params: IdParams,
      response: { 201: DataResponse(LinkShape) },
      refusals: [409],
    }),
    async (request, reply) => {
      const id = Number(request.params.id)
      const by = await provenBy(db, request, now())
      const link = await offerPassword(db, id, by, now())
      return reply.code(201).send(ok(await shown((await findUser(db, reachOf(request), id))!, link, by)))
    },
  )

  server.delete(
    '/api/admin/users/:id/sessions',
    endpoint('admin', 'installation', forPeople('logOutUser', 'Users', 'Log a user out everywhere'), {
      params: IdParams,
      response: { 200: DataResponse(Type.Null()) },
    }),
    async (request) => {
      await logOutEverywhere(db, Number(request.params.id), changeBy(request), now())
      return ok(null)
    },
  )

  server.delete(
    '/api/admin/users/:id/second-factor',
    endpoint('admin', 'installation', forPeople('resetSecondFactor', 'Users', 'Reset the second factor of a user'), {
      description:
        'For somebody who has lost it. Logs the user out everywhere; the next login needs the password alone.',
      params: IdParams,
      response: { 200: DataResponse(Type.Null()) },
    }),
    async (request) => {
      await resetSecondFactor(db, Number(request.params.id), await provenBy(db, request, now()), now())
      return ok(null)
    },
  )
}
