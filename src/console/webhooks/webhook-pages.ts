import type { FastifyPluginAsync } from 'fastify'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { createWebhook } from '../../core/webhooks/create-webhook.ts'
import { readHealth } from '../../core/webhooks/outbox/webhook-health.ts'
import { listWebhooks } from '../../core/webhooks/webhook-store.ts'
import type { ConsoleContext } from '../console-context.ts'
import { EMPTY } from '../frame/forms/forms.ts'
import { chosenSite } from '../frame/forms/site-field.ts'
import { showPage, takeForm } from '../frame/page/pages-and-forms.ts'
import { readerOf } from '../frame/page/reader.ts'
import { deliveryPages } from './deliveries/delivery-pages.ts'
import { newWebhookView } from './new-webhook-view.ts'
import { secretView } from './secret-view.ts'
import { webhookActions } from './webhook-actions.ts'
import { atFields, isPreview, sentForm, settingsIn, WebhookForm } from './webhook-form.ts'
import { webhookSettingsPage } from './webhook-settings-page.ts'
import { webhooksView } from './webhooks-view.ts'

/** High enough for all: there are at most a hundred. */
const ALL = { afterId: 0, limit: 1_000 }

/** The list of webhooks, and the form for a new one. */
export const webhookPages: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  const { db, now, webhooks } = context

  showPage(server, 'operator', 'site', '/webhooks', {
    async show(reader, { query }) {
      const [all, health] = await Promise.all([listWebhooks(db, reader.listed, ALL, now()), readHealth(db, now())])
      return webhooksView(reader, all, health, query.done)
    },
  })

  showPage(server, 'admin', 'site', '/webhooks/new', { show: async (reader) => newWebhookView(reader, EMPTY) })

  takeForm(server, 'admin', 'site', '/webhooks/new', {
    body: WebhookForm,
    async submit(request, fields, reply) {
      if (isPreview(fields)) return newWebhookView(readerOf(request), sentForm(fields))
      const { settings, options: format_options, headers } = settingsIn(fields)
      const wanted = { ...settings, site_id: chosenSite(fields), format_options, headers }
      const created = await createWebhook(db, wanted, webhooks.protection, changeBy(request), now())
      reply.code(201)
      return secretView(readerOf(request), created)
    },
    again: async (request, state) => newWebhookView(readerOf(request), atFields(state)),
  })

  await server.register(webhookSettingsPage, context)
  await server.register(webhookActions, context)
  await server.register(deliveryPages, context)
}
