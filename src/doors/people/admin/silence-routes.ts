import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { checkedSilence, requireExistingScope } from '../../../core/notifications/check-silence.ts'
import { listSilencesIn, readSilence } from '../../../core/notifications/list-silences.ts'
import {
  changeSilence,
  createSilence,
  endSilenceNow,
  removeSilence,
} from '../../../core/notifications/manage-silences.ts'
import { previewSilence } from '../../../core/notifications/preview-silence.ts'
import {
  NewSilenceBody,
  SILENCE_STATES,
  SilenceChangesBody,
  SilencePreviewBody,
  SilenceShape,
  WindowShape,
} from '../../../core/notifications/silence-shape.ts'
import { listedReach, reachOf } from '../../../core/people/credentials/caller.ts'
import { siteQuery } from '../../../core/sites/site-choice.ts'
import { ModuleShape, SeverityShape } from '../../../core/vocabulary/shapes.ts'
import { mustExist } from '../../../platform/errors.ts'
import { pageById, pageQuery } from '../../../platform/http/pagination.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import { Count, DataResponse, IdParams, ListResponse, OneOf, ok, Text } from '../../../platform/http/schemas/shapes.ts'
import type { AdminContext } from './admin-context.ts'

const SilenceQuery = Type.Object({ ...pageQuery, ...siteQuery, state: Type.Optional(OneOf(SILENCE_STATES)) })

const some = <Item extends ReturnType<typeof Type.Object>>(item: Item) =>
  Type.Object({ count: Count, first: Type.Array(item) })
const CoveredAlert = Type.Object({
  alert_id: Count,
  device_id: Count,
  device_name: Text,
  module: ModuleShape,
  rule_key: Text,
  severity: SeverityShape,
  title: Text,
})
const Named = Type.Object({ id: Count, name: Text })
const PreviewShape = Type.Object({
  devices: some(Named),
  alerts: some(CoveredAlert),
  offline_devices: some(Named),
  safety_alerts_still_sent: some(CoveredAlert),
  windows: Type.Array(WindowShape),
})

export const silenceRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, { db, now }) => {
  const single = { params: IdParams, response: { 200: DataResponse(SilenceShape) } }

  async function oneSilence(request: FastifyRequest, id: number) {
    return ok(mustExist('Silence', await readSilence(db, reachOf(request), id, now())))
  }

  server.get(
    '/api/admin/silences',
    endpoint('operator', 'site', forPrograms('listSilences', 'Silences', 'List silences, including expired ones'), {
      querystring: SilenceQuery,
      response: { 200: ListResponse(SilenceShape) },
    }),
    async (request) => {
      const { query } = request
      return pageById(query, 'id', (place) =>
        listSilencesIn(db, listedReach(request), query.state ?? null, place, now()),
      )
    },
  )

  server.post(
    '/api/admin/silences',
    endpoint('operator', 'site', forPrograms('createSilence', 'Silences', 'Create a silence'), {
      body: NewSilenceBody,
      response: { 201: DataResponse(SilenceShape) },
      refusals: [409],
    }),
    async (request, reply) => {
      const id = await createSilence(db, request.body, changeBy(request), now())
      return reply.code(201).send(await oneSilence(request, id))
    },
  )

  server.post(
    '/api/admin/silences/preview',
    endpoint(
      'operator',
      'site',
      forPrograms('previewSilence', 'Silences', 'Preview what a silence would cover now, and when it would be active'),
      { body: SilencePreviewBody, response: { 200: DataResponse(PreviewShape) } },
    ),
    async (request) => {
      const { site_id = null, ...body } = request.body
      const silence = { ...checkedSilence(body, null, now()), site_id }
      await requireExistingScope(db, reachOf(request), silence)
      return ok(await previewSilence(db, reachOf(request), silence, now()))
    },
  )

  server.get(
    '/api/admin/silences/:id',
    endpoint('operator', 'site', forPrograms('getSilence', 'Silences', 'Get a silence'), single),
    async (request) => oneSilence(request, Number(request.params.id)),
  )

  server.patch(
    '/api/admin/silences/:id',
    endpoint('operator', 'site', forPrograms('updateSilence', 'Silences', 'Change a silence that has not ended'), {
      refusals: [409],
      ...single,
      body: SilenceChangesBody,
    }),
    async (request) => {
      await changeSilence(db, Number(request.params.id), request.body, changeBy(request), now())
      return oneSilence(request, Number(request.params.id))
    },
  )

  server.post(
    '/api/admin/silences/:id/end',
    endpoint('operator', 'site', forPrograms('endSilence', 'Silences', 'End a silence now'), single),
    async (request) => {
      await endSilenceNow(db, Number(request.params.id), changeBy(request), now())
      return oneSilence(request, Number(request.params.id))
    },
  )

  server.delete(
    '/api/admin/silences/:id',
    endpoint('operator', 'site', forPrograms('deleteSilence', 'Silences', 'Delete a silence that is not active'), {
      refusals: [409],
      params: IdParams,
      response: { 200: DataResponse(Type.Null()) },
    }),
    async (request) => {
      await removeSilence(db, Number(request.params.id), changeBy(request), now())
      return ok(null)
    },
  )
}
