import type { Module } from '../../../core/vocabulary/modules.ts'
import { badRequest, invalidField } from '../../../platform/errors.ts'
import type { TrackerMessage } from './tracker-message.ts'
import { faultyValues, numbersOf } from './tracker-values.ts'

/**
 * The reading in a message of OwnTracks; null for a message without one, such as a transition or a waypoint. The app
 * sends its next message only when the last one was accepted, so these are accepted too, and a location lacks what is
 * faulty besides its place. Throws 400.
 */
export function readingOfOwnTracks(message: unknown, module: Module): TrackerMessage | null {
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    throw badRequest('in_english', 'The body must be a message of OwnTracks')
  const { _type, tst, lat, lon, batt, vel, cog, alt, acc } = message as Record<string, unknown>
  if (_type === 'encrypted')
    throw badRequest('in_english', 'The message is encrypted: switch encryption off in the app, and use https')
  if (_type !== 'location') return null
  if (lat === undefined || lon === undefined) throw badRequest('in_english', 'The location has no lat and lon')
  for (const [name, value] of Object.entries({ lat, lon }))
    if (typeof value === 'string') throw invalidField(`/${name}`, 'wrong_type', ['number'])
  const { faults, numberIn, timeIn, positionIn } = faultyValues()
  // Speed is in km/h, heights and distances in metres.
  const metrics = {
    speed_kmh: numberIn(vel, '/vel'),
    heading: numberIn(cog, '/cog'),
    altitude: numberIn(alt, '/alt'),
    accuracy: numberIn(acc, '/acc'),
  }
  const reading = {
    module,
    ts: timeIn(tst, '/tst'),
    ...positionIn([lat, '/lat'], [lon, '/lon']),
    ...numbersOf({ battery: numberIn(batt, '/batt') }),
    metrics: numbersOf(metrics),
    flags: {},
  }
  return { reading, faults, canLack: (field) => field !== '/lat' && field !== '/lon' }
}
