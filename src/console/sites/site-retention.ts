import { LONGEST_RETENTION_DAYS } from '../../core/sites/site-shapes.ts'
import type { SiteRecord } from '../../core/sites/site-store.ts'
import type { RetentionLoss } from '../../core/telemetry/storage/retention-cuts.ts'
import { type Html, html } from '../../platform/html.ts'
import { EMPTY_FORM, type FormState, field, filled, form, formMessage } from '../frame/forms/forms.ts'
import type { Reader } from '../frame/page/reader.ts'

export interface SiteRetention {
  /** Days of the installation; null: for ever. */
  installationDays: number | null
  /** Readings that the chosen days would delete, to be confirmed. */
  loss: RetentionLoss | null
}

/** How long readings of a site are kept. A shorter time is confirmed. */
export function retentionForm(
  { t, csrf }: Reader,
  site: SiteRecord,
  { installationDays, loss }: SiteRetention,
  given: FormState = EMPTY_FORM,
): Html {
  const { retention: words } = t.sites
  const state = filled({ retention_days: site.retention_days === null ? '' : String(site.retention_days) }, given)
  return form(
    { action: `/sites/${site.id}/retention`, csrf, label: t.settings.retention.title },
    html`
    ${formMessage(given)}
    <p>${words.hint}</p>
    ${field(
      {
        ...{ name: 'retention_days', label: words.days, type: 'number', min: 1, max: LONGEST_RETENTION_DAYS },
        ...{ unit: t.settings.retention.days, hint: words.empty(installationDays), optional: true },
      },
      state,
    )}
    ${
      loss === null
        ? html`<button>${words.save}</button>`
        : html`<p class="notice warn" role="alert">${words.loss(loss.readings, loss.isMore, loss.before.toISOString().slice(0, 10))}</p>
          <input type="hidden" name="confirmed" value="${state.values.retention_days ?? ''}">
          <button class="danger">${words.confirm}</button>`
    }`,
  )
}
