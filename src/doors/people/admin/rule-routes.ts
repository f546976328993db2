import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { type ChangeBy, changeBy } from '../../../core/audit-log/record-change.ts'
import { listedReach, reachOf, userOf } from '../../../core/people/credentials/caller.ts'
import { applyRule } from '../../../core/rules/editing/apply-rule.ts'
import { checkedRule, deleteRule, saveRule, switchRule } from '../../../core/rules/editing/edit-rules.ts'
import { ruleWarnings } from '../../../core/rules/editing/never-usable.ts'
import type { RuleDefinition } from '../../../core/rules/rule.ts'
import { findRule, listRulesBehind, listRuleVersions, type StoredRule } from '../../../core/rules/rule-store.ts'
import { siteQuery } from '../../../core/sites/site-choice.ts'
import { invalidField, mustExist, notFound } from '../../../platform/errors.ts'
import { jsonList, pagesOf, written } from '../../../platform/files/file-format.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import { DataResponse, NumberText, ok } from '../../../platform/http/schemas/shapes.ts'
import { fileSender, JSON_TYPE, textBy } from '../../../platform/http/send-file.ts'
import type { AdminContext } from './admin-context.ts'
import {
  KeyParams,
  NewRuleBody,
  ReasonText,
  RuleBody,
  RuleChangesBody,
  RuleShape,
  RuleVersionShape,
  WarnedRuleShape,
} from './rule-shapes.ts'
import { warningOf } from './rule-warnings.ts'

const PAGE_ROWS = 200
const WholeList = <Item extends Type.TSchema>(item: Item) =>
  Type.Object({ status: Type.Literal('ok'), data: Type.Array(item), next_cursor: Type.Null() })

export const ruleRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, context) => {
  const { db, now } = context
  const sendFile = fileSender(server)
  const withWarnings = async (rule: StoredRule, request: FastifyRequest) => ({
    ...shown(rule),
    warnings: (await ruleWarnings(db, reachOf(request), rule)).map(warningOf),
  })
  async function changed(key: string, body: Static<typeof RuleChangesBody>, by: ChangeBy): Promise<StoredRule> {
    const { version = null, reason, ...changes } = body
    if (changes.key !== undefined && changes.key !== key)
      throw invalidField('/key', 'in_english', 'must be the key of the address')
    const { enabled, ...others } = changes
    if (enabled !== undefined && Object.keys(others).length === 0) {
      return switchRule(db, key, enabled, { version, by, reason }, now())
    }
    const stored = mustExist('Rule', await findRule(db, by.reach, key))
    const written = withoutOwnSwitch({ ...stored.definition, ...changes }, stored)
    return saveRule(db, checkedRule(written), { version: version ?? stored.version, by, reason }, now())
  }

  server.get(
    '/api/admin/rules',
    {
      config: { policy: 'operator', scope: 'site' },
      // A HEAD request would do all the work and discard it.
      exposeHeadRoute: false,
      schema: {
        ...forPrograms('listRules', 'Rules', 'List rules'),
        refusals: [429],
        querystring: Type.Object(siteQuery),
        response: { 200: WholeList(RuleShape) },
      },
    },
    async (request, reply) => {
      const text = textBy(reply, RuleShape)
      const next = (last: StoredRule | null, limit: number) =>
        listRulesBehind(db, listedReach(request), last?.key ?? '', limit)
      const list = jsonList((rule: StoredRule) => text(shown(rule)))
      const response = { ...list, head: `{"status":"ok","data":${list.head}`, foot: `${list.foot},"next_cursor":null}` }
      return sendFile(reply, {
        download: null,
        type: JSON_TYPE,
        reader: userOf(request).id,
        check: request.readmit,
        pieces: (signal) => written(response, pagesOf(next, PAGE_ROWS, signal)),
      })
    },
  )

  server.post(
    '/api/admin/rules',
    endpoint('operator', 'site', forPrograms('createRule', 'Rules', 'Add a rule'), {
      body: NewRuleBody,
      response: { 201: DataResponse(WarnedRuleShape) },
      refusals: [409],
    }),
    async (request, reply) => {
      const { site_id, reason, ...definition } = request.body
      const edit = { version: 0, site_id, by: changeBy(request), reason }
      const rule = await saveRule(db, checkedRule(definition), edit, now())
      await applyRule(context, rule.key)
      return reply.code(201).send(ok(await withWarnings(rule, request)))
    },
  )

  server.get(
    '/api/admin/rules/:key',
    endpoint('operator', 'site', forPrograms('getRule', 'Rules', 'Get a rule'), {
      params: KeyParams,
      response: { 200: DataResponse(WarnedRuleShape) },
    }),
    async (request) => {
      const rule = mustExist('Rule', await findRule(db, reachOf(request), request.params.key))
      return ok(await withWarnings(rule, request))
    },
  )

  server.put(
    '/api/admin/rules/:key',
    endpoint('operator', 'site', forPrograms('saveRule', 'Rules', 'Add a rule or a new version of it'), {
      params: KeyParams,
      body: RuleBody,
      response: { 200: DataResponse(WarnedRuleShape) },
    }),
    async (request) => {
      const { version = null, site_id, reason, key = request.params.key, ...rest } = request.body
      if (key !== request.params.key) throw invalidField('/key', 'in_english', 'must be the key of the address')
      const written = withoutOwnSwitch({ key, ...rest }, await findRule(db, reachOf(request), key))
      const edit = { version, site_id, by: changeBy(request), reason }
      const rule = await saveRule(db, checkedRule(written), edit, now())
      await applyRule(context, key)
      return ok(await withWarnings(rule, request))
    },
  )

  server.patch(
    '/api/admin/rules/:key',
    endpoint('operator', 'site', forPrograms('updateRule', 'Rules', 'Change a rule, or turn it on or off'), {
      description: 'Changes only the fields in the body. `enabled` alone creates no new version.',
      params: KeyParams,
      body: RuleChangesBody,
      response: { 200: DataResponse(WarnedRuleShape) },
    }),
    async (request) => {
      const rule = await changed(request.params.key, request.body, changeBy(request))
      await applyRule(context, request.params.key)
      return ok(await withWarnings(rule, request))
    },
  )

  server.delete(
    '/api/admin/rules/:key',
    endpoint('operator', 'site', forPrograms('deleteRule', 'Rules', 'Delete a rule, or restore a built-in one'), {
      refusals: [409],
      params: KeyParams,
      querystring: Type.Object({
        version: Type.Optional(NumberText('^[0-9]{1,9}$', { minimum: 1 })),
        reason: Type.Optional(ReasonText),
      }),
      response: { 200: DataResponse(Type.Union([RuleShape, Type.Null()])) },
    }),
    async (request) => {
      const version = request.query.version === undefined ? null : Number(request.query.version)
      const edit = { version, by: changeBy(request), reason: request.query.reason }
      const rule = await deleteRule(db, request.params.key, edit, now())
      await applyRule(context, request.params.key)
      return ok(rule && shown(rule))
    },
  )

  server.get(
    '/api/admin/rules/:key/versions',
    endpoint('operator', 'site', forPrograms('listRuleVersions', 'Rules', 'List the versions of a rule'), {
      params: KeyParams,
      response: { 200: WholeList(RuleVersionShape) },
    }),
    async (request) => {
      const versions = await listRuleVersions(db, reachOf(request), request.params.key)
      if (versions.length === 0) throw notFound('Rule')
      return { ...ok(versions), next_cursor: null }
    },
  )
}

/** Drops an `enabled` that only repeats the stored state, so that a definition without the field stays without it. */
function withoutOwnSwitch(written: RuleDefinition, stored: StoredRule | null): RuleDefinition {
  const { enabled, ...rest } = written
  const saysNew = stored === null || stored.definition.enabled !== undefined || enabled !== stored.enabled
  return saysNew ? written : rest
}

const shown = ({ site, definition, version, enabled, origin, edited, updated_at }: StoredRule) => ({
  ...definition,
  site,
  version,
  enabled,
  origin,
  edited,
  updated_at,
})
