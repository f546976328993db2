import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { changeSchedule, createSchedule, removeSchedule } from '../../../core/on-call/manage-schedules.ts'
import { daysAfter, readFinal } from '../../../core/on-call/read-on-call.ts'
import {
  FinalEntryShape,
  NewScheduleBody,
  ScheduleChangesBody,
  ScheduleShape,
} from '../../../core/on-call/schedule-shapes.ts'
import { findSchedule, listSchedules } from '../../../core/on-call/schedule-store.ts'
import { listedReach, reachOf } from '../../../core/people/credentials/caller.ts'
import { siteQuery } from '../../../core/sites/site-choice.ts'
import { rangeQuery, timeRangeIn } from '../../../core/telemetry/time-range.ts'
import { badRequest, invalidField, mustExist, notFound } from '../../../platform/errors.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import { DataResponse, IdParams, ListResponse, ok } from '../../../platform/http/schemas/shapes.ts'
import type { AdminContext } from './admin-context.ts'

const [USUAL_DAYS, MOST_DAYS] = [28, 100]

export const scheduleRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (
  server,
  { db, findScheduleUses, now },
) => {
  const described = (operationId: string, summary: string) => forPrograms(operationId, 'On call', summary)
  const single = { params: IdParams, response: { 200: DataResponse(ScheduleShape) } }

  async function oneSchedule(request: FastifyRequest, id: number) {
    return ok(mustExist('Schedule', await findSchedule(db, reachOf(request), id)))
  }

  server.get(
    '/api/admin/schedules',
    endpoint('operator', 'site', described('listSchedules', 'List schedules'), {
      querystring: Type.Object(siteQuery),
      response: { 200: ListResponse(ScheduleShape) },
    }),
    async (request) => ({ ...ok(await listSchedules(db, listedReach(request))), next_cursor: null }),
  )

  server.post(
    '/api/admin/schedules',
    endpoint('admin', 'site', described('createSchedule', 'Create a schedule'), {
      body: NewScheduleBody,
      response: { 201: DataResponse(ScheduleShape) },
      refusals: [409],
    }),
    async (request, reply) => {
      const id = await createSchedule(db, request.body, changeBy(request), now())
      return reply.code(201).send(await oneSchedule(request, id))
    },
  )

  server.get(
    '/api/admin/schedules/:id',
    endpoint('operator', 'site', described('getSchedule', 'Get a schedule'), single),
    async (request) => oneSchedule(request, Number(request.params.id)),
  )

  server.patch(
    '/api/admin/schedules/:id',
    endpoint('admin', 'site', described('updateSchedule', 'Change a schedule from now on, or from valid_from'), {
      ...single,
      body: ScheduleChangesBody,
      refusals: [409],
    }),
    async (request) => {
      await changeSchedule(db, Number(request.params.id), request.body, changeBy(request), now())
      return oneSchedule(request, Number(request.params.id))
    },
  )

  server.delete(
    '/api/admin/schedules/:id',
    endpoint('admin', 'site', described('deleteSchedule', 'Delete a schedule that nothing uses'), {
      params: IdParams,
      response: { 200: DataResponse(Type.Null()) },
      refusals: [409],
    }),
    async (request) => {
      await removeSchedule(db, Number(request.params.id), findScheduleUses, changeBy(request), now())
      return ok(null)
    },
  )

  server.get(
    '/api/admin/schedules/:id/final',
    endpoint('operator', 'site', described('getFinalSchedule', 'List who is on call in a time of up to 100 days'), {
      description: 'Without a break: an entry without `user` is a gap. Default: the next four weeks.',
      params: IdParams,
      querystring: Type.Object(rangeQuery),
      response: { 200: ListResponse(FinalEntryShape) },
    }),
    async (request) => {
      const asked = timeRangeIn(request.query)
      const from = asked.from ?? now()
      const to = asked.to ?? daysAfter(from, USUAL_DAYS)
      if (to <= from) throw badRequest('range_reversed')
      if (to > daysAfter(from, MOST_DAYS)) throw invalidField('/to', 'too_long_time', MOST_DAYS)
      const entries = await readFinal(db, reachOf(request), Number(request.params.id), { from, to }, now())
      if (entries === null) throw notFound('Schedule')
      return { ...ok(entries), next_cursor: null }
    },
  )
}
