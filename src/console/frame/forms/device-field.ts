import Type from 'typebox'
import { listDeviceNames } from '../../../core/devices/lists/list-devices.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Html } from '../../../platform/html.ts'
import { PlainText } from '../../../platform/http/schemas/shapes.ts'
import { fieldFault } from '../../../words/words.ts'
import { deviceNamed, textOfDevice } from '../formats/device-names.ts'
import { urlOf, withQuery } from '../page/addresses.ts'
import type { Reader } from '../page/reader.ts'
import { EMPTY, type FormState, field, filled } from './forms.ts'

/** What a filter's form says of a device. The address of the list has its id instead, as the API does. */
export const deviceFieldQuery = { device: Type.Optional(PlainText({ maxLength: 100 })) }

/** The text of the device that a list is about, and its name. */
export interface DeviceField {
  text: string
  names: ReadonlyMap<string, string>
}

export async function readDeviceField(db: Queryable, { reach }: Reader, id: number | null): Promise<DeviceField> {
  const [device] = id === null ? [] : await listDeviceNames(db, reach, [id])
  if (device === undefined) return { text: '', names: new Map() }
  const text = await textOfDevice(db, reach, device)
  return { text, names: new Map([[text, device.name]]) }
}

/**
 * The address with the device that was chosen, if the form was sent. `other`: the parameter for a text that is no device;
 * without it, the list stays as it is and its field says what is wrong.
 */
export async function takeDeviceField(
  db: Queryable,
  { reach, address, t }: Reader,
  sent: string | undefined,
  other?: string,
): Promise<{ to: string | null; state: FormState }> {
  if (sent === undefined) return { to: null, state: EMPTY }
  const text = sent.trim()
  const empty = [...urlOf(address).searchParams].filter(([, value]) => value === '').map(([name]) => [name, null])
  const none = { ...Object.fromEntries(empty), device: null, device_id: null, ...(other && { [other]: null }) }
  if (text === '') return { to: withQuery(address, none), state: EMPTY }
  const { id, fault } = await deviceNamed(db, reach, text)
  if (fault === null) return { to: withQuery(address, { ...none, device_id: String(id) }), state: EMPTY }
  if (other !== undefined) return { to: withQuery(address, { ...none, [other]: text }), state: EMPTY }
  return { to: null, state: { ...EMPTY, values: { device: text }, errors: { device: fieldFault(t, fault) } } }
}

/** `partOfName`: what the field holds if it is no device, where a list can be narrowed by that too. */
export function deviceField(
  { t }: Reader,
  { text, names }: DeviceField,
  { state = EMPTY, partOfName }: { state?: FormState; partOfName?: string },
): Html {
  const { device: label, hasName } = t.shared.filters
  const isPart = text === '' && partOfName !== undefined && partOfName !== ''
  const offers = {
    of: 'devices',
    isSingle: true,
    names: isPart ? new Map([[partOfName, hasName.replace('#', () => partOfName)]]) : names,
    ...(partOfName === undefined ? {} : { free: hasName }),
  } as const
  const values = { device: isPart ? partOfName : text }
  return field(
    { name: 'device', label, type: 'search', optional: true, maxlength: 100, shortcut: '/', offers },
    filled(values, state),
  )
}
