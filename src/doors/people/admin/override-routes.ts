import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { createOverride, removeOverride } from '../../../core/on-call/manage-overrides.ts'
import { findOverride, listOverrides } from '../../../core/on-call/override-store.ts'
import { NewOverrideBody, OverrideShape } from '../../../core/on-call/schedule-shapes.ts'
import { findSchedule } from '../../../core/on-call/schedule-store.ts'
import { reachOf } from '../../../core/people/credentials/caller.ts'
import { mustExist } from '../../../platform/errors.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import { DataResponse, IdParams, ListResponse, ok } from '../../../platform/http/schemas/shapes.ts'
import type { AdminContext } from './admin-context.ts'

const OverrideParams = Type.Object({ ...IdParams.properties, override_id: IdParams.properties.id })

/** Operators act for themselves, administrators for all. */
export const overrideRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, { db, now }) => {
  const described = (operationId: string, summary: string) => forPrograms(operationId, 'On call', summary)

  server.get(
    '/api/admin/schedules/:id/overrides',
    endpoint('operator', 'site', described('listOverrides', 'List the overrides of a schedule that have not ended'), {
      params: IdParams,
      response: { 200: ListResponse(OverrideShape) },
    }),
    async (request) => {
      const schedule = mustExist('Schedule', await findSchedule(db, reachOf(request), Number(request.params.id)))
      return { ...ok(await listOverrides(db, reachOf(request), schedule.id, now())), next_cursor: null }
    },
  )

  server.post(
    '/api/admin/schedules/:id/overrides',
    endpoint('operator', 'site', described('createOverride', 'Have somebody take over for a while'), {
      description: 'Operators take over themselves; administrators may name anybody, and have two people swap.',
      params: IdParams,
      body: NewOverrideBody,
      response: { 201: DataResponse(OverrideShape) },
      refusals: [409],
    }),
    async (request, reply) => {
      const scheduleId = Number(request.params.id)
      const id = await createOverride(db, scheduleId, request.body, changeBy(request), now())
      return reply.code(201).send(ok((await findOverride(db, reachOf(request), scheduleId, id))!))
    },
  )

  server.delete(
    '/api/admin/schedules/:id/overrides/:override_id',
    endpoint(
      'operator',
      'site',
      described('deleteOverride', 'End an override from now on, or delete one that has not begun'),
      {
        description: 'Of a swap, both overrides end.',
        params: OverrideParams,
        response: { 200: DataResponse(Type.Null()) },
        refusals: [409],
      },
    ),
    async (request) => {
      const { id, override_id } = request.params
      await removeOverride(db, Number(id), Number(override_id), changeBy(request), now())
      return ok(null)
    },
  )
}
