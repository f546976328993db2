import { stringify } from 'yaml'
import type { Database } from '../../platform/database/database.ts'
import { CONFIGURATION_FORMAT } from '../settings/configuration-format.ts'
import { type FileContext, fileSites, writtenEntry } from '../sites/configuration-section.ts'
import { listSites } from '../sites/site-store.ts'
import { CONFIGURATION_SECTIONS } from './sections.ts'

const HEADING = `# Configuration of Tocsin: devices without their tokens, rules of people, webhooks without their secrets.
# \`tocsin config diff\` compares it with a service, \`tocsin config import\` brings it in. docs/configuration.md has more.
`

/**
 * Exports the configuration, without users and silences, as one document that stays the same until something changes.
 */
export async function exportConfiguration(db: Database, of: Asked): Promise<string> {
  const context = await fileContext(db, of)
  const document: Record<string, unknown> = { format: CONFIGURATION_FORMAT }
  for (const { section, list, isWrittenEmpty = false } of CONFIGURATION_SECTIONS) {
    const written = (await list(context)).filter(({ isCommon }) => !isCommon).map(writtenEntry)
    if (isWrittenEmpty || written.length > 0) document[section] = written
  }
  return HEADING + stringify(document, { lineWidth: 120 })
}

type Asked = Pick<FileContext, 'reach' | 'hiddenDevices' | 'now'>

export const fileContext = async (db: Database, of: Asked): Promise<FileContext> => ({
  ...of,
  db,
  sites: fileSites(await listSites(db, of.reach)),
})
