import { devicesInFiles } from '../devices/devices-in-files.ts'
import { policiesInFiles } from '../escalation/policies-in-files.ts'
import { schedulesInFiles } from '../on-call/schedules-in-files.ts'
import { geofencesInFiles } from '../rules/geofences/geofences-in-files.ts'
import { rulesInFiles } from '../rules/rules-in-files.ts'
import type { ConfigurationSection } from '../sites/configuration-section.ts'
import { sitesInFiles } from '../sites/sites-in-files.ts'
import { sourcesInFiles } from '../sources/sources-in-files.ts'
import { statusPagesInFiles } from '../status-pages/status-pages-in-files.ts'
import { webhooksInFiles } from '../webhooks/webhooks-in-files.ts'

/** The sections of a configuration file, in which each names only records of those before. */
export const CONFIGURATION_SECTIONS: readonly ConfigurationSection[] = [
  sitesInFiles,
  devicesInFiles,
  sourcesInFiles,
  statusPagesInFiles,
  geofencesInFiles,
  rulesInFiles,
  webhooksInFiles,
  schedulesInFiles,
  policiesInFiles,
]
