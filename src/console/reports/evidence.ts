import type { ReportRow } from '../../core/reports/report.ts'
import type { ReportKey } from '../../core/reports/report-kinds.ts'
import { deviceAddress } from '../devices/device/device-header.ts'

interface Period {
  from: Date
  to: Date
}

/** The page that shows what a row was counted from; null if there is none. */
export function evidenceOf(kind: ReportKey, { device, rule }: ReportRow, { from, to }: Period): string | null {
  const period = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() }).toString()
  if (rule !== null) return `/incidents?status=all&rule=${encodeURIComponent(rule)}&${period}`
  if (device === null) return null
  switch (kind) {
    case 'drives':
      return `${deviceAddress(device.id, 'trips')}?${period}`
    case 'visits':
      return `${deviceAddress(device.id, 'track')}?${period}`
    case 'speeding':
      return `/alerts?status=all&device_id=${device.id}&${period}`
    case 'fuel':
      return `${deviceAddress(device.id, 'history')}?metrics=fuel_level&${period}`
    default:
      return deviceAddress(device.id)
  }
}
