import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { listedReach, reachOf, userOf } from '../../../core/people/credentials/caller.ts'
import { ExplanationShape } from '../../../core/rehearsal/explanation/explain-rule.ts'
import { findExplanation } from '../../../core/rehearsal/explanation/find-explanation.ts'
import { NoiseShape, noiseReport } from '../../../core/rehearsal/preview/noise-report.ts'
import { previewRule } from '../../../core/rehearsal/preview/preview-rule.ts'
import { checkedRule } from '../../../core/rules/editing/edit-rules.ts'
import { siteQuery } from '../../../core/sites/site-choice.ts'
import { secondsAfter } from '../../../platform/clock.ts'
import { badRequest, notFound } from '../../../platform/errors.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import { DataResponse, NumberText, ok } from '../../../platform/http/schemas/shapes.ts'
import { untilGone } from '../../../platform/http/until-gone.ts'
import type { AdminContext } from './admin-context.ts'
import { KeyParams, PreviewShape, RulePreviewBody } from './rule-shapes.ts'
import { warningOf } from './rule-warnings.ts'

const DEFAULT_DAYS = 30

/** Rule tests, previews, explanations and noise reports. */
export const rehearsalRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, context) => {
  const { db, now } = context

  server.post(
    '/api/admin/rules/preview',
    endpoint('operator', 'site', forPrograms('previewRule', 'Rules', 'Preview a rule on the stored readings'), {
      body: RulePreviewBody,
      refusals: [429],
      response: { 200: DataResponse(PreviewShape) },
    }),
    async (request, reply) => {
      const { rule, site_id = null, from, to } = request.body
      const range = { from: new Date(from), to: new Date(to) }
      if (!(range.from < range.to)) throw badRequest('range_reversed')
      const asker = { user_id: userOf(request).id, reach: reachOf(request), signal: untilGone(reply) }
      const draft = { definition: checkedRule(rule), site_id }
      const { warnings, ...preview } = await previewRule(db, draft, range, context, asker, now())
      return ok({ ...preview, warnings: warnings.map(warningOf) })
    },
  )

  server.get(
    '/api/admin/rules/:key/explain',
    endpoint(
      'operator',
      'site',
      forPrograms('explainRule', 'Rules', 'Explain why a rule fires, or does not fire, for a device'),
      {
        params: KeyParams,
        querystring: Type.Object({ device_id: NumberText('^[1-9][0-9]{0,8}$', { minimum: 1 }) }),
        response: { 200: DataResponse(ExplanationShape) },
      },
    ),
    async (request) => {
      const { key } = request.params
      const deviceId = Number(request.query.device_id)
      const explanation = await findExplanation(db, reachOf(request), key, deviceId, context.offlineAfterS, now())
      if (explanation === null) throw notFound('Rule')
      return ok(explanation)
    },
  )

  server.get(
    '/api/admin/noise',
    endpoint('operator', 'site', forPrograms('getNoiseReport', 'Rules', 'List the noisiest rules'), {
      querystring: Type.Object({
        days: Type.Optional(NumberText('^[1-9][0-9]{0,2}$', { minimum: 1, maximum: 999 })),
        rule_key: Type.Optional(KeyParams.properties.key),
        ...siteQuery,
      }),
      response: {
        200: Type.Object({ status: Type.Literal('ok'), data: Type.Array(NoiseShape), next_cursor: Type.Null() }),
      },
    }),
    async (request) => {
      const since = secondsAfter(now(), -Number(request.query.days ?? DEFAULT_DAYS) * 86_400)
      return {
        ...ok(await noiseReport(db, listedReach(request), since, request.query.rule_key ?? null)),
        next_cursor: null,
      }
    },
  )
}
