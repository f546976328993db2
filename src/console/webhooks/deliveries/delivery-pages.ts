import type { FastifyPluginAsync } from 'fastify'
import type { Static } from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { findDelivery } from '../../../core/webhooks/outbox/delivery-log.ts'
import { redeliver } from '../../../core/webhooks/outbox/redeliver.ts'
import { DeliveryParams } from '../../../core/webhooks/webhook-shapes.ts'
import { getWebhook } from '../../../core/webhooks/webhook-store.ts'
import { mustExist } from '../../../platform/errors.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { idOf } from '../../frame/forms/form-fields.ts'
import { EMPTY_FORM, type FormState } from '../../frame/forms/forms.ts'
import { showPage, takeForm } from '../../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../../frame/page/reader.ts'
import { showWebhook, WebhookQuery } from '../show-webhook.ts'
import { deliveryView } from './delivery-view.ts'

/** Pages of a webhook with its deliveries, and of one delivery. */
export const deliveryPages: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  const { db, now } = context

  showPage(server, 'operator', 'site', '/webhooks/:id', {
    query: WebhookQuery,
    show: (reader, { params, query }) => showWebhook(context, reader, Number(params.id), query),
  })

  async function page(reader: Reader, params: Static<typeof DeliveryParams>, state: FormState, done?: string) {
    const webhook = await getWebhook(db, reader.reach, Number(params.id), now())
    const delivery = mustExist('Delivery', await findDelivery(db, webhook.id, Number(params.delivery_id)))
    return deliveryView({ reader, webhook, delivery, state, done })
  }

  showPage(server, 'operator', 'site', '/webhooks/:id/deliveries/:delivery_id', {
    params: DeliveryParams,
    show: (reader, { params, query }) => page(reader, params, EMPTY_FORM, query.done),
  })

  takeForm(server, 'admin', 'site', '/webhooks/:id/deliveries/:delivery_id/redelivery', {
    params: DeliveryParams,
    async submit(request) {
      const [webhookId, id] = [idOf(request), Number(request.params.delivery_id)]
      await redeliver(db, webhookId, id, changeBy(request), now())
      return `/webhooks/${webhookId}/deliveries/${id}?done=redelivered`
    },
    again: (request, state) => page(readerOf(request), request.params, state),
  })
}
