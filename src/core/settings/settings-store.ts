import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { MapSettings } from './map-source.ts'

/** Days; null keeps for ever. */
export interface RetentionSettings {
  readings_days: number | null
  audit_days: number | null
}

export interface Settings {
  map: MapSettings | null
  retention: RetentionSettings
}
export type SettingsKey = keyof Settings

/** What somebody has chosen in the console; undefined where nobody has. */
export async function findSetting<Key extends SettingsKey>(
  db: Queryable,
  key: Key,
): Promise<Settings[Key] | undefined> {
  const [row] = await db.query<{ value: Settings[Key] }>(sql`select value from settings where key = ${key}`)
  return row?.value
}

/** Part of another statement: the choice as jsonb, SQL null where there is none. */
export const settingSql = (key: SettingsKey): Sql => sql`(select value from settings where key = ${key})`

export const readMapSettings = async (db: Queryable, environment: MapSettings | null = null) =>
  chosen(await findSetting(db, 'map'), environment)

export const readRetention = async (db: Queryable, environment: RetentionSettings) =>
  chosen(await findSetting(db, 'retention'), environment)

/** A choice stands before what the environment says, also when it is the choice of nothing. */
const chosen = <Value>(choice: Value | undefined, environment: Value): Value =>
  choice === undefined ? environment : choice

/** The key is locked until the transaction ends, so that what was there before is what this one replaces. */
export async function lockSettings(tx: Queryable): Promise<void> {
  await tx.query(sql`lock table settings in share row exclusive mode`)
}

export async function saveSetting<Key extends SettingsKey>(
  tx: Queryable,
  key: Key,
  value: Settings[Key],
  now: Date,
): Promise<void> {
  await tx.query(sql`
    insert into settings (key, value, changed_at)
    values (${key}, ${JSON.stringify(value)}::jsonb, ${now})
    on conflict (key) do update set value = excluded.value, changed_at = excluded.changed_at`)
}

export async function forgetSetting(tx: Queryable, key: SettingsKey): Promise<void> {
  await tx.query(sql`delete from settings where key = ${key}`)
}
