import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { changePolicy, createPolicy, removePolicy } from '../../../core/escalation/manage-policies.ts'
import { NewPolicyBody, PolicyChangesBody, PolicyShape } from '../../../core/escalation/policy-shapes.ts'
import { listPolicies } from '../../../core/escalation/policy-store.ts'
import { listedReach, reachOf } from '../../../core/people/credentials/caller.ts'
import { siteQuery } from '../../../core/sites/site-choice.ts'
import { notFound } from '../../../platform/errors.ts'
import { forPrograms } from '../../../platform/http/route-list.ts'
import { requireJsonBody } from '../../../platform/http/schemas/json-bodies.ts'
import { Answer, IdParams, ListAnswer, ok } from '../../../platform/http/schemas/shapes.ts'
import type { AdminContext } from './admin-context.ts'

const POLICIES = '/api/admin/escalation-policies'

export const policyRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, { db, now }) => {
  const described = (operationId: string, summary: string) => forPrograms(operationId, 'Escalation', summary)
  const config = { policy: 'admin', scope: 'site' } as const

  server.get(
    POLICIES,
    {
      config,
      schema: {
        ...described('listEscalationPolicies', 'List escalation policies in the order in which they are tried'),
        querystring: Type.Object(siteQuery),
        response: { 200: ListAnswer(PolicyShape) },
      },
    },
    async (request) => ({ ...ok(await listPolicies(db, listedReach(request))), next_cursor: null }),
  )

  server.post(
    POLICIES,
    {
      config,
      onRequest: async (request) => requireJsonBody(request),
      schema: {
        ...described('createEscalationPolicy', 'Create an escalation policy'),
        body: NewPolicyBody,
        response: { 201: Answer(PolicyShape) },
        refusals: [409],
      },
    },
    async (request, reply) => reply.code(201).send(ok(await createPolicy(db, request.body, changeBy(request), now()))),
  )

  server.get(
    `${POLICIES}/:id`,
    {
      config,
      schema: {
        ...described('getEscalationPolicy', 'Get an escalation policy'),
        params: IdParams,
        response: { 200: Answer(PolicyShape) },
      },
    },
    async (request) => {
      const policy = (await listPolicies(db, reachOf(request))).find(({ id }) => id === Number(request.params.id))
      if (policy === undefined) throw notFound('Escalation policy')
      return ok(policy)
    },
  )

  server.patch(
    `${POLICIES}/:id`,
    {
      config,
      onRequest: async (request) => requireJsonBody(request),
      schema: {
        ...described('updateEscalationPolicy', 'Change an escalation policy; runs under way keep the former one'),
        params: IdParams,
        body: PolicyChangesBody,
        response: { 200: Answer(PolicyShape) },
        refusals: [409],
      },
    },
    async (request) => {
      const id = Number(request.params.id)
      return ok(await changePolicy(db, id, request.body, changeBy(request), now()))
    },
  )

  server.delete(
    `${POLICIES}/:id`,
    {
      config,
      schema: {
        ...described('deleteEscalationPolicy', 'Delete an escalation policy'),
        params: IdParams,
        response: { 200: Answer(Type.Null()) },
        refusals: [409],
      },
    },
    async (request) => {
      await removePolicy(db, Number(request.params.id), changeBy(request), now())
      return ok(null)
    },
  )
}
