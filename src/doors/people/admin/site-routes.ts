import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { putMember, removeMember } from '../../../core/actions/change-members.ts'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { reachOf } from '../../../core/people/credentials/caller.ts'
import { provenBy } from '../../../core/people/second-factor/recent-proof.ts'
import { mayActIn } from '../../../core/reach/reach.ts'
import { changeSite, createSite, deleteSite } from '../../../core/sites/manage-sites.ts'
import {
  ChangedSiteBody,
  MemberBody,
  NewSiteBody,
  SiteShape,
  SiteWithMembersShape,
} from '../../../core/sites/site-shapes.ts'
import { findSite, listSiteMembers, listSites } from '../../../core/sites/site-store.ts'
import { mustExist } from '../../../platform/errors.ts'
import { ETAG_HEADER, IfMatch, versionsToMatch, withEtag } from '../../../platform/http/etags.ts'
import { endpoint, forPeople, forPrograms } from '../../../platform/http/route-list.ts'
import { DataResponse, IdParams, ListResponse, ok } from '../../../platform/http/schemas/shapes.ts'
import type { AdminContext } from './admin-context.ts'

const MemberParams = Type.Object({ ...IdParams.properties, user: IdParams.properties.id })

/** Sites, and who has a role in which. */
export const siteRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, { db, now }) => {
  const described = (operationId: string, summary: string) => forPrograms(operationId, 'Sites', summary)
  const one = { response: { 200: DataResponse(SiteWithMembersShape) }, responseHeaders: ETAG_HEADER }

  async function sendSite(reply: FastifyReply, id: number): Promise<FastifyReply> {
    const reach = reachOf(reply.request)
    const site = mustExist('Site', await findSite(db, reach, id))
    // Only administrators of the site see its members.
    const members = mayActIn(reach, id, 'admin') ? await listSiteMembers(db, site.id) : []
    const shown = members.map(({ devices, ...member }) =>
      devices === null ? member : { ...member, devices: devices.map((device) => device.id) },
    )
    return withEtag(reply, site.version).send(ok({ ...site, members: shown }))
  }

  server.get(
    '/api/admin/sites',
    endpoint('viewer', 'site', described('listSites', 'List the sites in reach'), {
      response: { 200: ListResponse(SiteShape) },
    }),
    async (request) => ({ ...ok(await listSites(db, reachOf(request))), next_cursor: null }),
  )

  server.post(
    '/api/admin/sites',
    endpoint('admin', 'installation', described('createSite', 'Add a site'), {
      body: NewSiteBody,
      response: { 201: DataResponse(SiteWithMembersShape) },
      responseHeaders: ETAG_HEADER,
      refusals: [409],
    }),
    async (request, reply) => {
      const id = await createSite(db, { notes: '', ...request.body }, changeBy(request), now())
      return sendSite(reply.code(201), id)
    },
  )

  server.get(
    '/api/admin/sites/:id',
    endpoint('viewer', 'site', described('getSite', 'Get a site, for its administrators with its members'), {
      params: IdParams,
      ...one,
    }),
    async (request, reply) => sendSite(reply, Number(request.params.id)),
  )

  server.patch(
    '/api/admin/sites/:id',
    endpoint('admin', 'site', described('updateSite', 'Change a site'), {
      params: IdParams,
      headers: IfMatch,
      body: ChangedSiteBody,
      ...one,
      refusals: [409, 412],
    }),
    async (request, reply) => {
      const id = Number(request.params.id)
      await changeSite(db, id, request.body, versionsToMatch(request), changeBy(request), now())
      return sendSite(reply, id)
    },
  )

  server.delete(
    '/api/admin/sites/:id',
    endpoint('admin', 'installation', described('deleteSite', 'Delete a site that is empty'), {
      description: 'Refused while it has devices, or rules, silences, webhooks, schedules or policies of its own.',
      params: IdParams,
      response: { 200: DataResponse(Type.Null()) },
      refusals: [409],
    }),
    async (request) => {
      await deleteSite(db, Number(request.params.id), changeBy(request), now())
      return ok(null)
    },
  )

  server.put(
    '/api/admin/sites/:id/members/:user',
    endpoint('admin', 'site', forPeople('putSiteMember', 'Sites', 'Give a user a role in a site'), {
      description:
        'Adds to what the user may do already: of two roles, the higher one counts. `family` is for relatives: they see ' +
        'a page of each of these devices, and nothing else of the site.',
      params: MemberParams,
      body: MemberBody,
      ...one,
      refusals: [409],
    }),
    async (request, reply) => {
      const [siteId, userId] = [Number(request.params.id), Number(request.params.user)]
      await putMember(db, { ...request.body, siteId, user: userId }, await provenBy(db, request, now()), now())
      return sendSite(reply, siteId)
    },
  )

  server.delete(
    '/api/admin/sites/:id/members/:user',
    endpoint('admin', 'site', forPeople('deleteSiteMember', 'Sites', 'Take a user out of a site'), {
      description: 'Ends their live events of the site at once, and their assignments there.',
      params: MemberParams,
      response: { 200: DataResponse(Type.Null()) },
    }),
    async (request) => {
      const [siteId, userId] = [Number(request.params.id), Number(request.params.user)]
      await removeMember(db, { siteId, userId }, await provenBy(db, request, now()), now())
      return ok(null)
    },
  )
}
