import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { ConnectionKey } from './connections/connection.ts'
import type { MapSettings } from './map-source.ts'

/** Days; null keeps forever. */
export interface RetentionSettings {
  readings_days: number | null
  audit_days: number | null
}

/** The people who have to have a second factor. */
export const SECOND_FACTOR_RULES = ['nobody', 'admins', 'everybody'] as const
export type SecondFactorRule = (typeof SECOND_FACTOR_RULES)[number]

/** By connection: recognizes the value that a test succeeded with. */
type TestedConnections = Partial<Record<ConnectionKey, string>>

export interface Settings {
  map: MapSettings | null
  retention: RetentionSettings
  second_factor_required: SecondFactorRule
  tested_connections: TestedConnections
  /** Only ever dismissed: without it, the card is shown as long as a step is left. */
  set_up_card: 'dismissed'
}
export type SettingsKey = keyof Settings

/** The value chosen in the console; undefined if none was. */
export async function findSetting<Key extends SettingsKey>(
  db: Queryable,
  key: Key,
): Promise<Settings[Key] | undefined> {
  const [row] = await db.query<{ value: Settings[Key] }>(
    sql`select value from settings where key = ${key}`,
    'read_setting',
  )
  return row?.value
}

/** Part of another statement: the chosen value as jsonb, SQL null if there is none. */
export const settingSql = (key: SettingsKey): Sql => sql`(select value from settings where key = ${key})`

export const readMapSettings = async (db: Queryable, environment: MapSettings | null = null) =>
  chosen(await findSetting(db, 'map'), environment)

export const readRetention = async (db: Queryable, environment: RetentionSettings) =>
  chosen(await findSetting(db, 'retention'), environment)

export const readSecondFactorRule = async (db: Queryable): Promise<SecondFactorRule> =>
  (await findSetting(db, 'second_factor_required')) ?? 'nobody'

/** A chosen value takes precedence over the environment, even if it is null. */
const chosen = <Value>(choice: Value | undefined, environment: Value): Value =>
  choice === undefined ? environment : choice

/** Locked until the transaction ends, so that the recorded previous value is the one that is replaced. */
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

export async function forgetSetting(tx: Queryable, key: SettingsKey | ConnectionKey): Promise<void> {
  await tx.query(sql`delete from settings where key = ${key}`)
}
