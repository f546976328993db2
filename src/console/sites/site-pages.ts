import type { FastifyPluginAsync } from 'fastify'
import Type from 'typebox'
import { putMember, removeMember } from '../../core/actions/change-members.ts'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { inviteUser, linkAddress } from '../../core/people/invite-user.ts'
import { provenBy } from '../../core/people/second-factor/recent-proof.ts'
import { findUserByEmail } from '../../core/people/user-store.ts'
import { ROLES } from '../../core/reach/role.ts'
import { changeSite, createSite, deleteSite } from '../../core/sites/manage-sites.ts'
import { findSite, listMembers, listSites } from '../../core/sites/site-store.ts'
import { notFound } from '../../platform/errors.ts'
import { IdParams, NameText, OneOf, PlainText } from '../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../console-context.ts'
import { idOf } from '../parts/form-fields.ts'
import { invitedView, linkView } from '../people/link-view.ts'
import { EMPTY, type FormState } from '../shell/forms.ts'
import { type RequestTo, showPage, takeForm } from '../shell/pages-and-forms.ts'
import { type Reader, readerOf } from '../shell/reader.ts'
import { type SitePage, siteView } from './site-view.ts'
import { sitesView } from './sites-view.ts'

const MemberParams = Type.Object({ ...IdParams.properties, user: IdParams.properties.id })

/** Sites and their people. */
export const sitePages: FastifyPluginAsync<ConsoleContext> = async (server, { db, publicUrl, mailLink, now }) => {
  const list = async (reader: Reader, state: FormState, done?: string) =>
    sitesView(reader, await listSites(db, reader.reach), state, done)

  async function page(reader: Reader, id: number, states: SitePage['states'], done?: string) {
    const site = await findSite(db, reader.reach, id)
    if (site === null) throw notFound('Site')
    const members = reader.may('admin', id) ? await listMembers(db, site.id) : []
    return siteView({ reader, site, members, states, done })
  }
  const again = (form: keyof SitePage['states']) => (request: RequestTo<typeof IdParams>, state: FormState) =>
    page(readerOf(request), idOf(request), { [form]: state })

  showPage(server, 'viewer', 'site', '/sites', { show: (reader, { query }) => list(reader, EMPTY, query.done) })

  takeForm(server, 'admin', 'installation', '/sites', {
    body: Type.Object({ name: NameText({ maxLength: 100 }) }),
    async submit(request, { name }) {
      const id = await createSite(db, { name, notes: '' }, changeBy(request), now())
      return `/sites/${id}?done=created`
    },
    again: (request, state) => list(readerOf(request), state),
  })

  showPage(server, 'viewer', 'site', '/sites/:id', {
    show: (reader, { params, query }) => page(reader, Number(params.id), {}, query.done),
  })

  takeForm(server, 'admin', 'site', '/sites/:id', {
    body: Type.Object({ name: NameText({ maxLength: 100 }), notes: PlainText({ maxLength: 2_000 }) }),
    async submit(request, body) {
      await changeSite(db, idOf(request), body, null, changeBy(request), now())
      return `/sites/${idOf(request)}?done=saved`
    },
    again: again('about'),
  })

  takeForm(server, 'admin', 'installation', '/sites/:id/removal', {
    async submit(request) {
      await deleteSite(db, idOf(request), changeBy(request), now())
      return '/sites?done=deleted'
    },
    again: again('page'),
  })

  // Somebody with an account gets the role at once, somebody new an invitation.
  takeForm(server, 'admin', 'site', '/sites/:id/members', {
    body: Type.Object({ email: Type.String({ minLength: 1, maxLength: 254 }), role: OneOf(ROLES) }),
    async submit(request, { email, role }, reply) {
      const [siteId, by] = [idOf(request), await provenBy(db, request, now())]
      const known = await findUserByEmail(db, email)
      if (known !== null) {
        await putMember(db, { siteId, user: known.email, role }, by, now())
        return `/sites/${siteId}?done=added`
      }
      const wanted = { email, role: null, memberships: [{ site_id: siteId, role }] }
      const { user, link } = await inviteUser(db, wanted, by, now())
      reply.code(201)
      const [reader, back] = [readerOf(request), `/sites/${siteId}`]
      if (await mailLink(user, link)) return invitedView(reader, user, back)
      return linkView(reader, user, { ...link, address: linkAddress(publicUrl(), link), mailed: false }, back)
    },
    again: again('member'),
  })

  takeForm(server, 'admin', 'site', '/sites/:id/members/:user/removal', {
    params: MemberParams,
    async submit(request) {
      const [siteId, userId] = [Number(request.params.id), Number(request.params.user)]
      await removeMember(db, { siteId, userId }, await provenBy(db, request, now()), now())
      return `/sites/${siteId}?done=removed`
    },
    again: (request, state) => page(readerOf(request), Number(request.params.id), { page: state }),
  })
}
