import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { listRules } from '../alerts/rule-store.ts'
import { operation } from '../platform/http/route-list.ts'
import { AnyObject, ok } from '../platform/http/shapes.ts'
import type { AdminContext } from './admin-context.ts'

const RulesAnswer = Type.Object({
  status: Type.Literal('ok'),
  data: Type.Array(AnyObject),
  next_cursor: Type.Null(),
})

export const ruleRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, { db }) => {
  server.get(
    '/api/admin/rules',
    {
      config: { policy: 'operator' },
      schema: { ...operation('listRules', 'Rules', 'List rules'), response: { 200: RulesAnswer } },
    },
    async () => {
      const rules = await listRules(db)
      const data = rules.map(({ definition, version, enabled, origin }) => ({
        ...definition,
        version,
        enabled,
        origin,
      }))
      return { ...ok(data), next_cursor: null }
    },
  )
}
