import { isNoisy } from '../../../alerts/is-noisy.ts'
import type { Preview } from '../../../rehearsal/preview-rule.ts'

const HOUR_MS = 3_600_000

export interface Summary {
  alerts: number
  /** Devices that would have had an alert. */
  devices: number
  perDay: number
  worstHour: { at: Date; alerts: number } | null
  isNoisy: boolean
}

/** What a preview of so many days comes to. */
export function summarise({ alerts }: Pick<Preview, 'alerts'>, days: number): Summary {
  const byHour = new Map<number, number>()
  for (const { triggered_at } of alerts) {
    const hour = Math.floor(triggered_at.getTime() / HOUR_MS) * HOUR_MS
    byHour.set(hour, (byHour.get(hour) ?? 0) + 1)
  }
  const [worst] = [...byHour].sort(([, one], [, other]) => other - one)
  const devices = new Set(alerts.map(({ device_id }) => device_id)).size
  return {
    alerts: alerts.length,
    devices,
    perDay: alerts.length / days,
    worstHour: worst === undefined ? null : { at: new Date(worst[0]), alerts: worst[1] },
    isNoisy: isNoisy({ alerts: alerts.length, devices }, days),
  }
}
