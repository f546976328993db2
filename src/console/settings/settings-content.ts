import type { MapSettings } from '../../core/settings/map-source.ts'
import type { RetentionSettings } from '../../core/settings/settings-store.ts'
import type { InstallationFacts } from '../../platform/installation-facts.ts'
import type { ConsoleContext, NodeSettings } from '../console-context.ts'
import { EMPTY, type FormState } from '../shell/forms.ts'
import type { Reader } from '../shell/reader.ts'

/** The forms of the page, each with what was wrong when it was sent. */
export type SettingsForms = Record<'map' | 'retention', FormState>

export const NO_SETTINGS_FORMS: SettingsForms = { map: EMPTY, retention: EMPTY }

export interface SettingsPage {
  reader: Reader
  environment: NodeSettings
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
