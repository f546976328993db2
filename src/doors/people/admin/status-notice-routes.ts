import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { reachOf } from '../../../core/people/credentials/caller.ts'
import type { ReachedId } from '../../../core/reach/reached-id.ts'
import { requireRole } from '../../../core/reach/require-role.ts'
import { findSite } from '../../../core/sites/site-store.ts'
import { addNoticeUpdate, changeNotice, createNotice, removeNotice } from '../../../core/status-pages/manage-notices.ts'
import { noticeState } from '../../../core/status-pages/notice.ts'
import {
  MOST_LISTED_NOTICES,
  NewNoticeBody,
  NoticeChangesBody,
  NoticeShape,
  NoticeUpdateBody,
} from '../../../core/status-pages/notice-shapes.ts'
import { findNotice, listNotices, type StoredNotice } from '../../../core/status-pages/notice-store.ts'
import { findStatusPage } from '../../../core/status-pages/status-page-store.ts'
import { mustExist } from '../../../platform/errors.ts'
import { ETAG_HEADER, IfMatch, versionsToMatch, withEtag } from '../../../platform/http/etags.ts'
import { PageQuery, pageById, pageSize } from '../../../platform/http/pagination.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import { DataResponse, IdParams, ListResponse, ok } from '../../../platform/http/schemas/shapes.ts'
import type { AdminContext } from './admin-context.ts'

const NoticeParams = Type.Object({ ...IdParams.properties, notice_id: IdParams.properties.id })

/** Words for the visitors of a status page: incidents and planned maintenance. */
export const statusNoticeRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, { db, now }) => {
  const described = (operationId: string, summary: string) => forPrograms(operationId, 'Sites', summary)
  const path = '/api/admin/sites/:id/status-page/notices'
  const single = {
    params: NoticeParams,
    response: { 200: DataResponse(NoticeShape) },
    responseHeaders: ETAG_HEADER,
  }
  const withState = (notice: StoredNotice) => ({ ...notice, state: noticeState(notice, now()) })

  async function siteOf(request: FastifyRequest<{ Params: { id: string } }>): Promise<ReachedId<'site'>> {
    const [reach, id] = [reachOf(request), Number(request.params.id)]
    const site = await findSite(db, reach, id)
    requireRole(reach, 'admin', 'Site', site && { site_id: site.id })
    mustExist('Status page', await findStatusPage(db, reach, id))
    return site!.id
  }

  async function one(request: FastifyRequest<{ Params: { id: string } }>, id: number) {
    return withState(mustExist('Notice', await findNotice(db, await siteOf(request), id)))
  }

  server.get(
    path,
    endpoint('admin', 'site', described('listStatusNotices', 'List the notices of a status page, newest first'), {
      description: `At most ${MOST_LISTED_NOTICES} at a time, with all their updates.`,
      params: IdParams,
      querystring: PageQuery,
      response: { 200: ListResponse(NoticeShape) },
    }),
    async (request) => {
      const siteId = await siteOf(request)
      const limit = Math.min(pageSize(request.query), MOST_LISTED_NOTICES)
      const list = async (place: { beforeId: number | null; limit: number }) =>
        (await listNotices(db, siteId, place)).map(withState)
      return pageById(request.query, 'id', list, limit)
    },
  )

  server.post(
    path,
    endpoint('admin', 'site', described('createStatusNotice', 'Write a notice on a status page'), {
      description: 'Anybody with the address of the page can read it at once.',
      params: IdParams,
      body: NewNoticeBody,
      response: { 201: DataResponse(NoticeShape) },
      responseHeaders: ETAG_HEADER,
      refusals: [409],
    }),
    async (request, reply) => {
      const id = await createNotice(db, Number(request.params.id), request.body, changeBy(request), now())
      const notice = await one(request, id)
      return withEtag(reply.code(201), notice.version).send(ok(notice))
    },
  )

  server.get(
    `${path}/:notice_id`,
    endpoint('admin', 'site', described('getStatusNotice', 'Get a notice of a status page'), single),
    async (request, reply) => {
      const notice = await one(request, Number(request.params.notice_id))
      return withEtag(reply, notice.version).send(ok(notice))
    },
  )

  server.patch(
    `${path}/:notice_id`,
    endpoint('admin', 'site', described('updateStatusNotice', 'Change what a notice says, or when maintenance is'), {
      ...single,
      description: 'Its updates stay.',
      headers: IfMatch,
      body: NoticeChangesBody,
      refusals: [412],
    }),
    async (request, reply) => {
      const [siteId, id] = [Number(request.params.id), Number(request.params.notice_id)]
      await changeNotice(db, siteId, id, request.body, versionsToMatch(request), changeBy(request), now())
      const notice = await one(request, id)
      return withEtag(reply, notice.version).send(ok(notice))
    },
  )

  server.post(
    `${path}/:notice_id/updates`,
    endpoint('admin', 'site', described('addStatusNoticeUpdate', 'Say what has become of a notice'), {
      params: NoticeParams,
      body: NoticeUpdateBody,
      response: { 201: DataResponse(NoticeShape) },
      responseHeaders: ETAG_HEADER,
      refusals: [409],
    }),
    async (request, reply) => {
      const [siteId, id] = [Number(request.params.id), Number(request.params.notice_id)]
      await addNoticeUpdate(db, siteId, id, request.body, changeBy(request), now())
      const notice = await one(request, id)
      return withEtag(reply.code(201), notice.version).send(ok(notice))
    },
  )

  server.delete(
    `${path}/:notice_id`,
    endpoint('admin', 'site', described('deleteStatusNotice', 'Delete a notice of a status page'), {
      params: NoticeParams,
      headers: IfMatch,
      response: { 200: DataResponse(Type.Null()) },
      refusals: [412],
    }),
    async (request) => {
      const [siteId, id] = [Number(request.params.id), Number(request.params.notice_id)]
      await removeNotice(db, siteId, id, versionsToMatch(request), changeBy(request), now())
      return ok(null)
    },
  )
}
