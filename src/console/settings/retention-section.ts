import { originOf } from '../../core/settings/connections/connection.ts'
import { type Html, html } from '../../platform/html.ts'
import { field, filled, form, message } from '../frame/forms.ts'
import { settingOrigin } from './setting-origin.ts'
import type { SettingsPage } from './settings-content.ts'

/** Retention of readings and audit entries. */
export function retentionSection({ reader, environment, chosen, forms }: SettingsPage): Html {
  const { t, csrf } = reader
  const { retention: words } = t.settings
  const { readings_days, audit_days } = chosen.retention ?? environment.retention
  const isDefault = environment.retention.readings_days === null && environment.retention.audit_days === null
  const shown = (days: number | null) => (days === null ? '' : String(days))
  const state = filled({ readings_days: shown(readings_days), audit_days: shown(audit_days) }, forms.retention)
  return html`
    <p>${words.hint}</p>
    ${form(
      { action: '/settings/retention', csrf, label: words.title },
      html`
      ${message(state)}
      <div class="pairs-of-fields">
        ${field({ name: 'readings_days', label: words.readings, type: 'number', min: 1, max: 36_525, unit: words.days, hint: words.forever, optional: true }, state)}
        ${field({ name: 'audit_days', label: words.audit, type: 'number', min: 366, max: 36_525, unit: words.days, hint: words.auditHint, optional: true }, state)}
      </div>
      <p class="notice warn">${words.warning}</p>
      <button class="primary">${t.shared.save}</button>`,
    )}
    ${settingOrigin(reader, 'retention', originOf(chosen.retention, isDefault))}`
}
