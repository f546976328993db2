import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { createFeed, deleteFeed, listFeeds } from '../../../core/on-call/calendar/calendar-feeds.ts'
import { FeedShape, NewFeedBody, NewFeedShape } from '../../../core/on-call/calendar/feed-shapes.ts'
import { listOnCallAndGaps } from '../../../core/on-call/read-on-call.ts'
import { OnCallShape } from '../../../core/on-call/schedule-shapes.ts'
import { listedReach, userOf } from '../../../core/people/credentials/caller.ts'
import { provenBy } from '../../../core/people/second-factor/recent-proof.ts'
import { siteQuery } from '../../../core/sites/site-choice.ts'
import { endpoint, forPeople, forPrograms } from '../../../platform/http/route-list.ts'
import { DataResponse, IdParams, ListResponse, ok } from '../../../platform/http/schemas/shapes.ts'
import { calendarAddress } from '../calendar-file.ts'
import type { MobileContext } from './mobile-context.ts'

export const onCallRoutes: FastifyPluginAsyncTypebox<MobileContext> = async (server, { db, publicUrl, now }) => {
  const described = (operationId: string, summary: string) => forPeople(operationId, 'On call', summary)

  server.get(
    '/api/mobile/on-call',
    endpoint('viewer', 'site', forPrograms('getOnCall', 'On call', 'List who is on call now and next, by schedule'), {
      querystring: Type.Object(siteQuery),
      response: { 200: ListResponse(OnCallShape) },
    }),
    async (request) => {
      const me = userOf(request).id
      const entries = await listOnCallAndGaps(db, listedReach(request), now())
      const shown = entries.map((one) => ({ ...one, is_me: one.now?.user.id === me }))
      return { ...ok(shown), next_cursor: null }
    },
  )

  server.get(
    '/api/mobile/me/calendar-feeds',
    endpoint('viewer', 'self', described('listMyCalendarFeeds', 'List your calendars'), {
      response: { 200: ListResponse(FeedShape) },
    }),
    async (request) => ({ ...ok(await listFeeds(db, userOf(request).id)), next_cursor: null }),
  )

  server.post(
    '/api/mobile/me/calendar-feeds',
    endpoint(
      'viewer',
      'self',
      described('createMyCalendarFeed', 'Create a calendar of a schedule, or of your own shifts'),
      {
        body: NewFeedBody,
        response: { 201: DataResponse(NewFeedShape) },
        refusals: [409],
      },
    ),
    async (request, reply) => {
      const scheduleId = request.body?.schedule_id ?? null
      const by = await provenBy(db, request, now())
      const { secret, ...feed } = await createFeed(db, userOf(request).id, scheduleId, by, now())
      return reply.code(201).send(ok({ ...feed, url: calendarAddress(publicUrl(), secret) }))
    },
  )

  server.delete(
    '/api/mobile/me/calendar-feeds/:id',
    endpoint('viewer', 'self', described('deleteMyCalendarFeed', 'Delete one of your calendars'), {
      params: IdParams,
      response: { 200: DataResponse(Type.Null()) },
    }),
    async (request) => {
      await deleteFeed(db, userOf(request).id, Number(request.params.id), changeBy(request), now())
      return ok(null)
    },
  )
}
