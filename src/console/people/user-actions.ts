import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { putMember, removeMember } from '../../core/actions/change-members.ts'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { changeUser, renameOrDisableUser } from '../../core/people/change-user.ts'
import { reachOf } from '../../core/people/credentials/caller.ts'
import { logOutEverywhere } from '../../core/people/credentials/end-credentials.ts'
import { linkAddress, offerPassword } from '../../core/people/invite-user.ts'
import { unlinkIdentity } from '../../core/people/openid-connect/link-identity.ts'
import { provenBy } from '../../core/people/second-factor/recent-proof.ts'
import { resetSecondFactor } from '../../core/people/second-factor/remove-factor.ts'
import { findUser } from '../../core/people/user-store.ts'
import { ROLES } from '../../core/reach/role.ts'
import type { Html } from '../../platform/html.ts'
import { IdParams, NameText, OneOf } from '../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../console-context.ts'
import { idOf } from '../frame/forms/form-fields.ts'
import type { FormState } from '../frame/forms/forms.ts'
import { type RequestTo, takeForm } from '../frame/page/pages-and-forms.ts'
import { readerOf } from '../frame/page/reader.ts'
import { linkView } from './link-view.ts'

const MembershipParams = Type.Object({ ...IdParams.properties, site: IdParams.properties.id })

interface Context extends ConsoleContext {
  /** Renders the person's page with errors. */
  again: (request: RequestTo<typeof IdParams>, state: FormState) => Promise<Html>
}

/** Actions on one person. */
export const userActions: FastifyPluginAsync<Context> = async (server, { db, publicUrl, mailLink, now, again }) => {
  const proven = (request: FastifyRequest) => provenBy(db, request, now())

  takeForm(server, 'admin', 'installation', '/users/:id/name', {
    body: Type.Object({ name: NameText({ maxLength: 100 }) }),
    async submit(request, { name }) {
      const id = idOf(request)
      await renameOrDisableUser(db, id, { name }, null, changeBy(request), now())
      return `/users/${id}?done=changed`
    },
    again,
  })

  takeForm(server, 'admin', 'installation', '/users/:id/role', {
    body: Type.Object({ role: OneOf([...ROLES, 'none']), version: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) }),
    async submit(request, { role, version }) {
      const id = idOf(request)
      await changeUser(db, id, { role: role === 'none' ? null : role }, [Number(version)], await proven(request), now())
      return `/users/${id}?done=changed`
    },
    again,
  })

  takeForm(server, 'admin', 'installation', '/users/:id/enabled', {
    body: Type.Object({ enabled: Type.Enum(['yes', 'no']) }),
    async submit(request, { enabled }) {
      const id = idOf(request)
      if (enabled === 'no') await renameOrDisableUser(db, id, { enabled: false }, null, changeBy(request), now())
      else await changeUser(db, id, { enabled: true }, null, await proven(request), now())
      return `/users/${id}?done=changed`
    },
    again,
  })

  takeForm(server, 'admin', 'installation', '/users/:id/password-link', {
    async submit(request, _body, reply) {
      const id = idOf(request)
      const by = await proven(request)
      const link = await offerPassword(db, id, by, now())
      const user = (await findUser(db, reachOf(request), id))!
      reply.code(201)
      return linkView(readerOf(request), user, {
        ...link,
        address: linkAddress(publicUrl(), link),
        mailed: await mailLink(user, link, by),
      })
    },
    again,
  })

  takeForm(server, 'admin', 'installation', '/users/:id/memberships', {
    body: Type.Object({ site_id: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }), role: OneOf(ROLES) }),
    async submit(request, { site_id, role }) {
      const id = idOf(request)
      await putMember(db, { siteId: Number(site_id), user: id, role }, await proven(request), now())
      return `/users/${id}?done=changed`
    },
    again,
  })

  takeForm(server, 'admin', 'installation', '/users/:id/memberships/:site/removal', {
    params: MembershipParams,
    async submit(request) {
      const [id, siteId] = [idOf(request), Number(request.params.site)]
      await removeMember(db, { siteId, userId: id }, await proven(request), now())
      return `/users/${id}?done=changed`
    },
    again,
  })

  takeForm(server, 'admin', 'installation', '/users/:id/second-factor/removal', {
    async submit(request) {
      const id = idOf(request)
      await resetSecondFactor(db, id, await proven(request), now())
      return `/users/${id}?done=factorReset`
    },
    again,
  })

  takeForm(server, 'admin', 'installation', '/users/:id/unlink', {
    async submit(request) {
      const id = idOf(request)
      await unlinkIdentity(db, id, await proven(request), now())
      return `/users/${id}?done=unlinked`
    },
    again,
  })

  takeForm(server, 'admin', 'installation', '/users/:id/logout', {
    async submit(request) {
      const id = idOf(request)
      await logOutEverywhere(db, id, changeBy(request), now())
      return `/users/${id}?done=loggedOut`
    },
    again,
  })
}
