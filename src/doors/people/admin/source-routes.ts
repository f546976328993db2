import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { listedReach, reachOf } from '../../../core/people/credentials/caller.ts'
import {
  PreviewBody,
  PreviewedMessageShape,
  previewMessages,
} from '../../../core/rehearsal/preview/preview-messages.ts'
import { siteQuery } from '../../../core/sites/site-choice.ts'
import { adoptExternalIds, ignoreExternalIds, releaseExternalIds } from '../../../core/sources/external-ids/adopt.ts'
import {
  AdoptBody,
  EXTERNAL_ID_STATES,
  ExternalIdShape,
  ExternalIdsBody,
} from '../../../core/sources/external-ids/external-id-shapes.ts'
import { listExternalIds, listExternalIdsNamed } from '../../../core/sources/external-ids/external-id-store.ts'
import { changeSource, createSource, deleteSource, rotateSourceToken } from '../../../core/sources/manage-sources.ts'
import { REASON_CODES } from '../../../core/sources/messages/not-understood.ts'
import { listLastMessages, listQuarantine, SourceMessageShape } from '../../../core/sources/quarantine/message-log.ts'
import { listReplays, ReplayShape } from '../../../core/sources/quarantine/replay-store.ts'
import { startReplay } from '../../../core/sources/quarantine/start-replay.ts'
import {
  NewSourceBody,
  SourceChangesBody,
  SourceShape,
  SourceTokenBody,
  SourceWithTokenShape,
} from '../../../core/sources/source-shapes.ts'
import { getSource, listSources, type StoredSource } from '../../../core/sources/source-store.ts'
import { ETAG_HEADER, IfMatch, versionsToMatch, withEtag } from '../../../platform/http/etags.ts'
import { idBehind, page, pageById, pageQuery, pageSize, textsBehind } from '../../../platform/http/pagination.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import {
  DataResponse,
  IdParams,
  ListResponse,
  OneOf,
  OptionalBody,
  ok,
  PlainText,
} from '../../../platform/http/schemas/shapes.ts'
import type { AdminContext } from './admin-context.ts'

const TAG = 'Sources'
const SHOWN_REPLAYS = 20

const ExternalIdQuery = Type.Object({ ...pageQuery, state: Type.Optional(OneOf(EXTERNAL_ID_STATES)) })

const ReplayBody = Type.Object(
  {
    external_id: Type.Optional(PlainText({ minLength: 1, maxLength: 200 })),
    reason: Type.Optional(OneOf(REASON_CODES)),
  },
  { additionalProperties: false },
)

export const sourceAdminRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (
  server,
  { db, publicUrl, rules, sources, now },
) => {
  const shown = (source: StoredSource) => ({ ...source, url: `${publicUrl()}${source.url}` })
  const idOf = (request: { params: { id: string } }) => Number(request.params.id)
  const changing = (request: FastifyRequest) => ({
    by: changeBy(request),
    versions: versionsToMatch(request),
    now: now(),
  })
  async function sendSource(reply: FastifyReply, id: number, more: object = {}): Promise<FastifyReply> {
    const source = await getSource(db, reachOf(reply.request), id)
    return withEtag(reply, source.version).send(ok({ ...shown(source), ...more }))
  }

  server.get(
    '/api/admin/sources',
    endpoint('operator', 'site', forPrograms('listSources', TAG, 'List sources'), {
      querystring: Type.Object({ ...pageQuery, ...siteQuery }),
      response: { 200: ListResponse(SourceShape) },
    }),
    async (request) =>
      pageById(request.query, 'id', async (place) => (await listSources(db, listedReach(request), place)).map(shown)),
  )

  server.post(
    '/api/admin/sources',
    endpoint('operator', 'site', forPrograms('createSource', TAG, 'Add a source'), {
      body: NewSourceBody,
      response: { 201: DataResponse(SourceWithTokenShape) },
      responseHeaders: ETAG_HEADER,
      refusals: [409],
    }),
    async (request, reply) => {
      const { id, token } = await createSource(db, request.body, changeBy(request), now())
      return sendSource(reply.code(201), id, { token })
    },
  )

  const single = { params: IdParams, response: { 200: DataResponse(SourceShape) }, responseHeaders: ETAG_HEADER }
  server.get(
    '/api/admin/sources/:id',
    endpoint('operator', 'site', forPrograms('getSource', TAG, 'Get a source'), single),
    async (request, reply) => sendSource(reply, idOf(request)),
  )

  server.patch(
    '/api/admin/sources/:id',
    endpoint('operator', 'site', forPrograms('updateSource', TAG, 'Change a source'), {
      ...single,
      headers: IfMatch,
      body: SourceChangesBody,
      refusals: [409, 412],
    }),
    async (request, reply) => {
      await changeSource(db, idOf(request), request.body, changing(request))
      return sendSource(reply, idOf(request))
    },
  )

  server.delete(
    '/api/admin/sources/:id',
    endpoint('operator', 'site', forPrograms('deleteSource', TAG, 'Delete a source with its quarantine'), {
      description: 'Its devices stay.',
      params: IdParams,
      headers: IfMatch,
      response: { 200: DataResponse(Type.Null()) },
      refusals: [412],
    }),
    async (request) => {
      await deleteSource(db, idOf(request), changing(request))
      return ok(null)
    },
  )

  server.post(
    '/api/admin/sources/:id/token',
    endpoint('operator', 'site', forPrograms('rotateSourceToken', TAG, 'Replace the token of a source'), {
      params: IdParams,
      body: OptionalBody(SourceTokenBody),
      response: { 200: DataResponse(SourceWithTokenShape) },
      responseHeaders: ETAG_HEADER,
    }),
    async (request, reply) => {
      const token = await rotateSourceToken(db, idOf(request), request.body?.overlap_s ?? 0, changeBy(request), now())
      return sendSource(reply, idOf(request), { token })
    },
  )

  server.get(
    '/api/admin/sources/:id/external-ids',
    endpoint('operator', 'site', forPrograms('listExternalIds', TAG, 'List the devices that a source speaks for'), {
      params: IdParams,
      querystring: ExternalIdQuery,
      response: { 200: ListResponse(ExternalIdShape) },
    }),
    async (request) => {
      const { query } = request
      const source = await getSource(db, reachOf(request), idOf(request))
      const [after = ''] = textsBehind(query, 1) ?? []
      const limit = pageSize(query)
      const rows = await listExternalIds(db, source.id, { state: query.state, after, limit: limit + 1 })
      return page(rows, limit, ({ external_id }) => [external_id])
    },
  )

  /** Sends the external IDs as they are once their messages have been read again, as far as a second is enough. */
  async function sendStates(request: FastifyRequest & { params: { id: string } }, names: readonly string[]) {
    await sources.replayNow(idOf(request))
    const source = await getSource(db, reachOf(request), idOf(request))
    const states = await listExternalIdsNamed(db, source.id, names)
    return ok(names.flatMap((name) => states.get(name) ?? []))
  }
  const states = { params: IdParams, response: { 200: DataResponse(Type.Array(ExternalIdShape)) } }

  server.post(
    '/api/admin/sources/:id/external-ids/adopt',
    endpoint('operator', 'site', forPrograms('adoptExternalIds', TAG, 'Give external IDs their devices'), {
      description: 'Each becomes a device of its own, or belongs to one of the site. Its messages are then read again.',
      body: AdoptBody,
      ...states,
      refusals: [409],
    }),
    async (request) => {
      const { items } = request.body
      await adoptExternalIds(db, idOf(request), items, changeBy(request), now())
      return sendStates(
        request,
        items.map(({ external_id }) => external_id),
      )
    },
  )

  server.post(
    '/api/admin/sources/:id/external-ids/ignore',
    endpoint('operator', 'site', forPrograms('ignoreExternalIds', TAG, 'Ignore external IDs'), {
      description: 'Their messages are answered and dropped, also those in quarantine.',
      body: ExternalIdsBody,
      ...states,
    }),
    async (request) => {
      const { external_ids } = request.body
      await ignoreExternalIds(db, idOf(request), external_ids, changeBy(request), now())
      return sendStates(request, external_ids)
    },
  )

  server.post(
    '/api/admin/sources/:id/external-ids/release',
    endpoint('operator', 'site', forPrograms('releaseExternalIds', TAG, 'Take external IDs from their devices'), {
      description: 'They are pending again.',
      body: ExternalIdsBody,
      ...states,
    }),
    async (request) => {
      const { external_ids } = request.body
      await releaseExternalIds(db, idOf(request), external_ids, changeBy(request), now())
      return sendStates(request, external_ids)
    },
  )

  server.get(
    '/api/admin/sources/:id/messages',
    endpoint('operator', 'site', forPrograms('listSourceMessages', TAG, 'List the last 20 messages of a source'), {
      params: IdParams,
      response: { 200: ListResponse(SourceMessageShape) },
    }),
    async (request) => {
      const source = await getSource(db, reachOf(request), idOf(request))
      return { ...ok(await listLastMessages(db, source.id)), next_cursor: null }
    },
  )

  server.post(
    '/api/admin/sources/:id/preview',
    endpoint('operator', 'site', forPrograms('previewSource', TAG, 'See what messages would make'), {
      description: 'With the format, settings and mapping of the body, or those of the source. Nothing is stored.',
      params: IdParams,
      body: PreviewBody,
      response: { 200: DataResponse(Type.Array(PreviewedMessageShape)) },
    }),
    async (request) => {
      const source = await getSource(db, reachOf(request), idOf(request))
      return ok(await previewMessages(db, rules(), source, request.body, now()))
    },
  )

  server.get(
    '/api/admin/sources/:id/quarantine',
    endpoint('operator', 'site', forPrograms('listQuarantine', TAG, 'List messages in quarantine'), {
      params: IdParams,
      querystring: Type.Object(pageQuery),
      response: { 200: ListResponse(SourceMessageShape) },
    }),
    async (request) => {
      const { query } = request
      const source = await getSource(db, reachOf(request), idOf(request))
      const limit = pageSize(query)
      const beforeId = idBehind(query) ?? Number.MAX_SAFE_INTEGER
      return page(await listQuarantine(db, source.id, { beforeId, limit: limit + 1 }), limit, ({ id }) => [id])
    },
  )

  server.get(
    '/api/admin/sources/:id/replay',
    endpoint('operator', 'site', forPrograms('listReplays', TAG, 'See how far replays have come'), {
      description: 'The newest ones first.',
      params: IdParams,
      response: { 200: ListResponse(ReplayShape) },
    }),
    async (request) => {
      const source = await getSource(db, reachOf(request), idOf(request))
      return { ...ok(await listReplays(db, source.id, SHOWN_REPLAYS)), next_cursor: null }
    },
  )

  server.post(
    '/api/admin/sources/:id/replay',
    endpoint('operator', 'site', forPrograms('replayQuarantine', TAG, 'Read messages in quarantine again'), {
      description: 'Oldest first, in batches, in the background.',
      params: IdParams,
      body: OptionalBody(ReplayBody),
      response: { 202: DataResponse(ReplayShape) },
    }),
    async (request, reply) => {
      const begun = await startReplay(db, idOf(request), request.body ?? {}, changeBy(request), now())
      await sources.replayNow(idOf(request))
      const source = await getSource(db, reachOf(request), idOf(request))
      const replays = await listReplays(db, source.id, SHOWN_REPLAYS)
      return reply.code(202).send(ok(replays.find(({ id }) => id === begun.id) ?? begun))
    },
  )
}
