import type { FastifyPluginAsync } from 'fastify'
import Type from 'typebox'
import { schedulesOf } from '../../core/on-call/read-on-call.ts'
import { listTokens } from '../../core/people/credentials/access-tokens.ts'
import { listSessions } from '../../core/people/credentials/sessions.ts'
import { inviteUser, linkAddress } from '../../core/people/invite-user.ts'
import { provenBy } from '../../core/people/second-factor/recent-proof.ts'
import { isLastAdmin, readActivity } from '../../core/people/user-activity.ts'
import { findUser, listUsers } from '../../core/people/user-store.ts'
import { ROLES } from '../../core/reach/role.ts'
import { listMemberships } from '../../core/sites/site-store.ts'
import { mustExist } from '../../platform/errors.ts'
import { pageById } from '../../platform/http/pagination.ts'
import { type IdParams, OneOf } from '../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../console-context.ts'
import { idOf } from '../frame/forms/form-fields.ts'
import { EMPTY_FORM, type FormState } from '../frame/forms/forms.ts'
import { siteIdIn, siteInForm } from '../frame/forms/site-field.ts'
import { type RequestTo, showPage, takeForm } from '../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../frame/page/reader.ts'
import { readSetUp } from '../frame/page/set-up.ts'
import { invitedView, linkView } from './link-view.ts'
import { newUserView } from './new-user-view.ts'
import { userActions } from './user-actions.ts'
import { userView } from './user-view.ts'
import { usersView } from './users-view.ts'

const ROWS = 100
const ShortText = Type.Optional(Type.String({ maxLength: 200 }))
const RoleForm = OneOf(ROLES)
const NewUserForm = Type.Object({ email: Type.String({ maxLength: 1_024 }), role: RoleForm, ...siteInForm })

export const userPages: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  const { db, publicUrl, mailLink, channels, outbound, now } = context
  const means = () => ({ mails: channels().channels.email !== null && !outbound().isOff })

  showPage(server, 'admin', 'installation', '/users', {
    query: Type.Object({ cursor: ShortText }),
    async show(reader, { query }) {
      const { data, next_cursor } = await pageById(query, 'id', (place) => listUsers(db, reader.listed, place), ROWS)
      const activity = await readActivity(
        db,
        data.map(({ id }) => id),
        now(),
      )
      return usersView(reader, data, activity, next_cursor, await readSetUp(context, reader, { isForCard: false }))
    },
  })

  showPage(server, 'admin', 'installation', '/users/new', {
    show: async (reader) => newUserView(reader, means(), EMPTY_FORM),
  })

  takeForm(server, 'admin', 'installation', '/users/new', {
    body: NewUserForm,
    async submit(request, { email, role, ...form }, reply) {
      const siteId = siteIdIn(form)
      const inSite = { role: null, memberships: siteId == null ? [] : [{ site_id: siteId, role }] }
      const wanted = { email, ...(siteId == null ? { role } : inSite) }
      const by = await provenBy(db, request, now())
      const { user, link } = await inviteUser(db, wanted, by, now())
      reply.code(201)
      if (await mailLink(user, link, by)) return invitedView(readerOf(request), user, `/users/${user.id}`)
      return linkView(readerOf(request), user, { ...link, address: linkAddress(publicUrl(), link), mailed: false })
    },
    again: (request, state) => newUserView(readerOf(request), means(), state),
  })

  async function show(reader: Reader, id: number, state: FormState, done?: string) {
    const user = mustExist('User', await findUser(db, reader.reach, id))
    const [memberships, activity, isLast, sessions, tokens, schedules] = await Promise.all([
      listMemberships(db, reader.reach, id),
      readActivity(db, [id], now()),
      isLastAdmin(db, id),
      listSessions(db, id, now()),
      listTokens(db, { userId: id, beforeId: null, limit: 200 }, now()),
      user.enabled ? schedulesOf(db, reader.reach, id, now()) : [],
    ])
    return userView({
      reader,
      user,
      memberships,
      activity: activity.get(id)!,
      isLast,
      sessions,
      tokens,
      schedules,
      state,
      done,
    })
  }

  showPage(server, 'admin', 'installation', '/users/:id', {
    show: (reader, { params, query }) => show(reader, Number(params.id), EMPTY_FORM, query.done),
  })

  const again = (request: RequestTo<typeof IdParams>, state: FormState) => show(readerOf(request), idOf(request), state)
  await server.register(userActions, { ...context, again })
}
