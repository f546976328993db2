import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { checkedRule, removeRule, saveRule, switchRule } from '../alerts/edit-rules.ts'
import { findRule, listRules, listRuleVersions, type StoredRule } from '../alerts/rule-store.ts'
import { settleRule } from '../alerts/settle-rule.ts'
import { changeBy } from '../audit-log/record-change.ts'
import { invalidField, notFound } from '../platform/errors.ts'
import { requireJsonBody } from '../platform/http/json-bodies.ts'
import { operation } from '../platform/http/route-list.ts'
import { Answer, NumberText, ok } from '../platform/http/shapes.ts'
import type { AdminContext } from './admin-context.ts'
import { KeyParams, NewRuleBody, RuleBody, RuleShape, RuleVersionShape, SwitchBody } from './rule-shapes.ts'

const WholeList = <Item extends Type.TSchema>(item: Item) =>
  Type.Object({ status: Type.Literal('ok'), data: Type.Array(item), next_cursor: Type.Null() })

export const ruleRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, context) => {
  const { db, now } = context
  server.get(
    '/api/admin/rules',
    {
      config: { policy: 'operator' },
      schema: { ...operation('listRules', 'Rules', 'List rules'), response: { 200: WholeList(RuleShape) } },
    },
    async () => ({ ...ok((await listRules(db)).map(shown)), next_cursor: null }),
  )

  server.post(
    '/api/admin/rules',
    {
      config: { policy: 'operator' },
      onRequest: async (request) => requireJsonBody(request),
      schema: {
        ...operation('createRule', 'Rules', 'Add a rule'),
        body: NewRuleBody,
        response: { 201: Answer(RuleShape) },
      },
    },
    async (request, reply) => {
      const rule = await saveRule(db, checkedRule(request.body), { version: 0, by: changeBy(request) }, now())
      await settleRule(context, rule.key)
      return reply.code(201).send(ok(shown(rule)))
    },
  )

  server.get(
    '/api/admin/rules/:key',
    {
      config: { policy: 'operator' },
      schema: {
        ...operation('getRule', 'Rules', 'Get a rule'),
        params: KeyParams,
        response: { 200: Answer(RuleShape) },
      },
    },
    async (request) => {
      const rule = await findRule(db, request.params.key)
      if (rule === null) throw notFound('Rule')
      return ok(shown(rule))
    },
  )

  server.put(
    '/api/admin/rules/:key',
    {
      config: { policy: 'operator' },
      onRequest: async (request) => requireJsonBody(request),
      schema: {
        ...operation('saveRule', 'Rules', 'Add a rule or a new version of it'),
        params: KeyParams,
        body: RuleBody,
        response: { 200: Answer(RuleShape) },
      },
    },
    async (request) => {
      const { version = null, key = request.params.key, ...rest } = request.body
      if (key !== request.params.key) throw invalidField('/key', 'must be the key of the address')
      const rule = await saveRule(db, checkedRule({ key, ...rest }), { version, by: changeBy(request) }, now())
      await settleRule(context, request.params.key)
      return ok(shown(rule))
    },
  )

  server.patch(
    '/api/admin/rules/:key',
    {
      config: { policy: 'operator' },
      onRequest: async (request) => requireJsonBody(request),
      schema: {
        ...operation('switchRule', 'Rules', 'Switch a rule on or off'),
        params: KeyParams,
        body: SwitchBody,
        response: { 200: Answer(RuleShape) },
      },
    },
    async (request) => {
      const { enabled, version = null } = request.body
      const rule = await switchRule(db, request.params.key, enabled, { version, by: changeBy(request) }, now())
      await settleRule(context, request.params.key)
      return ok(shown(rule))
    },
  )

  server.delete(
    '/api/admin/rules/:key',
    {
      config: { policy: 'operator' },
      schema: {
        ...operation('removeRule', 'Rules', 'Remove a rule, or take a built-in one back to what it was'),
        params: KeyParams,
        querystring: Type.Object({ version: Type.Optional(NumberText('^[0-9]{1,9}$', { minimum: 1 })) }),
        response: { 200: Answer(Type.Union([RuleShape, Type.Null()])) },
      },
    },
    async (request) => {
      const version = request.query.version === undefined ? null : Number(request.query.version)
      const rule = await removeRule(db, request.params.key, { version, by: changeBy(request) }, now())
      await settleRule(context, request.params.key)
      return ok(rule && shown(rule))
    },
  )

  server.get(
    '/api/admin/rules/:key/versions',
    {
      config: { policy: 'operator' },
      schema: {
        ...operation('listRuleVersions', 'Rules', 'List the versions of a rule'),
        params: KeyParams,
        response: { 200: WholeList(RuleVersionShape) },
      },
    },
    async (request) => {
      const versions = await listRuleVersions(db, request.params.key)
      if (versions.length === 0) throw notFound('Rule')
      return { ...ok(versions), next_cursor: null }
    },
  )
}

const shown = ({ definition, version, enabled, origin, edited, updated_at }: StoredRule) => ({
  ...definition,
  version,
  enabled,
  origin,
  edited,
  updated_at,
})
