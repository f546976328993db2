import sql from 'sql-template-tag'
import { readSeries } from '../../telemetry/series/read-series.ts'
import { fuelUseOf } from '../fuel-use.ts'
import type { ReportKind } from '../report.ts'
import { listReportDevices, rowOfDevice } from '../report-devices.ts'

const METRIC = 'fuel_level'
const MOST_DEVICES = 100
/** One in twenty minutes of a month. */
const POINTS = 2_000

/** How much each device used of its tank, and how much was filled in. */
export const FUEL: ReportKind = {
  columns: [
    { name: 'used', amount: 'level', total: null },
    { name: 'refills', amount: 'count', total: 'sum' },
    { name: 'filled', amount: 'level', total: null },
    { name: 'lowest', amount: 'level', total: 'least' },
    { name: 'last', amount: 'level', total: null },
  ],
  main: 'used',
  mostDays: 92,
  async read(db, scope) {
    const { devices, isCut } = await listReportDevices(db, scope, sql`s.metrics ? ${METRIC}`, MOST_DEVICES)
    const rows = []
    for (const device of devices) {
      const { from, to } = scope
      const { points } = await readSeries(db, { deviceId: device.id, metric: METRIC, from, to, points: POINTS })
      const use = fuelUseOf(points.map((point) => ('value' in point ? point.value : point.avg)))
      if (use === null) continue
      rows.push({ ...rowOfDevice(device), values: [use.used, use.refills, use.filled, use.lowest, use.last], at: null })
    }
    return { rows, isCut }
  },
}
