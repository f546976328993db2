import formbody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { actByLink, LINK_ACTIONS, type LinkAnswer } from '../../core/actions/act-by-link.ts'
import { type ActionLink, findActionLink } from '../../core/contact-methods/action-links.ts'
import { findHeadlines } from '../../core/headline/find-headlines.ts'
import { findIncident } from '../../core/incidents/list-incidents.ts'
import { DEFAULT_PREFERENCES } from '../../core/people/preferences/preferences.ts'
import { notFound, RequestError } from '../../platform/errors.ts'
import { OneOf, ok } from '../../platform/http/schemas/shapes.ts'
import { sentenceOf } from '../../platform/reasons.ts'
import type { ConsoleContext } from '../console-context.ts'
import { formats } from '../parts/formats/formats.ts'
import { readHour } from '../parts/headline/hour-line.ts'
import { sendPage } from '../shell/layout.ts'
import { type Guest, guestOf } from '../shell/reader.ts'
import { findTitles } from '../shell/rule-texts.ts'
import { WORDS } from '../words/words.ts'
import { actionLinkView, deadLinkView } from './action-link-view.ts'

const LinkParams = Type.Object({ token: Type.String({ maxLength: 100 }) })
const ActionBody = Type.Object(
  { action: OneOf(LINK_ACTIONS), incident: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })) },
  { additionalProperties: false },
)
const BODY_LIMIT_BYTES = 1_024

/**
 * The page behind the link of a notification. It works without a session, since the token in its address is the proof;
 * for the same reason its form needs no other one. Programs that look at links before people do only ever read it.
 */
export const actionLinkPages: FastifyPluginAsyncTypebox<ConsoleContext> = async (
  server,
  { db, rules, findTown, now },
) => {
  await server.register(formbody, { bodyLimit: BODY_LIMIT_BYTES })
  server.decorateRequest('reader', null)
  server.addHook('onSend', async (_request, reply) => {
    reply.header('referrer-policy', 'no-referrer').header('cache-control', 'no-store')
  })
  const config = { policy: 'public', scope: 'none' } as const

  async function show(request: FastifyRequest, reply: FastifyReply, link: ActionLink | null, fault: string | null) {
    if (link === null) return sendPage(reply.code(404), deadLinkView(guestOf({ csrf: '', headers: request.headers })))
    const incident = await findIncident(db, link.reach, link.incident_id)
    if (incident === null) throw notFound('Incident')
    const at = now()
    const headline = (await findHeadlines(db, [incident.incident_id], findTown, at)).get(incident.incident_id)
    if (headline === undefined) throw notFound('Incident')
    const guest = readerOfLink(link)
    const { preferences, t } = guest
    const [titleOf, hour] = await Promise.all([
      findTitles(db, preferences.language, t),
      readHour(db, headline, incident.resolved_at ?? at),
    ])
    const teller = { ...guest, titleOf, now: at, format: formats(preferences, at) }
    return sendPage(reply, actionLinkView(teller, { link, incident, headline, hour, fault }))
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
        await actByLink(db, link, answerIn(request.body), request.ip, rules(), now())
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

/** Fields of forms are text. */
const answerIn = ({ action, incident }: Static<typeof ActionBody>): LinkAnswer =>
  incident === undefined ? { action } : { action, incident: Number(incident) }

/** The page is in the language of the person who got the notification. */
function readerOfLink({ preferences: chosen }: ActionLink): Guest {
  const preferences = { ...DEFAULT_PREFERENCES, ...chosen }
  return { csrf: '', t: WORDS[preferences.language], preferences }
}
