import Type from 'typebox'
import { AnyObject } from '../../../platform/http/schemas/shapes.ts'

/** Shapes of foreign messages in the reference; `owntracks.ts` and `osmand.ts` parse them. */
export const OwnTracksMessage = Type.Object(
  { _type: Type.String(), lat: Type.Number(), lon: Type.Number(), tst: Type.Integer() },
  {
    additionalProperties: true,
    examples: [{ _type: 'location', lat: 48.85833, lon: 2.29513, tst: 1795263622, vel: 61, cog: 271, batt: 67 }],
  },
)

export const TraccarLocation = Type.Object(
  { device_id: Type.String({ description: 'The token' }), location: AnyObject },
  {
    examples: [
      {
        location: {
          timestamp: '2026-11-21T12:20:22.000Z',
          coords: { latitude: 48.85833, longitude: 2.29513, accuracy: 5, speed: 16.9, heading: 271, altitude: 167 },
          battery: { level: 0.67, is_charging: false },
        },
        device_id: '89b80fd6f82ae688a1c27b5d3e4f60718293a4b5c6d7e8f90a1b2c3d4e5f725e',
      },
    ],
  },
)

export const LocationParameters = Type.Object({
  lat: Type.Optional(Type.String()),
  lon: Type.Optional(Type.String()),
})
