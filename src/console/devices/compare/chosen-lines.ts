import { urlOf } from '../../frame/page/addresses.ts'

const MOST_LINES = 8
/** A chart has an axis at each side. */
const MOST_UNITS = 2

/** A metric of a device. In addresses: `12:temperature`. */
export interface LineChoice {
  deviceId: number
  metric: string
}

export const wordOf = ({ deviceId, metric }: LineChoice): string => `${deviceId}:${metric}`

/** The different lines of `12:temperature,13:humidity`, at most eight. Pure. */
export function chosenLines(series = ''): LineChoice[] {
  const found = [...new Set(series.split(','))].flatMap((word) => {
    const [, id, metric] = /^([1-9]\d{0,8}):([a-z][a-z0-9_]{0,63})$/.exec(word) ?? []
    return id === undefined || metric === undefined ? [] : [{ deviceId: Number(id), metric }]
  })
  return found.slice(0, MOST_LINES)
}

/** The first lines that have one of two units together. Pure. */
export function withTwoUnits<Line extends { unit: string }>(lines: readonly Line[]): Line[] {
  const first = [...new Set(lines.map(({ unit }) => unit))].slice(0, MOST_UNITS)
  return lines.filter(({ unit }) => first.includes(unit))
}

type LineObstacle = 'full' | 'twoUnits'

/** Why a line with this unit cannot be added to lines with these; null if it can. Pure. */
export function obstacleTo(unit: string, units: readonly string[]): LineObstacle | null {
  if (units.length >= MOST_LINES) return 'full'
  return new Set([...units, unit]).size > MOST_UNITS ? 'twoUnits' : null
}

/** The page that compares these metrics of a device with others, in the range of a page. */
export function compareAddress(address: string, deviceId: number, metrics: readonly string[]): string {
  const { searchParams } = urlOf(address)
  const range = ['range', 'from', 'to'].flatMap((name) => {
    const value = searchParams.get(name)
    return value === null ? [] : [[name, value]]
  })
  const series = metrics.slice(0, MOST_LINES).map((metric) => wordOf({ deviceId, metric }))
  return `/compare?${new URLSearchParams([['series', series.join()], ...range])}`
}
