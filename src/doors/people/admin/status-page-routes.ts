import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { reachOf } from '../../../core/people/credentials/caller.ts'
import { requireRole } from '../../../core/reach/require-role.ts'
import { findSite } from '../../../core/sites/site-store.ts'
import {
  deleteStatusPage,
  renewSecret,
  saveStatusPage,
  statusAddress,
} from '../../../core/status-pages/manage-status-page.ts'
import {
  SavedStatusPageShape,
  StatusAddressShape,
  StatusPageBody,
  StatusPageShape,
} from '../../../core/status-pages/status-page-shapes.ts'
import { findStatusPage, type StatusPage } from '../../../core/status-pages/status-page-store.ts'
import { notFound } from '../../../platform/errors.ts'
import { ETAG_HEADER, IfMatch, versionsToMatch, withEtag } from '../../../platform/http/etags.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import { DataResponse, IdParams, ok } from '../../../platform/http/schemas/shapes.ts'
import type { AdminContext } from './admin-context.ts'

/** The public status page of a site. */
export const statusPageRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, { db, publicUrl, now }) => {
  const described = (operationId: string, summary: string) => forPrograms(operationId, 'Sites', summary)
  const path = '/api/admin/sites/:id/status-page'

  async function read(request: FastifyRequest<{ Params: { id: string } }>): Promise<StatusPage> {
    const [reach, id] = [reachOf(request), Number(request.params.id)]
    const page = await findStatusPage(db, reach, id)
    if (page !== null) return page
    const site = await findSite(db, reach, id)
    requireRole(reach, 'admin', 'Site', site && { site_id: site.id })
    throw notFound('Status page')
  }

  server.get(
    path,
    endpoint('admin', 'site', described('getStatusPage', 'Get the status page of a site'), {
      params: IdParams,
      response: { 200: DataResponse(StatusPageShape) },
      responseHeaders: ETAG_HEADER,
    }),
    async (request, reply) => {
      const page = await read(request)
      return withEtag(reply, page.version).send(ok(page))
    },
  )

  server.put(
    path,
    endpoint('admin', 'site', described('putStatusPage', 'Create or replace the status page of a site'), {
      description: 'Anybody with its address sees the state of these devices, without logging in.',
      params: IdParams,
      headers: IfMatch,
      body: StatusPageBody,
      response: { 200: DataResponse(SavedStatusPageShape), 201: DataResponse(SavedStatusPageShape) },
      responseHeaders: ETAG_HEADER,
      refusals: [412],
    }),
    async (request, reply) => {
      const devices = request.body.devices.map(({ group_name = '', ...device }) => ({ ...device, group_name }))
      const tags = (request.body.tags ?? []).map(({ group_name = '', ...tag }) => ({ ...tag, group_name }))
      const content = { title: request.body.title, devices, tags, subscription: request.body.subscription ?? false }
      const id = Number(request.params.id)
      const secret = await saveStatusPage(db, id, content, versionsToMatch(request), changeBy(request), now())
      const page = await read(request)
      const url = secret === null ? null : statusAddress(publicUrl(), secret)
      return withEtag(reply.code(secret === null ? 200 : 201), page.version).send(ok({ ...page, url }))
    },
  )

  server.delete(
    path,
    endpoint('admin', 'site', described('deleteStatusPage', 'Delete the status page of a site'), {
      description: 'Its address is unknown from then on.',
      params: IdParams,
      headers: IfMatch,
      response: { 200: DataResponse(Type.Null()) },
      refusals: [412],
    }),
    async (request) => {
      await deleteStatusPage(db, Number(request.params.id), versionsToMatch(request), changeBy(request), now())
      return ok(null)
    },
  )

  server.post(
    `${path}/secret`,
    endpoint('admin', 'site', described('renewStatusPageSecret', 'Give the status page of a site a new address'), {
      description: 'The former address is unknown from then on.',
      params: IdParams,
      response: { 200: DataResponse(StatusAddressShape) },
    }),
    async (request) => {
      const secret = await renewSecret(db, Number(request.params.id), changeBy(request), now())
      return ok({ url: statusAddress(publicUrl(), secret) })
    },
  )
}
