import Type from 'typebox'
import type { Mapping } from '../mapping/mapping.ts'
import { compileMapping } from '../mapping/read-mapped.ts'
import { NotUnderstood } from '../messages/not-understood.ts'
import { jsonParts } from './json-parts.ts'
import type { SourceFormat } from './source-format.ts'

/** Objects in which senders put their values. */
const HOLDERS = ['metrics', 'flags', 'values', 'fields', 'data', 'telemetry', 'readings', 'measurements', 'payload']

/** Names that many senders use, for messages without a mapping. What may be a voltage or bars is no battery and no signal. */
const USUAL_NAMES: Mapping = {
  device: [
    ...['device_id', 'deviceId', 'deviceID', 'dev_eui', 'devEui', 'devEUI', 'device', '/device/id', 'device_name'],
    ...['deviceName', 'sensor_id', 'sensorId', 'ident', 'imei', 'api_key', 'id', 'name'],
  ],
  label: ['device_name', 'deviceName', '/device/name', 'name'],
  model: ['model', 'device_model', 'deviceModel', '/device/model'],
  ts: ['ts', 'time', 'timestamp', 'created_at', 'published_at', 'measured_at'],
  lat: ['lat', 'latitude', '/location/lat', '/location/latitude', '/position/lat', '/position/latitude'],
  lng: ['lng', 'lon', 'long', 'longitude', '/location/lng', '/location/lon', '/location/longitude', '/position/lng'],
  battery: {
    from: ['battery', 'battery_level', 'batteryLevel'],
    unless: 'battery > 100 or battery < 5 and battery != round(battery)',
  },
  signal: { from: ['rssi', 'RSSI', 'signal'], unless: 'rssi >= 0 or RSSI >= 0 or signal >= 0' },
  metrics: { gas_type: ['gas_type', '/metrics/gas_type'] },
  values: ['', ...HOLDERS],
}
const usual = compileMapping(USUAL_NAMES)
const usualOfEach = compileMapping({ ...USUAL_NAMES, each: '/*' })

/** JSON of any sender. Without a mapping, its values are found by usual names. */
export const jsonFormat = {
  module: 'home_infra',
  settings: Type.Object({
    /** External ID of a sender that is one device, for messages that name none. */
    device: Type.String({ maxLength: 200, default: '' }),
  }),
  mappingReads: true,
  takesQueries: true,
  // The second as ThingSpeak has it, with a query or a form.
  paths: ['', '/update'],

  split: jsonParts,

  read(part, context) {
    if (typeof part === 'string') throw new NotUnderstood('not_json')
    if (typeof part !== 'object' || part === null) throw new NotUnderstood('wrong_form')
    return (Array.isArray(part) ? usualOfEach : usual).read(part, context)
  },

  // ThingSpeak says the number of the entry; 0 would be a failure. Many sketches take nothing but 200 for success.
  stored: ({ path }) =>
    path === '/update'
      ? { status: 200, media: 'text/plain', body: '1' }
      : { status: 200, media: 'application/json', body: '{}' },
} satisfies SourceFormat
