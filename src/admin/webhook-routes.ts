import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { changeBy } from '../audit-log/record-change.ts'
import { notFound } from '../platform/errors.ts'
import { requireJsonBody } from '../platform/http/json-bodies.ts'
import { idBehind, limitOf, PageQuery, page } from '../platform/http/pages.ts'
import { operation } from '../platform/http/route-list.ts'
import {
  Answer,
  Count,
  IdParams,
  ListAnswer,
  NullableInteger,
  NullableTime,
  ok,
  Text,
  Time,
} from '../platform/http/shapes.ts'
import { MODULES } from '../vocabulary/modules.ts'
import { SEVERITIES } from '../vocabulary/severities.ts'
import { createWebhook } from '../webhooks/create-webhook.ts'
import { listDeliveries } from '../webhooks/delivery-store.ts'
import { WEBHOOK_EVENTS } from '../webhooks/webhook-events.ts'
import { hasWebhook, listWebhooks } from '../webhooks/webhook-store.ts'
import type { AdminContext } from './admin-context.ts'

const WebhookShape = Type.Object({
  id: Count,
  name: Text,
  url: Text,
  events: Type.Array(Text),
  min_severity: Text,
  modules: Type.Array(Text),
  tags: Type.Array(Text),
  enabled: Type.Boolean(),
  state: Text,
  created_at: Time,
})

const DeliveryShape = Type.Object({
  id: Count,
  message_id: Text,
  event: Text,
  status: Text,
  attempts: Type.Array(Type.Object({ n: Count, at: Text, duration_ms: Count, outcome: Text, status: NullableInteger })),
  next_attempt_at: NullableTime,
  created_at: Time,
})

const NewWebhookBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000]*\\S[^\\u0000]*$' }),
    url: Type.String({ minLength: 1, maxLength: 4_096 }),
    events: Type.Optional(Type.Array(Type.Enum([...WEBHOOK_EVENTS]), { minItems: 1, uniqueItems: true })),
    min_severity: Type.Optional(Type.Enum([...SEVERITIES])),
    modules: Type.Optional(Type.Array(Type.Enum([...MODULES]), { uniqueItems: true })),
    tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 20 })),
  },
  { additionalProperties: false },
)

export const webhookRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, api) => {
  const { db, now } = api

  server.get(
    '/api/admin/webhooks',
    {
      config: { policy: 'operator' },
      schema: {
        ...operation('listWebhooks', 'Webhooks', 'List webhooks'),
        querystring: PageQuery,
        response: { 200: ListAnswer(WebhookShape) },
      },
    },
    async (request) => {
      const limit = limitOf(request.query)
      const afterId = idBehind(request.query) ?? 0
      const webhooks = await listWebhooks(db, { afterId, limit: limit + 1 })
      return page(webhooks, limit, (webhook) => [webhook.id])
    },
  )

  server.post(
    '/api/admin/webhooks',
    {
      config: { policy: 'admin' },
      onRequest: async (request) => requireJsonBody(request),
      schema: {
        ...operation('createWebhook', 'Webhooks', 'Add a webhook'),
        body: NewWebhookBody,
        response: { 201: Answer(Type.Object({ ...WebhookShape.properties, secret: Text })) },
      },
    },
    async (request, reply) => {
      const { name, url, events = [...WEBHOOK_EVENTS], min_severity = 'info', modules = [], tags = [] } = request.body
      const webhook = { name: name.trim(), url, events, min_severity, modules, tags }
      const protection = { policy: api.addressPolicy, encryptionKey: api.encryptionKey }
      return reply.code(201).send(ok(await createWebhook(db, webhook, protection, changeBy(request), now())))
    },
  )

  server.get(
    '/api/admin/webhooks/:id/deliveries',
    {
      config: { policy: 'operator' },
      schema: {
        ...operation('listDeliveries', 'Webhooks', 'List the deliveries of a webhook'),
        params: IdParams,
        querystring: PageQuery,
        response: { 200: ListAnswer(DeliveryShape) },
      },
    },
    async (request) => {
      const limit = limitOf(request.query)
      const beforeId = idBehind(request.query) ?? Number.MAX_SAFE_INTEGER
      const webhookId = Number(request.params.id)
      if (!(await hasWebhook(db, webhookId))) throw notFound('Webhook')
      const deliveries = await listDeliveries(db, webhookId, { beforeId, limit: limit + 1 })
      return page(deliveries, limit, (delivery) => [delivery.id])
    },
  )
}
