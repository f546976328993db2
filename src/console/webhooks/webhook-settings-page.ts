import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { reachOf } from '../../core/people/credentials/caller.ts'
import { changeWebhook, deleteWebhook, rotateWebhookSecret } from '../../core/webhooks/change-webhook.ts'
import { getWebhook } from '../../core/webhooks/webhook-store.ts'
import { invalidField } from '../../platform/errors.ts'
import type { IdParams } from '../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../console-context.ts'
import { idOf } from '../frame/forms/form-fields.ts'
import type { FormState } from '../frame/forms/forms.ts'
import { type RequestTo, showPage, takeForm } from '../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../frame/page/reader.ts'
import { secretView } from './secret-view.ts'
import { atFields, isPreview, sentForm, settingsIn, WebhookForm } from './webhook-form.ts'
import { NO_SETTINGS_FORMS, type WebhookForms, webhookSettingsView } from './webhook-settings-view.ts'

/** Settings of a webhook: events, format, secret, deletion. */
export const webhookSettingsPage: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  const { db, now, webhooks } = context
  const changing = (request: FastifyRequest, versions: number[] | null = null) => ({
    by: changeBy(request),
    versions,
    now: now(),
  })
  const page = async (reader: Reader, id: number, forms: WebhookForms, done?: string) =>
    webhookSettingsView(reader, await getWebhook(db, reader.reach, id, now()), forms, done)
  const again = (form: keyof WebhookForms) => (request: RequestTo<typeof IdParams>, state: FormState) =>
    page(readerOf(request), idOf(request), { ...NO_SETTINGS_FORMS, [form]: state })

  showPage(server, 'admin', 'site', '/webhooks/:id/settings', {
    show: (reader, { params, query }) => page(reader, Number(params.id), NO_SETTINGS_FORMS, query.done),
  })

  takeForm(server, 'admin', 'site', '/webhooks/:id/settings', {
    body: WebhookForm,
    async submit(request, fields) {
      const id = idOf(request)
      if (isPreview(fields)) return again('settings')(request, sentForm(fields))
      const { settings, options, headers } = settingsIn(fields)
      const versions = fields.version === undefined ? null : [Number(fields.version)]
      // Empty fields keep their value: the values are not shown, so nobody could submit them again.
      const format_options = Object.keys(options).length === 0 ? {} : { format_options: options }
      const changes = { ...settings, ...format_options, headers }
      await changeWebhook(db, id, changes, webhooks.protection, changing(request, versions))
      return `/webhooks/${id}?done=saved`
    },
    again: (request, state) => again('settings')(request, atFields(state)),
  })

  takeForm(server, 'admin', 'site', '/webhooks/:id/secret', {
    body: Type.Object({ overlap_s: Type.Enum(['0', '3600', '86400', '604800']) }),
    async submit(request, { overlap_s }) {
      const id = idOf(request)
      const { encryptionKey } = webhooks.protection
      const rotated = await rotateWebhookSecret(db, id, Number(overlap_s), encryptionKey, changing(request))
      return secretView(readerOf(request), rotated)
    },
    again: again('secret'),
  })

  takeForm(server, 'admin', 'site', '/webhooks/:id/deletion', {
    body: Type.Object({ confirmation: Type.String({ maxLength: 200 }) }),
    async submit(request, { confirmation }) {
      const { id, name, version } = await getWebhook(db, reachOf(request), idOf(request), now())
      if (confirmation.trim() !== name) throw invalidField('/confirmation', 'not_its_name')
      await deleteWebhook(db, id, changing(request, [version]))
      return '/webhooks?done=deleted'
    },
    again: again('deletion'),
  })
}
