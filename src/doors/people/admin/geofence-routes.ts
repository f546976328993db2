import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { listedReach, reachOf } from '../../../core/people/credentials/caller.ts'
import { settleRules } from '../../../core/rules/editing/apply-rule.ts'
import { GeofenceChangesBody, GeofenceShape, NewGeofenceBody } from '../../../core/rules/geofences/geofence-shapes.ts'
import { findGeofence, listGeofences } from '../../../core/rules/geofences/geofence-store.ts'
import { changeGeofence, createGeofence, removeGeofence } from '../../../core/rules/geofences/manage-geofences.ts'
import { siteQuery } from '../../../core/sites/site-choice.ts'
import { mustExist } from '../../../platform/errors.ts'
import { ETAG_HEADER, IfMatch, versionsToMatch, withEtag } from '../../../platform/http/etags.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import { DataResponse, IdParams, ListResponse, ok } from '../../../platform/http/schemas/shapes.ts'
import type { AdminContext } from './admin-context.ts'

export const geofenceRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, context) => {
  const { db, now } = context
  const single = { response: { 200: DataResponse(GeofenceShape) }, responseHeaders: ETAG_HEADER }

  async function sendGeofence(reply: FastifyReply, id: number): Promise<FastifyReply> {
    const geofence = mustExist('Geofence', await findGeofence(db, reachOf(reply.request), id))
    return withEtag(reply, geofence.version).send(ok(geofence))
  }

  server.get(
    '/api/admin/geofences',
    endpoint('operator', 'site', forPrograms('listGeofences', 'Rules', 'List geofences'), {
      querystring: Type.Object(siteQuery),
      response: { 200: ListResponse(GeofenceShape) },
    }),
    async (request) => ({ ...ok(await listGeofences(db, listedReach(request))), next_cursor: null }),
  )

  server.post(
    '/api/admin/geofences',
    endpoint('operator', 'site', forPrograms('createGeofence', 'Rules', 'Add a geofence'), {
      body: NewGeofenceBody,
      response: { 201: DataResponse(GeofenceShape) },
      responseHeaders: ETAG_HEADER,
      refusals: [409],
    }),
    async (request, reply) => {
      const id = await createGeofence(db, request.body, changeBy(request), now())
      return sendGeofence(reply.code(201), id)
    },
  )

  server.get(
    '/api/admin/geofences/:id',
    endpoint('operator', 'site', forPrograms('getGeofence', 'Rules', 'Get a geofence'), {
      params: IdParams,
      ...single,
    }),
    async (request, reply) => sendGeofence(reply, Number(request.params.id)),
  )

  server.patch(
    '/api/admin/geofences/:id',
    endpoint('operator', 'site', forPrograms('updateGeofence', 'Rules', 'Change a geofence'), {
      description: 'Each rule that uses it gets a new version, with the new shape.',
      params: IdParams,
      headers: IfMatch,
      body: GeofenceChangesBody,
      ...single,
      refusals: [409, 412],
    }),
    async (request, reply) => {
      const id = Number(request.params.id)
      const keys = await changeGeofence(db, id, request.body, versionsToMatch(request), changeBy(request), now())
      await settleRules(context, keys)
      return sendGeofence(reply, id)
    },
  )

  server.delete(
    '/api/admin/geofences/:id',
    endpoint('operator', 'site', forPrograms('deleteGeofence', 'Rules', 'Delete a geofence that no rule uses'), {
      params: IdParams,
      response: { 200: DataResponse(Type.Null()) },
      refusals: [409],
    }),
    async (request) => {
      await removeGeofence(db, Number(request.params.id), changeBy(request), now())
      return ok(null)
    },
  )
}
