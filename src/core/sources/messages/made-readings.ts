import type { Reading } from '../../telemetry/reading.ts'
import type { Module } from '../../vocabulary/modules.ts'
import type { SourceReason } from './not-understood.ts'
import type { ReadMessage } from './read-parts.ts'
import { toDeviceReading } from './to-device-reading.ts'

/** A reading that a message makes. */
export interface Made {
  externalId: string
  label: string | undefined
  reading: Reading
  /** The message says of which module it is; otherwise it is of that of its device. */
  isOfStatedModule: boolean
}

/** The readings that a message makes which came at this time (ms), if its devices are adopted, and why any is missing. Pure. */
export function madeOf(
  { gathered }: ReadMessage,
  source: { module: Module },
  at: number,
): { made: Made[]; reason: SourceReason | null } {
  let reason = gathered.find((each) => each.reason)?.reason ?? null
  const made = gathered.flatMap(({ externalId, label, reading }): Made[] => {
    if (reading === null) return []
    const whole = toDeviceReading(reading, source, at)
    if ('digest' in whole)
      return [{ externalId, label, reading: whole, isOfStatedModule: reading.module !== undefined }]
    reason ??= whole
    return []
  })
  return { made, reason }
}

/** A reading as people see it. */
export const shownReading = ({
  module,
  ts,
  lat,
  lng,
  battery,
  signal,
  metrics,
  flags,
}: Reading): Record<string, unknown> => ({
  ...{ module, ts, lat, lng, battery, signal, metrics, flags },
})
