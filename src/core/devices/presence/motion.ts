import { isAtRest } from '../../vocabulary/at-rest.ts'
import { DEVICE_MODULES } from '../../vocabulary/modules.ts'
import type { DeviceRecord } from '../lists/list-devices.ts'

export interface Motion {
  state: 'moving' | 'stopped'
  speed_kmh: number
  /** Degrees from north; null if unknown, or meaningless because the device stands still. */
  heading: number | null
}

/** Whether a device that can move is moving now; null if unknown: it is stale, or sends no speed. */
export function motionOf({
  module,
  status,
  latest,
}: Pick<DeviceRecord, 'module' | 'status' | 'latest'>): Motion | null {
  if (DEVICE_MODULES[module].mobility !== 'driven' || status !== 'online') return null
  const { speed_kmh, heading } = latest?.metrics ?? {}
  if (typeof speed_kmh !== 'number') return null
  // Some devices send -1 if they do not know it.
  if (speed_kmh < 0 || isAtRest({ speed_kmh })) return { state: 'stopped', speed_kmh, heading: null }
  return { state: 'moving', speed_kmh, heading: typeof heading === 'number' ? heading : null }
}
