import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { reachOf } from '../../../core/people/credentials/caller.ts'
import { DELIVERY_STATUSES, findDelivery, listDeliveries } from '../../../core/webhooks/outbox/delivery-log.ts'
import { recoverFailed, redeliver } from '../../../core/webhooks/outbox/redeliver.ts'
import { DeliveryParams, DeliveryShape, EventShape, WholeDeliveryShape } from '../../../core/webhooks/webhook-shapes.ts'
import { getWebhook } from '../../../core/webhooks/webhook-store.ts'
import { badRequest, mustExist } from '../../../platform/errors.ts'
import { pageById, pageQuery } from '../../../platform/http/pagination.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import { DataResponse, IdParams, ListResponse, OneOf, ok } from '../../../platform/http/schemas/shapes.ts'
import type { AdminContext } from './admin-context.ts'

const Moment = Type.String({ format: 'date-time' })

const DeliveryQuery = Type.Object({
  ...pageQuery,
  status: Type.Optional(OneOf(DELIVERY_STATUSES)),
  event: Type.Optional(EventShape),
  from: Type.Optional(Moment),
  to: Type.Optional(Moment),
})

const RecoveryBody = Type.Object({ since: Moment, until: Type.Optional(Moment) }, { additionalProperties: false })

const RecoveryShape = Type.Object({
  requeued: Type.Integer({ description: 'Number of deliveries that are resent' }),
  more: Type.Boolean({ description: 'Whether there are more' }),
})

/** The schema accepts leap seconds, which `Date` does not. */
function timeOf(text: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw badRequest('in_english', `${text} is not a time`)
  return time
}

const timeOrNull = (text: string | undefined): Date | null => (text === undefined ? null : timeOf(text))

/** The delivery log of a webhook, and redelivery from it. */
export const deliveryRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, { db, now }) => {
  server.get(
    '/api/admin/webhooks/:id/deliveries',
    endpoint('operator', 'site', forPrograms('listDeliveries', 'Webhooks', 'List the deliveries of a webhook'), {
      params: IdParams,
      querystring: DeliveryQuery,
      response: { 200: ListResponse(DeliveryShape) },
    }),
    async (request) => {
      const { status, event, from, to } = request.query
      const webhook = await getWebhook(db, reachOf(request), Number(request.params.id), now())
      const filter = {
        statuses: status === undefined ? null : [status],
        events: event === undefined ? null : [event],
        ...{ from: timeOrNull(from), to: timeOrNull(to) },
      }
      return pageById(request.query, 'id', (place) => listDeliveries(db, webhook.id, filter, place))
    },
  )

  server.get(
    '/api/admin/webhooks/:id/deliveries/:delivery_id',
    endpoint('operator', 'site', forPrograms('getDelivery', 'Webhooks', 'Get a delivery'), {
      description: 'With its body, its attempts, and the beginning of each response.',
      params: DeliveryParams,
      response: { 200: DataResponse(WholeDeliveryShape) },
    }),
    async (request) => {
      const { params } = request
      const { id } = await getWebhook(db, reachOf(request), Number(params.id), now())
      return ok(mustExist('Delivery', await findDelivery(db, id, Number(params.delivery_id))))
    },
  )

  server.post(
    '/api/admin/webhooks/:id/deliveries/:delivery_id/redelivery',
    endpoint('admin', 'site', forPrograms('redeliver', 'Webhooks', 'Resend a delivery'), {
      description: 'The same bytes with the same ID, with new attempts.',
      params: DeliveryParams,
      response: { 202: DataResponse(WholeDeliveryShape) },
      refusals: [409],
    }),
    async (request, reply) => {
      const [webhookId, id] = [Number(request.params.id), Number(request.params.delivery_id)]
      return reply.code(202).send(ok(await redeliver(db, webhookId, id, changeBy(request), now())))
    },
  )

  server.post(
    '/api/admin/webhooks/:id/recovery',
    endpoint('admin', 'site', forPrograms('recoverDeliveries', 'Webhooks', 'Resend failed deliveries'), {
      description: 'All failed deliveries queued in this time range, oldest first, 50 per second.',
      params: IdParams,
      body: RecoveryBody,
      response: { 202: DataResponse(RecoveryShape) },
      refusals: [409],
    }),
    async (request, reply) => {
      const range = { since: timeOf(request.body.since), until: timeOrNull(request.body.until) }
      const webhookId = Number(request.params.id)
      return reply.code(202).send(ok(await recoverFailed(db, webhookId, range, changeBy(request), now())))
    },
  )
}
