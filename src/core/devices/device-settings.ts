import sql, { join, raw, type Sql } from 'sql-template-tag'
import Type, { type Static, type TSchema } from 'typebox'
import { described, NameText, NullableInteger, PlainText, Text } from '../../platform/http/schemas/shapes.ts'
import { NullableDeviceIcon } from '../vocabulary/device-icons.ts'
import type { Module } from '../vocabulary/modules.ts'
import { OwnMetricsBody, OwnMetricsShape } from '../vocabulary/own-metrics.ts'
import { ModuleShape } from '../vocabulary/shapes.ts'
import { NOTATIONS, type Notation } from './setting-notations.ts'

/** A column of devices that people set: all that bodies, statements, files, commands and forms need to know of it. */
export interface DeviceSetting {
  /** The shape in which people send it. Optional if it has an initial value. */
  body: TSchema
  /** Its shape in responses. */
  shape: TSchema
  /** The value in the example of the reference. */
  example: unknown
  /** The value of a new device for which nobody gives it. */
  initial?: unknown
  /** When it can be set, if not always. */
  only?: 'new' | 'existing'
  /** The value to store for one that was sent. */
  tidy?(value: unknown): unknown
  /** How a statement gets the value, if not as it is. */
  bind?(value: unknown): Sql
  /** How it is written as text, in CSV files, forms and options of commands, if not as it is. */
  notation?: keyof typeof NOTATIONS
  /** The names of its column in CSV files, if not its own. Exports use the first. */
  csv?: readonly string[]
  /**
   * Whether the forms of devices have a field for it; `existing`: not yet when a device is added. What has no field has
   * controls of its own. Label and hint are words, found by its name.
   */
  field?: 'always' | 'existing'
  /** The option of `device add`. */
  option?: { flags: string; description: string; read?(text: string, before: unknown): unknown }
  /** It stays behind when the device is handed over to other people. */
  staysBehind?: true
}

const SECONDS = { type: ['integer', 'null'], minimum: 1, maximum: 366 * 86_400 }
const seconds = (description: string, example: number | null) =>
  Type.Optional(Type.Unsafe<number | null>({ ...SECONDS, description, examples: [example] }))

/** In the order in which files have them. */
export const DEVICE_SETTINGS = {
  name: {
    body: NameText({ maxLength: 100, examples: ['Boiler room'] }),
    shape: Text,
    example: 'Bedside monitor',
    tidy: (name: string) => name.trim(),
    field: 'always',
  },
  module: {
    body: Type.Unsafe<Module>(ModuleShape),
    shape: ModuleShape,
    example: 'health',
    only: 'new',
  },
  enabled: {
    body: Type.Optional(Type.Boolean()),
    shape: Type.Boolean({ description: 'The token of a disabled device is rejected' }),
    example: true,
    only: 'existing',
    staysBehind: true,
  },
  tags: {
    body: Type.Optional(
      Type.Array(NameText({ maxLength: 50 }), {
        maxItems: 20,
        description: 'For searching and filtering',
        examples: [['cellar']],
      }),
    ),
    shape: Type.Array(Text),
    example: ['ward 3'],
    initial: [],
    tidy: (tags: string[]) => [...new Set(tags.map((tag) => tag.trim()))],
    notation: 'tags',
    field: 'always',
    option: {
      flags: '--tag <tag>',
      description: 'a tag; may be given several times',
      read: (tag: string, before: string[] = []) => [...before, tag],
    },
  },
  notes: {
    body: Type.Optional(PlainText({ maxLength: 2_000 })),
    shape: Text,
    example: '',
    initial: '',
    notation: 'lines',
    field: 'always',
    staysBehind: true,
  },
  expected_interval_s: {
    body: seconds('Expected interval of its readings; also the longest gap for rules', 60),
    shape: described<number | null>(NullableInteger, 'Expected interval of its readings'),
    example: 60,
    initial: null,
    notation: 'seconds',
    csv: ['expected_interval_s', 'interval'],
    field: 'always',
    option: { flags: '--interval <seconds>', description: 'expected interval between readings' },
  },
  offline_after_s: {
    body: seconds('Time without data after which it is offline; default three intervals, else OFFLINE_AFTER_S', null),
    shape: described<number | null>(NullableInteger, 'Time without data after which it counts as offline'),
    example: null,
    initial: null,
    notation: 'seconds',
    csv: ['offline_after_s', 'offline_after'],
    field: 'existing',
    option: {
      flags: '--offline-after <seconds>',
      description: 'time without readings after which it counts as offline',
    },
  },
  metrics: {
    body: Type.Optional(OwnMetricsBody),
    shape: OwnMetricsShape,
    example: {},
    initial: {},
    notation: 'json',
    bind: (metrics: object) => sql`${JSON.stringify(metrics)}::json`,
    // `metrics` is the column of the latest values.
    csv: ['metric_settings'],
  },
  icon: {
    body: Type.Optional(NullableDeviceIcon),
    shape: NullableDeviceIcon,
    example: null,
    initial: null,
  },
} satisfies Record<string, DeviceSetting>

type Settings = typeof DEVICE_SETTINGS
type SettingName = keyof Settings
export type FieldName = { [Name in SettingName]: Settings[Name] extends { field: string } ? Name : never }[SettingName]
/** The names of those that can be set at this time. */
type NameFor<Time> = {
  [Name in SettingName]: Settings[Name] extends { only: infer Only } ? (Only extends Time ? Name : never) : Name
}[SettingName]
type ValuesFor<Time> = { [Name in NameFor<Time>]: Static<Settings[Name]['shape']> }

/** Settings of an existing device. */
export type DeviceSettings = ValuesFor<'existing'>
/** `site_id` null: the only site in which its creator may add one. */
export type NewDevice = ValuesFor<'new'> & { site_id: number | null }
/** All of them, of a device that is stored. */
export type StoredSettings = ValuesFor<'new' | 'existing'>

const EVERY = Object.entries(DEVICE_SETTINGS) as [SettingName, DeviceSetting][]
const settingsFor = <Time extends 'new' | 'existing'>(time: Time) =>
  EVERY.filter(([, { only = time }]) => only === time) as [NameFor<Time>, DeviceSetting][]
export const NEW_SETTINGS = settingsFor('new')
const CHANGEABLE_SETTINGS = settingsFor('existing')

export const SHOWN_SETTINGS = EVERY.filter(([, { field }]) => field !== undefined) as [FieldName, DeviceSetting][]

/** A part of each setting, by its name. */
const partOf = <Part extends keyof DeviceSetting>(part: Part, settings: readonly [SettingName, DeviceSetting][]) =>
  Object.fromEntries(settings.map(([name, setting]) => [name, setting[part]]))

/** The properties of bodies that add a device, and of those that change one. */
export const newBodies = partOf('body', NEW_SETTINGS) as { [Name in NameFor<'new'>]: Settings[Name]['body'] }
export const changeBodies = Type.Partial(
  Type.Object(partOf('body', CHANGEABLE_SETTINGS) as { [Name in NameFor<'existing'>]: Settings[Name]['body'] }),
).properties
export const settingShapes = partOf('shape', EVERY) as { [Name in SettingName]: Settings[Name]['shape'] }
export const SETTINGS_EXAMPLE = partOf('example', EVERY)
export const INITIAL_SETTINGS = partOf('initial', NEW_SETTINGS)

/** The settings as they are stored. */
export const tidied = (sent: Partial<Record<SettingName, unknown>>) =>
  Object.fromEntries(
    EVERY.filter(([name]) => name in sent).map(([name, { tidy }]) => [name, tidy?.(sent[name]) ?? sent[name]]),
  )

export const notationOf = ({ notation = 'line' }: DeviceSetting): Notation => NOTATIONS[notation]

/** Their columns in a statement. */
const columnsOf = (settings: readonly [SettingName, DeviceSetting][], table = ''): Sql =>
  raw(settings.map(([name]) => `${table}${name}`).join(', '))
const asItIs = (value: unknown): Sql => sql`${value}`
const bound = ([name, { bind = asItIs }]: [SettingName, DeviceSetting], device: object): Sql =>
  bind((device as Record<SettingName, unknown>)[name])

/** Columns of the table `d`. */
export const SETTING_COLUMNS = columnsOf(EVERY, 'd.')
export const HANDED_OVER_COLUMNS = columnsOf(EVERY.filter(([, { staysBehind }]) => staysBehind !== true))
export const INSERTED_COLUMNS = columnsOf(NEW_SETTINGS)
export const insertedValues = (device: NewDevice): Sql => join(NEW_SETTINGS.map((setting) => bound(setting, device)))
/** The `set` of an update. */
export const assignments = (device: DeviceSettings): Sql =>
  join(CHANGEABLE_SETTINGS.map((setting) => sql`${raw(setting[0])} = ${bound(setting, device)}`))
