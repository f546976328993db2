import Type, { type Static } from 'typebox'
import { OperatorError } from '../../platform/errors.ts'
import { NullableText } from '../../platform/http/schemas/shapes.ts'
import { PortableSite } from '../reach/site-name.ts'
import { configurationSection } from '../sites/configuration-section.ts'
import { changeDevice } from './change-device.ts'
import { AttributesShape, saveAttributes } from './device-attributes.ts'
import { NewDeviceBody, newDeviceOf } from './device-bodies.ts'
import { type NewDevice, settingShapes } from './device-settings.ts'
import { createDevice } from './device-tokens.ts'
import { type ListedSettings, listDeviceSettings } from './lists/list-devices.ts'

const { site_id: _, ...fields } = NewDeviceBody.properties
const DeviceInFile = Type.Object(
  { ...fields, site: PortableSite, enabled: Type.Optional(Type.Boolean()), attributes: Type.Optional(AttributesShape) },
  { additionalProperties: false },
)
type DeviceBody = NewDevice & { enabled: boolean; attributes: Static<typeof AttributesShape> }

/** Devices, without their tokens. Those of the demo have a command of their own. */
export const devicesInFiles = configurationSection<Static<typeof DeviceInFile>, DeviceBody>({
  kind: 'device',
  section: 'devices',
  shape: DeviceInFile,
  exportShape: Type.Object({ ...settingShapes, site: NullableText, attributes: AttributesShape }),
  isWrittenEmpty: true,
  hasNamesakes: true,
  secret: { name: 'token' },
  list: async ({ db, sites, hiddenDevices }) =>
    (await listDeviceSettings(db)).flatMap(({ id, site, ...fields }) =>
      hiddenDevices.has(id) ? [] : [{ id, name: fields.name, site: sites.isOne ? null : site, fields }],
    ),
  /** With those of the demo. */
  async exported({ db, sites }, last: ListedSettings | null, limit) {
    const devices = await listDeviceSettings(db, { afterId: last?.id ?? 0, limit })
    return devices.map((device) => ({ ...device, site: sites.isOne ? null : device.site.name }))
  },
  reader:
    ({ sites }) =>
    ({ site, enabled = true, attributes = {}, ...given }) => {
      const { site_id: _, ...device } = newDeviceOf(given)
      const site_id = sites.idOfOwned({ site }, `The device "${device.name}"`)
      const fields = { ...device, enabled, attributes }
      return { name: device.name, site_id, fields, body: { ...fields, site_id } }
    },
  check({ name }, _, changed) {
    const module = changed.find(({ field }) => field === 'module')
    if (module === undefined) return
    throw new OperatorError(`The device "${name}" is of module ${module.before}; that cannot be changed`)
  },
  async add({ body: { enabled, attributes, ...device } }, { db, by, now }) {
    const { id, token } = await createDevice(db, device, by, now)
    if (!enabled) await changeDevice(db, id, { enabled }, null, by, now)
    if (Object.keys(attributes).length > 0) await saveAttributes(db, id, attributes, by, now)
    return token
  },
  async change({ id }, { body: { site_id: _, module: _module, attributes, ...settings } }, { db, by, now }, changed) {
    const isOfAttributes = ({ field }: { field: string }) => field === 'attributes'
    if (!changed.every(isOfAttributes)) await changeDevice(db, id, settings, null, by, now)
    if (changed.some(isOfAttributes)) await saveAttributes(db, id, attributes, by, now)
  },
})
