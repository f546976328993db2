import sql from 'sql-template-tag'
import Type, { type Static } from 'typebox'
import type { Queryable } from '../../../platform/database/database.ts'
import { NameText } from '../../../platform/http/schemas/shapes.ts'
import { LANGUAGES } from '../../../words/words.ts'

/** Columns of the list of devices, beside the name. */
export const DEVICE_COLUMNS = [
  'status',
  'module',
  'reading',
  'battery',
  'signal',
  'last_seen',
  'alerts',
  'day',
  'place',
  'created_at',
  'id',
] as const
export type DeviceColumn = (typeof DEVICE_COLUMNS)[number]
export const FILTERED_LISTS = ['alerts', 'incidents'] as const
/** Most saved filters per list; they are shown above it. */
export const MOST_SAVED_FILTERS = 20

/** A filtered list saved under a name. */
export const SavedFilterShape = Type.Object(
  {
    list: Type.Enum([...FILTERED_LISTS]),
    name: NameText({ maxLength: 40 }),
    query: Type.String({ maxLength: 1_000, pattern: '^\\?[\\x21-\\x7e]+$' }),
  },
  { additionalProperties: false },
)
export type SavedFilter = Static<typeof SavedFilterShape>

/** Display preferences. Stored data stays in SI units and UTC. */
export const PreferencesShape = Type.Object(
  {
    theme: Type.Enum(['system', 'light', 'dark']),
    density: Type.Enum(['comfortable', 'compact']),
    language: Type.Enum([...LANGUAGES]),
    /** An IANA name; null until the browser has sent its own. */
    zone: Type.Union([Type.Null(), Type.String({ minLength: 1, maxLength: 64 })]),
    times: Type.Enum(['relative', 'absolute']),
    temperature: Type.Enum(['°C', '°F']),
    speed: Type.Enum(['km/h', 'mph']),
    length: Type.Enum(['m', 'ft']),
    glucose: Type.Enum(['mg/dL', 'mmol/L']),
    shortcuts: Type.Boolean(),
    sound: Type.Boolean(),
    /** Whether the notice that nobody can be notified is hidden. */
    hides_unreachable: Type.Boolean(),
    /** The same of the notice that no message reaches this person. */
    hides_unreached: Type.Boolean(),
    device_columns: Type.Array(Type.Enum([...DEVICE_COLUMNS]), { maxItems: DEVICE_COLUMNS.length }),
    saved_filters: Type.Array(SavedFilterShape, { maxItems: FILTERED_LISTS.length * MOST_SAVED_FILTERS }),
  },
  { additionalProperties: false },
)
export type Preferences = Static<typeof PreferencesShape>

export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  density: 'comfortable',
  language: 'en',
  zone: null,
  times: 'relative',
  temperature: '°C',
  speed: 'km/h',
  length: 'm',
  glucose: 'mg/dL',
  shortcuts: true,
  sound: false,
  hides_unreachable: false,
  hides_unreached: false,
  device_columns: ['status', 'reading', 'battery', 'signal', 'last_seen', 'alerts', 'day'],
  saved_filters: [],
}

/** Whether this is a known time zone. */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== null
  } catch {
    return false
  }
}

/** Changes the given preferences and leaves the others. */
export async function savePreferences(db: Queryable, userId: number, changed: Partial<Preferences>): Promise<void> {
  await db.query(sql`
    update users set preferences = preferences || ${JSON.stringify(changed)}::jsonb where id = ${userId}`)
}
