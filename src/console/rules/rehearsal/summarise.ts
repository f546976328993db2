import type { Preview } from '../../../core/rehearsal/preview/preview-rule.ts'
import { isNoisy } from '../../../core/rules/editing/is-noisy.ts'

const DAY_S = 86_400
const MOST = 0.5

export interface Summary {
  alerts: number
  /** Devices with alerts. */
  devices: number
  perDay: number
  worstHour: { at: Date; alerts: number } | null
  isNoisy: boolean
  /** Whether alerts would be open most of the time on the affected devices. */
  isLasting: boolean
}

type SummedUp = Pick<Preview, 'alert_count' | 'byDevice' | 'byHour' | 'firing_s'>

/** Sums up a preview of `days` days. */
export function summarise({ alert_count: alerts, byDevice, byHour, firing_s }: SummedUp, days: number): Summary {
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
    isLasting: firing_s > MOST * devices * days * DAY_S,
  }
}
