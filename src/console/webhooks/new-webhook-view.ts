import { type Html, html } from '../../platform/html.ts'
import { type FormState, form, formMessage } from '../frame/forms/forms.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card, codeBlock } from '../frame/parts/page-parts.ts'
import { SAMPLE_MESSAGE } from './verification-snippets.ts'
import { webhookFormFields } from './webhook-form.ts'

export function newWebhookView(reader: Reader, state: FormState): Html {
  const { webhooks: t } = reader.t
  return shell(
    reader,
    { title: t.add, place: 'webhooks', trail: [{ name: t.title, address: '/webhooks' }] },
    html`
    <section class="card" aria-label="${t.add}">
      ${form(
        { action: '/webhooks/new', csrf: reader.csrf, label: t.add },
        html`
        ${formMessage(state)}
        ${webhookFormFields(reader, null, state)}
        <button class="primary">${reader.t.webhooks.add}</button>`,
      )}
    </section>
    ${card(t.sample, codeBlock(SAMPLE_MESSAGE, t.sample))}`,
  )
}
