import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { findDelivery } from '../../../core/webhooks/outbox/delivery-log.ts'
import { redeliver } from '../../../core/webhooks/outbox/redeliver.ts'
import { DeliveryParams } from '../../../core/webhooks/webhook-shapes.ts'
import { notFound } from '../../../platform/errors.ts'
import { IdParams } from '../../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { EMPTY, type FormState } from '../../shell/forms.ts'
import { type Reader, readerOf } from '../../shell/reader.ts'
import { showPage } from '../../shell/show-page.ts'
import { takeForm } from '../../shell/take-form.ts'
import { getWebhook, webhookIdOf } from '../get-webhook.ts'
import { showWebhook, WebhookQuery } from '../show-webhook.ts'
import { deliveryView } from './delivery-view.ts'

/** A webhook with its messages, and one message with all that is known of it. */
export const deliveryPages: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  const { db, now } = context
  const deliveryIdOf = ({ params }: FastifyRequest) => Number((params as { delivery_id: string }).delivery_id)

  showPage(server, {
    path: '/webhooks/:id',
    policy: 'operator',
    params: IdParams,
    query: WebhookQuery,
    show: (reader, { params, query }) => showWebhook(context, reader, Number(params.id), query),
  })

  async function page(reader: Reader, request: FastifyRequest, state: FormState, done?: string) {
    const webhook = await getWebhook(context, webhookIdOf(request))
    const delivery = await findDelivery(db, webhook.id, deliveryIdOf(request))
    if (delivery === null) throw notFound('Delivery')
    return deliveryView({ reader, webhook, delivery, state, done })
  }

  showPage(server, {
    path: '/webhooks/:id/deliveries/:delivery_id',
    policy: 'operator',
    params: DeliveryParams,
    query: Type.Object({ done: Type.Optional(Type.String({ maxLength: 40 })) }),
    show: (reader, { request, query }) => page(reader, request, EMPTY, query.done),
  })

  takeForm(server, {
    path: '/webhooks/:id/deliveries/:delivery_id/redelivery',
    policy: 'admin',
    params: DeliveryParams,
    body: Type.Object({}),
    async submit(request) {
      const [webhookId, id] = [webhookIdOf(request), deliveryIdOf(request)]
      await redeliver(db, webhookId, id, changeBy(request), now())
      return `/webhooks/${webhookId}/deliveries/${id}?done=redelivered`
    },
    again: (request, state) => page(readerOf(request), request, state),
  })
}
