import { findDevicesNamed } from '../../../core/devices/lists/find-devices-named.ts'
import { listDeviceNames } from '../../../core/devices/lists/list-devices.ts'
import type { Reach } from '../../../core/reach/reach.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { type FieldError, RequestError } from '../../../platform/errors.ts'

const MOST_NAMED = 200

/** The names of devices in reach that are written as `#12`, by that text. */
export async function namesOf(db: Queryable, reach: Reach, texts: readonly string[]): Promise<Map<string, string>> {
  const ids = texts
    .flatMap((text) => (/^#[1-9]\d{0,8}$/.test(text) ? [Number(text.slice(1))] : []))
    .slice(0, MOST_NAMED)
  const devices = ids.length === 0 ? [] : await listDeviceNames(db, reach, ids)
  return new Map(devices.map(({ id, name }) => [`#${id}`, name]))
}

const AS_ID = /^#\s*([1-9]\d{0,8})$/

/** The device of a name or of `#12`, also a deleted one of the latter; or why the text is none. */
export async function deviceNamed(
  db: Queryable,
  reach: Reach,
  text: string,
): Promise<{ id: number; fault: null } | { id: null; fault: FieldError }> {
  const id = AS_ID.exec(text)?.[1]
  const [known] = id === undefined ? [] : await listDeviceNames(db, reach, [Number(id)])
  if (known !== undefined) return { id: known.id, fault: null }
  try {
    const [found] = await findDevicesNamed(db, reach, [text])
    return { id: found!, fault: null }
  } catch (error) {
    if (!(error instanceof RequestError) || error.errors === undefined) throw error
    return { id: null, fault: error.errors[0]! }
  }
}

/** What a field says of a device: its name, or `#12` if that is not its name alone. */
export async function textOfDevice(
  db: Queryable,
  reach: Reach,
  { id, name }: { id: number; name: string },
): Promise<string> {
  const named = await deviceNamed(db, reach, name)
  return named.id === id ? name : `#${id}`
}
