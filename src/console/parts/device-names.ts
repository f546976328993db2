import { listDeviceNames } from '../../core/devices/lists/list-devices.ts'
import type { Reach } from '../../core/reach/reach.ts'
import type { Queryable } from '../../platform/database/database.ts'

const MOST_NAMED = 200

/** The names of devices in reach that are written as `#12`, by that text. */
export async function namesOf(db: Queryable, reach: Reach, texts: readonly string[]): Promise<Map<string, string>> {
  const ids = texts
    .flatMap((text) => (/^#[1-9]\d{0,8}$/.test(text) ? [Number(text.slice(1))] : []))
    .slice(0, MOST_NAMED)
  const devices = ids.length === 0 ? [] : await listDeviceNames(db, reach, ids)
  return new Map(devices.map(({ id, name }) => [`#${id}`, name]))
}
