import type { FastifyPluginAsync } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { changeWebhook } from '../../core/webhooks/change-webhook.ts'
import { recoverFailed } from '../../core/webhooks/outbox/redeliver.ts'
import { secondsAfter } from '../../platform/clock.ts'
import type { IdParams } from '../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../console-context.ts'
import { idOf } from '../frame/forms/form-fields.ts'
import type { FormState } from '../frame/forms/forms.ts'
import { type RequestTo, takeForm } from '../frame/page/pages-and-forms.ts'
import { readerOf } from '../frame/page/reader.ts'
import { showWebhook } from './show-webhook.ts'

const RecoveryForm = Type.Object({ within_s: Type.Enum(['3600', '86400', '604800', '2592000']) })

/** Actions with a single button on the page of a webhook. */
export const webhookActions: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  const { db, now, webhooks } = context
  const again = (request: RequestTo<typeof IdParams>, state: FormState) =>
    showWebhook(context, readerOf(request), idOf(request), {}, state)

  takeForm(server, 'admin', 'site', '/webhooks/:id/test', {
    async submit(request) {
      const id = idOf(request)
      const { delivery_id } = await webhooks.sendTest(changeBy(request), id)
      return `/webhooks/${id}?test=${delivery_id}`
    },
    again,
  })

  takeForm(server, 'admin', 'site', '/webhooks/:id/enabled', {
    body: Type.Object({ enabled: Type.Enum(['yes', 'no']) }),
    async submit(request, { enabled }) {
      const id = idOf(request)
      const changing = { by: changeBy(request), versions: null, now: now() }
      await changeWebhook(db, id, { enabled: enabled === 'yes' }, webhooks.protection, changing)
      return `/webhooks/${id}?done=${enabled === 'yes' ? 'enabled' : 'disabled'}`
    },
    again,
  })

  takeForm(server, 'admin', 'site', '/webhooks/:id/recovery', {
    body: RecoveryForm,
    async submit(request, { within_s }) {
      const id = idOf(request)
      const range = { since: secondsAfter(now(), -Number(within_s)), until: null }
      const { requeued } = await recoverFailed(db, id, range, changeBy(request), now())
      return `/webhooks/${id}?recovered=${requeued}`
    },
    again,
  })
}
