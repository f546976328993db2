import { type Html, html } from '../../platform/html.ts'
import { doneOf } from '../frame/forms.ts'
import { shell } from '../frame/layout.ts'
import { connectionSection } from './connections/connection-section.ts'
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
import { retentionSection } from './retention-section.ts'
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

export function settingsView(page: SettingsPage): Html {
  const { settings: words } = page.reader.t
  const titles = { ...words, ...words.connections }
  return shell(
    page.reader,
    { title: words.title, place: 'settings', scripts: page.trial === undefined ? ['upload'] : ['upload', 'map'] },
    html`
    ${doneOf(words.done, page.done)}
    <div class="settings">
      <nav class="sections" aria-label="${words.sections}"><ul>${SECTIONS.map((key) => html`<li><a href="#${key}">${titles[key].title}</a></li>`)}</ul></nav>
      <div class="stack">${SECTIONS.map(
        (key) =>
          html`<section class="card" id="${key}" aria-labelledby="${key}-title"><h2 id="${key}-title">${titles[key].title}</h2>${CONTENTS[key](page)}</section>`,
      )}</div>
    </div>`,
  )
}
