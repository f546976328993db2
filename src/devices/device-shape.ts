import Type from 'typebox'
import {
  AnyObject,
  Count,
  NullableInteger,
  NullableNumber,
  NullableText,
  NullableTime,
  Text,
  Time,
} from '../platform/http/shapes.ts'

/** A device as the APIs show it. */
export const DeviceShape = Type.Object({
  id: Count,
  name: Text,
  module: Text,
  status: Text,
  enabled: Type.Boolean(),
  tags: Type.Array(Text),
  notes: Text,
  expected_interval_s: NullableInteger,
  offline_after_s: NullableInteger,
  last_seen: NullableTime,
  battery: NullableNumber,
  signal: NullableNumber,
  lat: NullableNumber,
  lng: NullableNumber,
  location_at: NullableTime,
  latest: Type.Unsafe<Record<string, unknown> | null>({
    anyOf: [
      { type: 'null' },
      Type.Object({ module: Text, ts: Type.Integer(), at: Text, metrics: AnyObject, flags: AnyObject }),
    ],
  }),
  open_alerts: Type.Object({ info: Count, warning: Count, critical: Count }),
  token_hint: NullableText,
  created_at: Time,
})
