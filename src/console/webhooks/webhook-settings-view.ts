import type { WebhookRecord } from '../../core/webhooks/webhook.ts'
import { type Html, html } from '../../platform/html.ts'
import { choice, doneOf, EMPTY_FORM, type FormState, field, form, formMessage } from '../frame/forms/forms.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card, dangerZone } from '../frame/parts/page-parts.ts'
import { verificationCard } from './secret-view.ts'
import { webhookFormFields } from './webhook-form.ts'
import { webhookTrail } from './webhook-state.ts'

/** State of the page's forms. */
export type WebhookForms = Record<'settings' | 'secret' | 'deletion', FormState>
export const EMPTY_WEBHOOK_FORMS: WebhookForms = { settings: EMPTY_FORM, secret: EMPTY_FORM, deletion: EMPTY_FORM }

export function webhookSettingsView(
  reader: Reader,
  webhook: WebhookRecord,
  forms: WebhookForms,
  done: string | undefined,
): Html {
  const { t, csrf } = reader
  const { webhooks: words } = t
  const { id, name } = webhook
  return shell(
    reader,
    {
      title: t.shared.places.settings,
      place: 'webhooks',
      trail: webhookTrail(t, webhook),
    },
    html`
    ${doneOf(words.done, done)}
    ${card(
      t.shared.places.settings,
      form(
        { action: `/webhooks/${id}/settings`, csrf, label: t.shared.places.settings },
        html`
        ${formMessage(forms.settings)}
        ${webhookFormFields(reader, webhook, forms.settings)}
        <button class="primary">${t.shared.save}</button>`,
      ),
    )}
    ${secretCard(reader, webhook, forms.secret)}
    ${verificationCard(reader)}
    ${dangerZone(
      words.danger,
      html`
      <p>${words.dangerHint}</p>
      ${form(
        { action: `/webhooks/${id}/deletion`, csrf, label: words.danger },
        html`
        ${formMessage(forms.deletion)}
        ${field({ name: 'confirmation', label: words.dangerName(name), autocomplete: 'off' }, withFault(forms.deletion, words.dangerFault))}
        <button class="danger">${words.delete}</button>`,
      )}`,
    )}`,
  )
}

const withFault = (state: FormState, text: string): FormState =>
  state.errors.confirmation === undefined ? state : { ...state, errors: { confirmation: text } }

function secretCard({ t, csrf, format }: Reader, { id, old_secret_until }: WebhookRecord, state: FormState): Html {
  const { webhooks: words } = t
  const options = ['86400', '604800', '3600', '0'].map((value) => ({
    value,
    text: words.overlaps[value as keyof typeof words.overlaps],
  }))
  return card(
    words.secret,
    html`
    <p>${words.secretHint}</p>
    ${old_secret_until === null ? null : html`<p>${words.oldUntil} ${format.at(old_secret_until)}.</p>`}
    ${form(
      { action: `/webhooks/${id}/secret`, csrf, label: words.rotate },
      html`
      ${formMessage(state)}
      ${choice({ name: 'overlap_s', label: words.overlap, hint: words.rotateHint, options, chosen: '86400' }, state)}
      <button>${t.webhooks.rotate}</button>`,
    )}`,
  )
}
