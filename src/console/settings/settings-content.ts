import type { SetUpProgress } from '../../core/escalation/set-up-progress.ts'
import type { MapFile } from '../../core/settings/map-files.ts'
import type { MapSettings } from '../../core/settings/map-source.ts'
import type { RetentionSettings, SecondFactorRule } from '../../core/settings/settings-store.ts'
import type { InstallationFacts } from '../../platform/installation-facts.ts'
import type { ConsoleContext, NodeSettings } from '../console-context.ts'
import { EMPTY_FORM, type FormState } from '../frame/forms/forms.ts'
import type { Reader } from '../frame/page/reader.ts'
import type { ConnectionsShown } from './connections/connection-form-view.ts'

/** State of the page's forms. */
export type SettingsForms = Record<'map' | 'retention' | 'secondFactor', FormState>

export const EMPTY_SETTINGS_FORMS: SettingsForms = { map: EMPTY_FORM, retention: EMPTY_FORM, secondFactor: EMPTY_FORM }

export interface SettingsPage {
  reader: Reader
  environment: NodeSettings
  offlineAfterS: number
  incidents: ConsoleContext['incidents']
  connections: ConnectionsShown
  /** Settings chosen here; undefined if not chosen. */
  chosen: { map: MapSettings | null | undefined; retention: RetentionSettings | undefined }
  secondFactor: { required: SecondFactorRule; people: { all: number; without: number } }
  /** Null: everything is done. */
  setUp: SetUpProgress | null
  facts: InstallationFacts
  forms: SettingsForms
  /** Archives in the maps folder of this node. */
  mapFiles: readonly MapFile[]
  /** A map source that is previewed but not saved. */
  trial?: MapSettings
  done?: string | undefined
}
