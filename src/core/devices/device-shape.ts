import Type, { type Static } from 'typebox'
import {
  AnyObject,
  Count,
  described,
  NullableInteger,
  NullableNumber,
  NullableText,
  NullableTime,
  OneOf,
  Time,
} from '../../platform/http/schemas/shapes.ts'
import { SiteNameShape } from '../reach/site-name.ts'
import { ModuleShape } from '../vocabulary/shapes.ts'
import { SETTINGS_EXAMPLE, settingShapes } from './device-settings.ts'

export const DEVICE_STATUSES = ['never_seen', 'online', 'offline'] as const
export type DeviceStatus = (typeof DEVICE_STATUSES)[number]

/** Latest values of a device. */
const Latest = Type.Object({
  module: ModuleShape,
  ts: described<number>(Count, 'As the device sent it'),
  at: described<string>(Time, 'Event time of the newest reading'),
  metrics: AnyObject,
  flags: AnyObject,
})

const deviceFields = {
  id: Count,
  ...settingShapes,
  site: SiteNameShape,
  status: OneOf(DEVICE_STATUSES),
  usual_interval_s: described<number | null>(
    NullableInteger,
    'How often it usually sends, learnt from its readings, at least a third of OFFLINE_AFTER_S; null until it is known',
  ),
  last_seen: described<Date | null>(NullableTime, 'When data was last received, by the clock of the service'),
  battery: NullableNumber,
  signal: NullableNumber,
  lat: NullableNumber,
  lng: NullableNumber,
  location_at: described<Date | null>(NullableTime, 'Time of the location'),
  latest: Type.Unsafe<Static<typeof Latest> | null>({ anyOf: [{ type: 'null' }, Latest] }),
  open_alerts: Type.Object({ info: Count, warning: Count, critical: Count }),
  token_hint: described<string | null>(NullableText, 'The end of the token'),
  created_at: Time,
}

const EXAMPLE = {
  id: 1,
  ...SETTINGS_EXAMPLE,
  site: { id: 1, name: 'Home' },
  status: 'online',
  usual_interval_s: 200,
  last_seen: '2026-11-21T12:20:23.640Z',
  battery: 82,
  signal: -67,
  lat: 52.379189,
  lng: 4.899431,
  location_at: '2026-11-21T12:20:23.000Z',
  latest: {
    module: 'health',
    ts: 1795263623,
    at: '2026-11-21T12:20:23.000Z',
    metrics: { spo2: 98, systolic: 118 },
    flags: { fall_detected: false },
  },
  open_alerts: { info: 0, warning: 0, critical: 1 },
  token_hint: '725e',
  created_at: '2026-11-21T12:19:35.245Z',
}

/** A device in the APIs. */
export const DeviceShape = Type.Object(deviceFields, { title: 'Device', examples: [EXAMPLE] })

const token = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Shown only this once' })
const TOKEN_EXAMPLE = '89b80fd6f82ae688a1c27b5d3e4f60718293a4b5c6d7e8f90a1b2c3d4e5f725e'

export const DeviceWithTokenShape = Type.Object(
  { ...deviceFields, token },
  { title: 'DeviceWithToken', examples: [{ ...EXAMPLE, token: TOKEN_EXAMPLE }] },
)
