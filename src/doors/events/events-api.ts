import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { userOf } from '../../core/people/credentials/bearer.ts'
import { reachOf } from '../../core/people/credentials/caller.ts'
import { mayActSomewhere, type Reach } from '../../core/reach/reach.ts'
import { badRequest, forbidden } from '../../platform/errors.ts'
import { forPrograms } from '../../platform/http/route-list.ts'
import { untilGone } from '../../platform/http/until-gone.ts'
import { eventStream } from './event-stream.ts'
import { parsePosition, TOPICS, type Topic } from './live-event.ts'
import type { LiveEvents } from './live-events.ts'

const MOST_DEVICES = 100

interface EventsContext {
  live: LiveEvents
  /** Authorizes a request or throws; also called repeatedly while a stream is open. */
  guard: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

const EventsQuery = Type.Object({
  topics: Type.Optional(
    Type.String({
      description: 'Only these topics, separated by commas',
      maxLength: 100,
      pattern: '^[a-z]+(,[a-z]+)*$',
      examples: ['alert,incident'],
    }),
  ),
  device_id: Type.Optional(
    Type.String({
      description: 'Limit events about devices to these, separated by commas',
      maxLength: 1_100,
      pattern: '^[1-9][0-9]{0,8}(,[1-9][0-9]{0,8})*$',
      examples: ['1'],
    }),
  ),
  last_event_id: Type.Optional(
    Type.String({ description: 'For clients that cannot set the header', maxLength: 4_000 }),
  ),
})

/** `GET /events`: changes as they happen, as server-sent events. */
export const eventsApi: FastifyPluginAsyncTypebox<EventsContext> = async (server, { live, guard }) => {
  server.decorateRequest('user', null)
  server.decorateRequest('reach', null)
  server.decorateRequest('readmit')
  server.decorateRequest('credential', null)
  server.addHook('onRequest', guard)
  server.addHook('preClose', async () => live.close())

  server.get(
    '/events',
    {
      config: { policy: 'viewer', scope: 'site', takesPlace: false },
      exposeHeadRoute: false,
      schema: {
        ...forPrograms('streamEvents', 'Events', 'Stream live events'),
        description:
          'Server-sent events that say what has changed, without the new content. A client that reconnects with the ' +
          'header `Last-Event-ID` gets what it missed.',
        querystring: EventsQuery,
        responseContent: { 'text/event-stream': Type.String({ description: 'An endless stream' }) },
      },
    },
    async (request, reply) => {
      const topics = topicsOf(request.query.topics, reachOf(request))
      const stream = eventStream({
        userId: userOf(request).id,
        reach: () => reachOf(request),
        topics,
        deviceIds: deviceIdsOf(request.query.device_id),
        check: () => guard(request, reply),
        bufferBytes: live.limits.bufferBytes,
        cut: () => reply.raw.destroy(),
      })
      live.enter(stream)
      const leave = () => {
        live.leave(stream)
        stream.body.destroy()
      }
      const gone = untilGone(reply)
      gone.addEventListener('abort', leave)
      // Aborted already, if the client disconnected during the look-up of its user.
      if (gone.aborted) leave()
      // A random delay, so that the streams of a stopping node do not all reconnect at the same moment.
      stream.send(`retry: ${1_000 + Math.floor(Math.random() * 4_000)}\n\n`)
      await live.begin(stream, lastEventOf(request))
      return reply
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        .send(stream.body)
    },
  )
}

/**
 * The requested topics; by default all that the role may see. Throws 400 for an unknown topic, 403 for one above the
 * role.
 */
function topicsOf(asked: string | undefined, reach: Reach): Set<Topic> {
  const all = Object.keys(TOPICS) as Topic[]
  if (asked === undefined) return new Set(all.filter((topic) => mayActSomewhere(reach, TOPICS[topic])))
  return new Set(
    asked.split(',').map((name) => {
      const topic = all.find((known) => known === name)
      if (topic === undefined) throw badRequest('in_english', `topics: must be among ${all.join(', ')}`)
      if (!mayActSomewhere(reach, TOPICS[topic]))
        throw forbidden('in_english', `The topic ${topic} needs the role ${TOPICS[topic]}`)
      return topic
    }),
  )
}

function deviceIdsOf(text: string | undefined): Set<number> | null {
  if (text === undefined) return null
  const ids = text.split(',').map(Number)
  if (ids.length > MOST_DEVICES) throw badRequest('in_english', `device_id: at most ${MOST_DEVICES}`)
  return new Set(ids)
}

/** Browsers send the header when they reconnect, so it is newer than the query parameter. */
function lastEventOf(request: FastifyRequest<{ Querystring: { last_event_id?: string } }>) {
  const header = request.headers['last-event-id']
  const text = (typeof header === 'string' ? header : '') || request.query.last_event_id
  return text === undefined || text === '' ? null : (parsePosition(text) ?? 'unknown')
}
