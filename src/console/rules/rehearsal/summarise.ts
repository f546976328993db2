import { isNoisy } from '../../../alerts/is-noisy.ts'
import type { Preview } from '../../../rehearsal/preview-rule.ts'

export interface Summary {
  alerts: number
  /** Devices that would have had an alert. */
  devices: number
  perDay: number
  worstHour: { at: Date; alerts: number } | null
  isNoisy: boolean
}

/** What a preview of so many days comes to. */
export function summarise({ alert_count: alerts, byDevice, byHour }: Preview, days: number): Summary {
  let worstHour: Summary['worstHour'] = null
  for (const [at, count] of byHour) {
    if (worstHour === null || count > worstHour.alerts) worstHour = { at: new Date(at), alerts: count }
  }
  const devices = byDevice.size
  return {
    alerts,
    devices,
    perDay: alerts / days,
    worstHour,
    isNoisy: isNoisy({ alerts, devices }, days),
  }
}
