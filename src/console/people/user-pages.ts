import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../audit-log/record-change.ts'
import { notFound } from '../../platform/errors.ts'
import { idBehind, page } from '../../platform/http/pages.ts'
import { IdParams } from '../../platform/http/shapes.ts'
import { listTokens } from '../../users/access-tokens.ts'
import { inviteUser, linkAddress } from '../../users/invite-user.ts'
import { listSessions } from '../../users/sessions.ts'
import { ROLES } from '../../users/user.ts'
import { isLastAdmin, readActivity } from '../../users/user-activity.ts'
import { findUser, listUsers } from '../../users/user-store.ts'
import type { ConsoleContext } from '../console-context.ts'
import { EMPTY, type FormState } from '../shell/forms.ts'
import { showPage } from '../shell/show-page.ts'
import { takeForm } from '../shell/take-form.ts'
import { type Visit, visitOf } from '../shell/visit.ts'
import { linkView } from './link-view.ts'
import { newUserView } from './new-user-view.ts'
import { userActions } from './user-actions.ts'
import { userView } from './user-view.ts'
import { usersView } from './users-view.ts'

const ROWS = 100
const ShortText = Type.Optional(Type.String({ maxLength: 200 }))
const NewUserForm = Type.Object({ email: Type.String({ maxLength: 1_024 }), role: Type.Enum([...ROLES]) })

/** Who may come in. */
export const userPages: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  const { db, publicUrl, now } = context

  showPage(server, {
    path: '/users',
    policy: 'admin',
    query: Type.Object({ cursor: ShortText }),
    async show(visit, { query }) {
      const rows = await listUsers(db, { afterId: idBehind(query as { cursor?: string }) ?? 0, limit: ROWS + 1 })
      const { data, next_cursor } = page(rows, ROWS, ({ id }) => [id])
      const activity = await readActivity(
        db,
        data.map(({ id }) => id),
        now(),
      )
      return usersView(visit, data, activity, next_cursor)
    },
  })

  showPage(server, { path: '/users/new', policy: 'admin', show: async (visit) => newUserView(visit, EMPTY) })

  takeForm(server, {
    path: '/users/new',
    policy: 'admin',
    body: NewUserForm,
    async submit(request, wanted, reply) {
      const { user, link } = await inviteUser(db, wanted, changeBy(request), now())
      reply.code(201)
      return linkView(visitOf(request), user, { ...link, address: linkAddress(publicUrl, link) })
    },
    again: (request, state) => newUserView(visitOf(request), state),
  })

  async function show(visit: Visit, id: number, state: FormState, done?: string) {
    const user = await findUser(db, id)
    if (user === null) throw notFound('User')
    const [activity, isLast, sessions, tokens] = await Promise.all([
      readActivity(db, [id], now()),
      isLastAdmin(db, id),
      listSessions(db, id, now()),
      listTokens(db, { userId: id, beforeId: Number.MAX_SAFE_INTEGER, limit: 200 }, now()),
    ])
    return userView({ visit, user, activity: activity.get(id)!, isLast, sessions, tokens, state, done })
  }

  showPage(server, {
    path: '/users/:id',
    policy: 'admin',
    params: IdParams,
    query: Type.Object({ done: ShortText }),
    show: (visit, { params, query }) => show(visit, Number(params.id), EMPTY, query.done),
  })

  const again = (request: FastifyRequest, state: FormState) =>
    show(visitOf(request), Number((request.params as { id: string }).id), state)
  await server.register(userActions, { ...context, again })
}
