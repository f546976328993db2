import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { checkThatThereIs, silenceOf } from '../../../core/notifications/check-silence.ts'
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
  PreviewBody,
  SILENCE_STATES,
  SilenceChangesBody,
  SilenceShape,
  WindowShape,
} from '../../../core/notifications/silence-shape.ts'
import { ModuleShape, SeverityShape } from '../../../core/vocabulary/shapes.ts'
import { notFound } from '../../../platform/errors.ts'
import { idBehind, limitOf, page, pageQuery } from '../../../platform/http/pagination.ts'
import { operation } from '../../../platform/http/route-list.ts'
import { requireJsonBody } from '../../../platform/http/schemas/json-bodies.ts'
import { Answer, Count, IdParams, ListAnswer, OneOf, ok, Text } from '../../../platform/http/schemas/shapes.ts'
import type { AdminContext } from './admin-context.ts'

const SilenceQuery = Type.Object({ ...pageQuery, state: Type.Optional(OneOf(SILENCE_STATES)) })

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
  const described = (operationId: string, summary: string) => operation(operationId, 'Silences', summary)
  const single = { params: IdParams, response: { 200: Answer(SilenceShape) } }

  async function oneSilence(id: number) {
    const silence = await readSilence(db, id, now())
    if (silence === null) throw notFound('Silence')
    return ok(silence)
  }

  server.get(
    '/api/admin/silences',
    {
      config: { policy: 'operator' },
      schema: {
        ...described('listSilences', 'List silences, including expired ones'),
        querystring: SilenceQuery,
        response: { 200: ListAnswer(SilenceShape) },
      },
    },
    async (request) => {
      const limit = limitOf(request.query)
      const place = { beforeId: idBehind(request.query), limit: limit + 1 }
      const silences = await listSilencesIn(db, request.query.state ?? null, place, now())
      return page(silences, limit, (silence) => [silence.id])
    },
  )

  server.post(
    '/api/admin/silences',
    {
      config: { policy: 'operator' },
      onRequest: async (request) => requireJsonBody(request),
      schema: {
        ...described('createSilence', 'Create a silence'),
        body: NewSilenceBody,
        response: { 201: Answer(SilenceShape) },
      },
    },
    async (request, reply) => {
      const id = await createSilence(db, request.body, changeBy(request), now())
      return reply.code(201).send(await oneSilence(id))
    },
  )

  server.post(
    '/api/admin/silences/preview',
    {
      config: { policy: 'operator' },
      onRequest: async (request) => requireJsonBody(request),
      schema: {
        ...described('previewSilence', 'Preview what a silence would cover now, and when it would be active'),
        body: PreviewBody,
        response: { 200: Answer(PreviewShape) },
      },
    },
    async (request) => {
      const silence = silenceOf(request.body, null, now())
      await checkThatThereIs(db, silence)
      return ok(await previewSilence(db, silence, now()))
    },
  )

  server.get(
    '/api/admin/silences/:id',
    { config: { policy: 'operator' }, schema: { ...described('getSilence', 'Get a silence'), ...single } },
    async (request) => oneSilence(Number(request.params.id)),
  )

  server.patch(
    '/api/admin/silences/:id',
    {
      config: { policy: 'operator' },
      onRequest: async (request) => requireJsonBody(request),
      schema: {
        ...described('changeSilence', 'Change a silence that has not ended'),
        ...single,
        body: SilenceChangesBody,
      },
    },
    async (request) => {
      await changeSilence(db, Number(request.params.id), request.body, changeBy(request), now())
      return oneSilence(Number(request.params.id))
    },
  )

  server.post(
    '/api/admin/silences/:id/end',
    { config: { policy: 'operator' }, schema: { ...described('endSilence', 'End a silence now'), ...single } },
    async (request) => {
      await endSilenceNow(db, Number(request.params.id), changeBy(request), now())
      return oneSilence(Number(request.params.id))
    },
  )

  server.delete(
    '/api/admin/silences/:id',
    {
      config: { policy: 'operator' },
      schema: {
        ...described('deleteSilence', 'Delete a silence that is not active'),
        params: IdParams,
        response: { 200: Answer(Type.Null()) },
      },
    },
    async (request) => {
      await removeSilence(db, Number(request.params.id), changeBy(request), now())
      return ok(null)
    },
  )
}
