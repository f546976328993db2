import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { changePolicy, createPolicy, removePolicy } from '../../../core/escalation/manage-policies.ts'
import { NewPolicyBody, PolicyChangesBody, PolicyShape } from '../../../core/escalation/policy-shapes.ts'
import { listPolicies } from '../../../core/escalation/policy-store.ts'
import { listedReach, reachOf } from '../../../core/people/credentials/caller.ts'
import { siteQuery } from '../../../core/sites/site-choice.ts'
import { notFound } from '../../../platform/errors.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import { DataResponse, IdParams, ListResponse, ok } from '../../../platform/http/schemas/shapes.ts'
import type { AdminContext } from './admin-context.ts'

const POLICIES = '/api/admin/escalation-policies'

export const policyRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, { db, now }) => {
  const described = (operationId: string, summary: string) => forPrograms(operationId, 'Escalation', summary)

  server.get(
    POLICIES,
    endpoint(
      'admin',
      'site',
      described('listEscalationPolicies', 'List escalation policies in the order in which they are tried'),
      {
        querystring: Type.Object(siteQuery),
        response: { 200: ListResponse(PolicyShape) },
      },
    ),
    async (request) => ({ ...ok(await listPolicies(db, listedReach(request))), next_cursor: null }),
  )

  server.post(
    POLICIES,
    endpoint('admin', 'site', described('createEscalationPolicy', 'Create an escalation policy'), {
      body: NewPolicyBody,
      response: { 201: DataResponse(PolicyShape) },
      refusals: [409],
    }),
    async (request, reply) => reply.code(201).send(ok(await createPolicy(db, request.body, changeBy(request), now()))),
  )

  server.get(
    `${POLICIES}/:id`,
    endpoint('admin', 'site', described('getEscalationPolicy', 'Get an escalation policy'), {
      params: IdParams,
      response: { 200: DataResponse(PolicyShape) },
    }),
    async (request) => {
      const policy = (await listPolicies(db, reachOf(request))).find(({ id }) => id === Number(request.params.id))
      if (policy === undefined) throw notFound('Escalation policy')
      return ok(policy)
    },
  )

  server.patch(
    `${POLICIES}/:id`,
    endpoint(
      'admin',
      'site',
      described('updateEscalationPolicy', 'Change an escalation policy; runs under way keep the former one'),
      {
        params: IdParams,
        body: PolicyChangesBody,
        response: { 200: DataResponse(PolicyShape) },
        refusals: [409],
      },
    ),
    async (request) => {
      const id = Number(request.params.id)
      return ok(await changePolicy(db, id, request.body, changeBy(request), now()))
    },
  )

  server.delete(
    `${POLICIES}/:id`,
    endpoint('admin', 'site', described('deleteEscalationPolicy', 'Delete an escalation policy'), {
      params: IdParams,
      response: { 200: DataResponse(Type.Null()) },
      refusals: [409],
    }),
    async (request) => {
      await removePolicy(db, Number(request.params.id), changeBy(request), now())
      return ok(null)
    },
  )
}
