import { ownProperty } from '../../../platform/own-property.ts'
import { objectOr } from '../messages/json-text.ts'
import type { SourceReading } from '../messages/source-message.ts'
import { putValue } from '../values/metric-keys.ts'

/** Which way across a geofence is the breach; the other way ends it. */
type BreachOn = 'exit' | 'enter'

const MOST_ALARMS = 16

/** Alarms that a module has a flag for. Source: `Position` of traccar/traccar. */
const ALARMS: Record<string, readonly [flag: string, value: boolean]> = {
  sos: ['panic_pressed', true],
  fallDown: ['fall_detected', true],
  accident: ['impact_detected', true],
  powerCut: ['power_failure', true],
  powerRestored: ['power_failure', false],
  geofence: ['geofence_breach', true],
}

/** Events besides alarms and geofences. Source: `Event` of traccar/traccar. */
const EVENTS: Record<string, readonly [flag: string, value: boolean]> = {
  ignitionOn: ['ignition', true],
  ignitionOff: ['ignition', false],
  deviceMoving: ['motion', true],
  deviceStopped: ['motion', false],
  deviceOverspeed: ['alarm_overspeed', true],
}

/**
 * Puts the flags of alarms, which are written in one text, such as `sos,lowBattery`. An alarm that no module knows has a flag
 * of its own, such as `alarm_low_battery`: most would be mistaken for another value without that word (`door`).
 */
export function putAlarms(reading: SourceReading, alarms: unknown, breachOn: BreachOn): void {
  if (typeof alarms !== 'string') return
  for (const alarm of alarms.split(',', MOST_ALARMS).map((name) => name.trim())) {
    const known = ownProperty(ALARMS, alarm)
    if (known !== undefined) putValue(reading, ...known)
    else if (!putCrossing(reading, alarm, breachOn) && alarm !== '') putValue(reading, `alarm_${alarm}`, true)
  }
}

/** Puts what an event says besides its position. */
export function putEvent(reading: SourceReading, event: Record<string, unknown>, breachOn: BreachOn): void {
  const type = typeof event.type === 'string' ? event.type : ''
  if (type === 'alarm') putAlarms(reading, objectOr(event.attributes).alarm, breachOn)
  const known = ownProperty(EVENTS, type)
  if (known !== undefined) putValue(reading, ...known)
  else putCrossing(reading, type, breachOn)
}

/** Puts the flag of a geofence. A device that crossed one on its way is outside as before. */
function putCrossing(reading: SourceReading, way: string, breachOn: BreachOn): boolean {
  if (way !== 'geofenceExit' && way !== 'geofenceEnter') return false
  putValue(reading, 'geofence_breach', way === (breachOn === 'exit' ? 'geofenceExit' : 'geofenceEnter'))
  return true
}
