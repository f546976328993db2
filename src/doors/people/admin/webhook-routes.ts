import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { listedReach, reachOf } from '../../../core/people/credentials/caller.ts'
import { siteQuery } from '../../../core/sites/site-choice.ts'
import { changeWebhook, deleteWebhook, rotateWebhookSecret } from '../../../core/webhooks/change-webhook.ts'
import { createWebhook } from '../../../core/webhooks/create-webhook.ts'
import { DEFAULT_EVENTS } from '../../../core/webhooks/events/webhook-events.ts'
import {
  AttemptShape,
  NewWebhookBody,
  WebhookChangesBody,
  WebhookShape,
  WebhookWithSecret,
} from '../../../core/webhooks/webhook-shapes.ts'
import { getWebhook, listWebhooks } from '../../../core/webhooks/webhook-store.ts'
import { ETAG_HEADER, IfMatch, versionsToMatch, withEtag } from '../../../platform/http/etags.ts'
import { pageById, pageQuery } from '../../../platform/http/pagination.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import {
  Count,
  DataResponse,
  IdParams,
  ListResponse,
  OptionalBody,
  ok,
  Text,
} from '../../../platform/http/schemas/shapes.ts'
import type { AdminContext } from './admin-context.ts'

const SECRET_OVERLAP_S = 86_400
const LONGEST_OVERLAP_S = 7 * 86_400

const RotationBody = Type.Object(
  { overlap_s: Type.Optional(Type.Integer({ minimum: 0, maximum: LONGEST_OVERLAP_S })) },
  { additionalProperties: false },
)

const TestOutcome = Type.Object({ delivery_id: Count, message_id: Text, attempt: AttemptShape })

export const webhookRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, api) => {
  const { db, now, webhooks } = api
  const changing = (request: FastifyRequest) => ({
    by: changeBy(request),
    versions: versionsToMatch(request),
    now: now(),
  })

  server.get(
    '/api/admin/webhooks',
    endpoint('operator', 'site', forPrograms('listWebhooks', 'Webhooks', 'List webhooks'), {
      querystring: Type.Object({ ...pageQuery, ...siteQuery }),
      response: { 200: ListResponse(WebhookShape) },
    }),
    async (request) => pageById(request.query, 'id', (place) => listWebhooks(db, listedReach(request), place, now())),
  )

  server.post(
    '/api/admin/webhooks',
    endpoint('admin', 'site', forPrograms('createWebhook', 'Webhooks', 'Add a webhook'), {
      description: 'Returns its secret, which is shown only this once.',
      body: NewWebhookBody,
      response: { 201: DataResponse(WebhookWithSecret) },
      responseHeaders: ETAG_HEADER,
      refusals: [409],
    }),
    async (request, reply) => {
      const defaults = { format: 'envelope' as const, min_severity: 'info' as const, modules: [], tags: [] }
      const webhook = { ...defaults, events: [...DEFAULT_EVENTS], ...request.body, name: request.body.name.trim() }
      const created = await createWebhook(db, webhook, webhooks.protection, changeBy(request), now())
      return withEtag(reply, created.version).code(201).send(ok(created))
    },
  )

  server.get(
    '/api/admin/webhooks/:id',
    endpoint('operator', 'site', forPrograms('getWebhook', 'Webhooks', 'Get a webhook'), {
      params: IdParams,
      response: { 200: DataResponse(WebhookShape) },
      responseHeaders: ETAG_HEADER,
    }),
    async (request, reply) => {
      const webhook = await getWebhook(db, reachOf(request), Number(request.params.id), now())
      return withEtag(reply, webhook.version).send(ok(webhook))
    },
  )

  server.patch(
    '/api/admin/webhooks/:id',
    endpoint('admin', 'site', forPrograms('updateWebhook', 'Webhooks', 'Change, enable or disable a webhook'), {
      description:
        'Changes only the fields in the body. A value sets a header and null removes it; a list of names keeps those ' +
        'headers, as they were read. Disabling a webhook cancels its pending deliveries.',
      params: IdParams,
      headers: IfMatch,
      body: WebhookChangesBody,
      response: { 200: DataResponse(WebhookShape) },
      responseHeaders: ETAG_HEADER,
      refusals: [409, 412],
    }),
    async (request, reply) => {
      const { name, version, ...rest } = request.body
      const changes = name === undefined ? rest : { ...rest, name: name.trim() }
      const id = Number(request.params.id)
      const edit = { ...changing(request), ...(version === undefined ? {} : { version }) }
      const webhook = await changeWebhook(db, id, changes, webhooks.protection, edit)
      return withEtag(reply, webhook.version).send(ok(webhook))
    },
  )

  server.delete(
    '/api/admin/webhooks/:id',
    endpoint('admin', 'site', forPrograms('deleteWebhook', 'Webhooks', 'Delete a webhook and its log'), {
      params: IdParams,
      headers: IfMatch,
      response: { 200: DataResponse(Type.Null()) },
      refusals: [412],
    }),
    async (request) => {
      await deleteWebhook(db, Number(request.params.id), changing(request))
      return ok(null)
    },
  )

  server.post(
    '/api/admin/webhooks/:id/secret',
    endpoint('admin', 'site', forPrograms('rotateWebhookSecret', 'Webhooks', 'Rotate the secret of a webhook'), {
      description: 'Returns the new secret, only this once. The old one also signs for a day, or for the given time.',
      params: IdParams,
      headers: IfMatch,
      body: OptionalBody(RotationBody),
      response: { 200: DataResponse(WebhookWithSecret) },
      responseHeaders: ETAG_HEADER,
      refusals: [412],
    }),
    async (request, reply) => {
      const id = Number(request.params.id)
      const overlapS = request.body?.overlap_s ?? SECRET_OVERLAP_S
      const { encryptionKey } = webhooks.protection
      const webhook = await rotateWebhookSecret(db, id, overlapS, encryptionKey, changing(request))
      return withEtag(reply, webhook.version).send(ok(webhook))
    },
  )

  server.post(
    '/api/admin/webhooks/:id/test',
    endpoint('admin', 'site', forPrograms('testWebhook', 'Webhooks', 'Test a webhook'), {
      description: 'Sends webhook.test once, like any delivery, and returns the outcome.',
      params: IdParams,
      response: { 200: DataResponse(TestOutcome) },
    }),
    async (request) => ok(await webhooks.sendTest(changeBy(request), Number(request.params.id))),
  )
}
