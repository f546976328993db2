import type { Module } from '../../vocabulary/modules.ts'
import type { DeviceRecord } from '../lists/list-devices.ts'

/** Slower than a walk: what receivers of positions report of something that stands. */
const MOVING_FROM_KMH = 3

export interface Motion {
  state: 'moving' | 'stopped'
  speed_kmh: number
  /** Degrees from north; null when it was not told, or says nothing since it stands. */
  heading: number | null
}

const MOVES: readonly Module[] = ['vehicle', 'fleet']

/** Whether a device that moves about does so now; null where that cannot be said: it is silent, or tells no speed. */
export function motionOf({
  module,
  status,
  latest,
}: Pick<DeviceRecord, 'module' | 'status' | 'latest'>): Motion | null {
  if (!MOVES.includes(module) || status !== 'online') return null
  const { speed_kmh, heading } = latest?.metrics ?? {}
  if (typeof speed_kmh !== 'number') return null
  if (speed_kmh < MOVING_FROM_KMH) return { state: 'stopped', speed_kmh, heading: null }
  return { state: 'moving', speed_kmh, heading: typeof heading === 'number' ? heading : null }
}
