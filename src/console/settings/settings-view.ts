import { originOf } from '../../core/settings/connections/connection.ts'
import { type Html, html } from '../../platform/html.ts'
import { doneOf, field, filled, form, formMessage } from '../frame/forms/forms.ts'
import { shell } from '../frame/page/layout.ts'
import { connectionSection, connectionState } from './connections/connection-form-view.ts'
import { SECTIONS as CONNECTIONS, type ConnectionSection } from './connections/read-connection-form.ts'
import {
  aboutSection,
  backupSection,
  generalSection,
  integrationsSection,
  offlineSection,
  securitySection,
  setUpSection,
} from './facts-sections.ts'
import { mapSection } from './map-section.ts'
import { settingOrigin } from './setting-origin.ts'
import type { SettingsPage } from './settings-content.ts'

const SECTIONS = [
  'address',
  'mail',
  'ntfy',
  'telegram',
  'heartbeat',
  'map',
  'retention',
  'offline',
  'security',
  'setUp',
  'general',
  'backup',
  'integrations',
  'about',
] as const
type Section = (typeof SECTIONS)[number]

const CONTENTS: Record<Section, (page: SettingsPage) => Html> = {
  address: connectionSection('address'),
  mail: connectionSection('mail'),
  ntfy: connectionSection('ntfy'),
  telegram: connectionSection('telegram'),
  heartbeat: connectionSection('heartbeat'),
  setUp: setUpSection,
  general: generalSection,
  map: mapSection,
  retention: retentionSection,
  offline: offlineSection,
  security: securitySection,
  backup: backupSection,
  integrations: integrationsSection,
  about: aboutSection,
}

const isConnection = (section: Section): section is ConnectionSection => CONNECTIONS.some((one) => one === section)

export function settingsView(page: SettingsPage): Html {
  const { settings: words } = page.reader.t
  const titles = { ...words, ...words.connections }
  return shell(
    page.reader,
    {
      title: page.reader.t.shared.places.settings,
      place: 'settings',
      scripts: page.trial === undefined ? ['upload'] : ['upload', 'map'],
    },
    html`
    ${doneOf(words.done, page.done)}
    <div class="settings">
      <nav class="sections" aria-label="${words.sections}"><ul>${SECTIONS.map((key) => html`<li><a href="#${key}">${titles[key].title} ${isConnection(key) ? connectionState(page, key) : null}</a></li>`)}</ul></nav>
      <div class="stack">${SECTIONS.map(
        (key) =>
          html`<section class="card" id="${key}" aria-labelledby="${key}-title"><h2 id="${key}-title">${titles[key].title}</h2>${CONTENTS[key](page)}</section>`,
      )}</div>
    </div>`,
  )
}

/** Retention of readings and audit entries. */
function retentionSection({ reader, environment, chosen, forms }: SettingsPage): Html {
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
      ${formMessage(state)}
      <div class="pairs-of-fields">
        ${field({ name: 'readings_days', label: words.readings, type: 'number', min: 1, max: 36_525, unit: words.days, hint: words.forever, optional: true }, state)}
        ${field({ name: 'audit_days', label: words.audit, type: 'number', min: 366, max: 36_525, unit: words.days, hint: words.auditHint, optional: true }, state)}
      </div>
      <p class="notice warn">${words.warning}</p>
      <button class="primary">${t.shared.save}</button>`,
    )}
    ${settingOrigin(reader, 'retention', originOf(chosen.retention, isDefault))}`
}
