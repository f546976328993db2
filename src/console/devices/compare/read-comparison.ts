import { type DeviceRecord, listDevicesWithIds } from '../../../core/devices/lists/list-devices.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { ChartData } from '../../frame/charts/chart-data.ts'
import { deviceLine, metricsOf } from '../../frame/charts/device-charts.ts'
import { deviceMarks } from '../../frame/charts/device-marks.ts'
import type { ChartMark } from '../../frame/charts/marks.ts'
import type { TimeRange } from '../../frame/lists/time-range.ts'
import { type Reader, readerOfDevice } from '../../frame/page/reader.ts'
import { type LineChoice, withTwoUnits } from './chosen-lines.ts'

/** Points of all lines together, and of one. */
const POINTS = 1_600
const POINTS_OF_LINE = 400
const MOST_MARKS = 30

export interface ComparedLine {
  choice: LineChoice
  device: DeviceRecord
  /** Name of the metric. */
  metric: string
  data: ChartData
}

export interface Comparison {
  lines: ComparedLine[]
  /** Lines without an axis, since the others have two units. */
  leftOut: number
  marks: ChartMark[]
}

/** The chosen lines over a range. Those of devices out of reach, and metrics that a device has never sent, are absent. */
export async function readComparison(
  db: Queryable,
  reader: Reader,
  chosen: readonly LineChoice[],
  range: TimeRange,
  offlineAfterS: number,
): Promise<Comparison> {
  const found = await listDevicesWithIds(db, reader.reach, [...new Set(chosen.map(({ deviceId }) => deviceId))])
  const devices = new Map<number, DeviceRecord>(found.map((device) => [device.id, device]))
  const known = chosen.flatMap((choice) => {
    const device = devices.get(choice.deviceId)
    if (device === undefined || !metricsOf(device).includes(choice.metric)) return []
    const ofDevice = readerOfDevice(reader, device.metrics)
    return [{ choice, device, reader: ofDevice, unit: ofDevice.format.scaleOf(choice.metric).unit }]
  })
  const drawn = withTwoUnits(known)
  const points = Math.min(POINTS_OF_LINE, Math.floor(POINTS / Math.max(1, drawn.length)))
  const lines = await Promise.all(
    drawn.map(async ({ choice, device, reader: ofDevice }, place) => {
      const request = { device, range, points, offlineAfterS }
      const line = await deviceLine(db, ofDevice, choice.metric, place + 1, request)
      const data = { ...line, key: `${device.id}-${line.key}`, name: `${line.name}, ${device.name}` }
      return { choice, device, metric: line.name, data }
    }),
  )
  return { lines, leftOut: known.length - drawn.length, marks: await marksOf(db, reader, lines, range) }
}

async function marksOf(
  db: Queryable,
  reader: Reader,
  lines: readonly ComparedLine[],
  range: TimeRange,
): Promise<ChartMark[]> {
  const devices = [...new Set(lines.map(({ device }) => device))]
  const all = await Promise.all(
    devices.map(async ({ id, name }) => {
      const marks = await deviceMarks(db, reader, id, range)
      return devices.length === 1 ? marks : marks.map((mark) => ({ ...mark, text: `${name} · ${mark.text}` }))
    }),
  )
  return all
    .flat()
    .sort((one, other) => one.at - other.at)
    .slice(-MOST_MARKS)
}
