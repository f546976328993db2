import formbody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { actByLink, callByLink, LINK_ACTIONS } from '../../core/actions/act-by-link.ts'
import { listCallable } from '../../core/actions/list-callable.ts'
import { type ActionLink, findActionLink } from '../../core/contact-methods/action-links.ts'
import { findHeadlines } from '../../core/headline/find-headlines.ts'
import { findIncident } from '../../core/incidents/list-incidents.ts'
import { DEFAULT_PREFERENCES } from '../../core/people/preferences/preferences.ts'
import { mayActIn } from '../../core/reach/reach.ts'
import { sentenceOf } from '../../platform/error-messages/reasons.ts'
import { invalidField, mustExist, notFound, RequestError } from '../../platform/errors.ts'
import { OneOf, ok } from '../../platform/http/schemas/shapes.ts'
import { WORDS } from '../../words/words.ts'
import type { ConsoleContext } from '../console-context.ts'
import { formats } from '../frame/formats/formats.ts'
import { findTitles } from '../frame/formats/rule-texts.ts'
import { readHour } from '../frame/headline/hour-line.ts'
import { sendPage } from '../frame/page/layout.ts'
import { type Guest, guestOf } from '../frame/page/reader.ts'
import { CallFields, callIn } from '../incidents/incident/call-for-help.ts'
import { actionLinkView, deadLinkView } from './action-link-view.ts'

const LinkParams = Type.Object({ token: Type.String({ maxLength: 100 }) })
const ActionBody = Type.Object(
  {
    action: OneOf([...LINK_ACTIONS, 'call']),
    incident: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
    ...Type.Partial(Type.Object(CallFields)).properties,
  },
  { additionalProperties: false },
)
/** A note in any script, as a form sends it. */
const BODY_LIMIT_BYTES = 8_192

/**
 * The page behind the link of a notification. It works without a session, since the token in its address is the proof;
 * for the same reason its form needs no other one. Programs that look at links before people do only ever read it.
 */
export const actionLinkPages: FastifyPluginAsyncTypebox<ConsoleContext> = async (
  server,
  { db, rules, openTowns, now },
) => {
  await server.register(formbody, { bodyLimit: BODY_LIMIT_BYTES })
  server.decorateRequest('reader', null)
  server.addHook('onSend', async (_request, reply) => {
    reply.header('referrer-policy', 'no-referrer').header('cache-control', 'no-store')
  })
  const config = { policy: 'public', scope: 'none' } as const

  async function show(request: FastifyRequest, reply: FastifyReply, link: ActionLink | null, fault: string | null) {
    if (link === null) return sendPage(reply.code(404), deadLinkView(guestOf({ csrf: '', headers: request.headers })))
    const incident = mustExist('Incident', await findIncident(db, link.reach, link.incident_id))
    const at = now()
    const headline = (await findHeadlines(db, [incident.incident_id], openTowns, at)).get(incident.incident_id)
    if (headline === undefined) throw notFound('Incident')
    const guest = readerOfLink(link)
    const { preferences, t } = guest
    const mayCall = incident.status !== 'resolved' && mayActIn(link.reach, incident.site?.id ?? null, 'operator')
    const [titleOf, hour, callable] = await Promise.all([
      findTitles(db, preferences.language, t),
      readHour(db, headline, incident.resolved_at ?? at),
      mayCall ? listCallable(db, link.reach, incident.incident_id, link.user.id, at) : null,
    ])
    const teller = { ...guest, titleOf, now: at, format: formats(preferences, at) }
    const isCalling = Object.hasOwn(request.query as object, 'call')
    return sendPage(reply, actionLinkView(teller, { link, incident, headline, hour, callable, isCalling, fault }))
  }

  async function act(link: ActionLink, body: Static<typeof ActionBody>, address: string): Promise<void> {
    const { action, whom, call_note = '' } = body
    const incident = body.incident === undefined ? {} : { incident: Number(body.incident) }
    if (action !== 'call') return actByLink(db, link, { action, ...incident }, address, rules(), now())
    if (whom === undefined) throw invalidField('/whom', 'missing', 'whom')
    return callByLink(db, link, { ...callIn({ whom, call_note }), ...incident }, address, now())
  }

  server.get('/a/:token', { config, schema: { hide: true, params: LinkParams } }, async (request, reply) =>
    show(request, reply, await findActionLink(db, request.params.token, now()), null),
  )

  server.post(
    '/a/:token',
    { config, bodyLimit: BODY_LIMIT_BYTES, schema: { hide: true, params: LinkParams, body: ActionBody } },
    async (request, reply) => {
      const link = await findActionLink(db, request.params.token, now())
      const isForm = (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
      if (link === null && !isForm) throw notFound('Link')
      if (link === null) return show(request, reply, link, null)
      try {
        await act(link, request.body, request.ip)
      } catch (error) {
        if (!isForm || !(error instanceof RequestError)) throw error
        const { t } = readerOfLink(link)
        return show(request, reply.code(error.statusCode), link, `${sentenceOf(error.fault, t.reasons)}.`)
      }
      if (isForm) return reply.redirect(`/a/${request.params.token}`, 303)
      const incident = await findIncident(db, link.reach, link.incident_id)
      return ok({ incident_id: link.incident_id, status: incident?.status ?? null })
    },
  )
}

/** The page is in the language of the person who got the notification. */
function readerOfLink({ preferences: chosen }: ActionLink): Guest {
  const preferences = { ...DEFAULT_PREFERENCES, ...chosen }
  return { csrf: '', t: WORDS[preferences.language], preferences }
}
