import { RequestError } from '../../../platform/errors.ts'
import type { Device } from '../../devices/device.ts'
import { checkedReading } from '../../telemetry/checked-reading.ts'
import { MAX_KEYS, type Reading, toReading } from '../../telemetry/reading.ts'
import { timestamp } from '../../telemetry/values.ts'
import type { SourceReason } from './not-understood.ts'
import type { SourceReading } from './source-message.ts'

/**
 * The reading of a device, or why no reading can hold it. One that says no time is of the time of receipt (ms). Pure.
 */
export function toDeviceReading(
  source: SourceReading,
  device: Pick<Device, 'module'>,
  receivedAt: number,
): Reading | SourceReason {
  const { module = device.module, ts = receivedAt, metrics, flags, ...rest } = source
  const body = { module, ts: timestamp(ts), ...rest, metrics: firstOf(metrics), flags: firstOf(flags) }
  try {
    return toReading(checkedReading(body), receivedAt)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const at = error.errors?.[0]?.field
    return { code: 'bad_value', ...(at === undefined ? {} : { at }) }
  }
}

function firstOf<Value>(values: Record<string, Value>): Record<string, Value> {
  const entries = Object.entries(values)
  return entries.length > MAX_KEYS ? Object.fromEntries(entries.slice(0, MAX_KEYS)) : values
}
