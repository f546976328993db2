import type { Module } from '../../../core/vocabulary/modules.ts'
import { badRequest } from '../../../platform/errors.ts'
import { numbersOf } from './tracker-values.ts'

/**
 * The reading in a message of OwnTracks; null for a message without one, such as a transition or a waypoint. The app
 * sends its next message only when the last one was accepted, so these are accepted too. Throws 400.
 */
export function readingOfOwnTracks(message: unknown, module: Module): object | null {
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    throw badRequest('in_english', 'The body must be a message of OwnTracks')
  const { _type, tst, lat, lon, batt, vel, cog, alt, acc } = message as Record<string, unknown>
  if (_type === 'encrypted')
    throw badRequest('in_english', 'The message is encrypted: switch encryption off in the app, and use https')
  if (_type !== 'location') return null
  if (lat === undefined || lon === undefined) throw badRequest('in_english', 'The location has no lat and lon')
  // Speed is in km/h, heights and distances in metres.
  return {
    module,
    ts: tst,
    lat,
    lng: lon,
    battery: batt,
    metrics: numbersOf({ speed_kmh: vel, heading: cog, altitude: alt, accuracy: acc }),
  }
}
