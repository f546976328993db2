import { type Html, html } from '../../platform/html.ts'
import { codeBlock } from '../parts/code-block.ts'
import { card } from '../parts/page-parts.ts'
import { type FormState, form, message } from '../shell/forms.ts'
import { shell } from '../shell/layout.ts'
import type { Visit } from '../shell/visit.ts'
import { SAMPLE_MESSAGE } from './verification-snippets.ts'
import { webhookFields } from './webhook-form.ts'

export function newWebhookView(visit: Visit, state: FormState): Html {
  const { webhooks: t } = visit.t
  return shell(
    visit,
    { title: t.add, place: 'webhooks', trail: [{ name: t.title, address: '/webhooks' }] },
    html`
    <section class="card" aria-label="${t.add}">
      ${form(
        { action: '/webhooks/new', csrf: visit.csrf, label: t.add },
        html`
        ${message(state)}
        ${webhookFields(visit, null, state)}
        <button class="primary">${t.addButton}</button>`,
      )}
    </section>
    ${card(t.sample, codeBlock(SAMPLE_MESSAGE, t.sample))}`,
  )
}
