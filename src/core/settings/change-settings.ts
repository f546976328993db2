import type { Database } from '../../platform/database/database.ts'
import { type ChangeBy, type ProvenBy, recordChange } from '../audit-log/record-change.ts'
import { checkMapSource, type MapSettings } from './map-source.ts'
import {
  findSetting,
  forgetSetting,
  lockSettings,
  type Settings,
  type SettingsKey,
  saveSetting,
} from './settings-store.ts'

/**
 * Changes a setting for all nodes; undefined resets it to the environment. Takes effect with the next page or job step.
 * Throws 400 for an invalid map source.
 */
export async function changeSetting<Key extends SettingsKey>(
  db: Database,
  key: Key,
  value: Settings[Key] | undefined,
  by: Key extends 'second_factor_required' ? ProvenBy : ChangeBy,
  now: Date,
): Promise<void> {
  if (key === 'map' && value) checkMapSource(value as MapSettings)
  await db.transaction(async (tx) => {
    await lockSettings(tx)
    const before = await findSetting(tx, key)
    if (value === undefined) await forgetSetting(tx, key)
    else await saveSetting(tx, key, value, now)
    const shown = (setting: Settings[Key] | undefined) => ({ [key]: setting ?? (setting === null ? 'none' : null) })
    await recordChange(
      tx,
      by,
      {
        action: 'settings.changed',
        subject: { type: 'settings', id: key },
        before: shown(before),
        after: shown(value),
      },
      now,
    )
  })
}
