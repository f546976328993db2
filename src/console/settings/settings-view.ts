import { type Html, html } from '../../platform/html.ts'
import type { InstallationFacts } from '../../platform/installation-facts.ts'
import type { MapSettings } from '../../settings/map-source.ts'
import type { RetentionSettings } from '../../settings/settings-store.ts'
import type { ConsoleContext, Environment } from '../console-context.ts'
import { doneOf } from '../shell/done-of.ts'
import { EMPTY, type FormState } from '../shell/forms.ts'
import { shell } from '../shell/layout.ts'
import type { Visit } from '../shell/visit.ts'
import {
  aboutSection,
  backupSection,
  generalSection,
  integrationsSection,
  offlineSection,
  securitySection,
} from './facts-sections.ts'
import { mapSection } from './map-section.ts'
import { retentionSection } from './retention-section.ts'

/** The forms of the page, each with what was wrong when it was sent. */
export type SettingsForms = Record<'map' | 'retention', FormState>
export const NO_SETTINGS_FORMS: SettingsForms = { map: EMPTY, retention: EMPTY }

export interface SettingsPage {
  visit: Visit
  environment: Environment
  offlineAfterS: number
  incidents: ConsoleContext['incidents']
  publicUrl: string
  /** What somebody has chosen here; undefined where nobody has. */
  chosen: { map: MapSettings | null | undefined; retention: RetentionSettings | undefined }
  facts: InstallationFacts
  forms: SettingsForms
  /** The archives in the folder of maps of this node. */
  mapFiles: readonly string[]
  /** A source of the map that is looked at and not saved. */
  trial?: MapSettings
  done?: string | undefined
}

const SECTIONS = ['general', 'map', 'retention', 'offline', 'security', 'backup', 'integrations', 'about'] as const
type Section = (typeof SECTIONS)[number]

const CONTENTS: Record<Section, (page: SettingsPage) => Html> = {
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
  const { settings: words } = page.visit.t
  return shell(
    page.visit,
    { title: words.title, place: 'settings', scripts: page.trial === undefined ? [] : ['map'] },
    html`
    ${doneOf(words.done, page.done)}
    <div class="settings">
      <nav class="sections" aria-label="${words.sections}"><ul>${SECTIONS.map((key) => html`<li><a href="#${key}">${words[key].title}</a></li>`)}</ul></nav>
      <div class="stack">${SECTIONS.map(
        (key) =>
          html`<section class="card" id="${key}" aria-labelledby="${key}-title"><h2 id="${key}-title">${words[key].title}</h2>${CONTENTS[key](page)}</section>`,
      )}</div>
    </div>`,
  )
}
