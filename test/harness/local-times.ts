import { hoursAt, type Schedule } from '../../src/core/conditions/schedule.ts'
import { handoverOf } from '../../src/core/on-call/rotation.ts'
import { momentOf } from '../../src/platform/wall-clock.ts'
import { WEEKDAYS, type Weekly, weeklyWindowAt } from '../../src/platform/weekly-windows.ts'
import { answersOf, later, type Minutes, minutesAround, threeOf } from './every-minute.ts'

const DAY_MS = 86_400_000
const CLOCK = 'YYYY-MM-DDT'.length

/** Something that lasts from one local time to another on each day, and the moments of it near a change. */
interface Daily {
  from: string
  to: string
  zone: string
  windows: [from: number, to: number][]
}

/** The first, a middle and the last of the local times that clocks skip or show twice. */
const edgesOf = ({ skipped, twice }: Minutes): string[] => [...threeOf(skipped), ...threeOf(twice)]

/** These, and the minutes around them. */
function timesAt(minutes: Minutes): string[] {
  return [...new Set(edgesOf(minutes).flatMap((local) => [later(local, -1), local, later(local, 1)]))]
}

/**
 * Where moments of local times, weekly windows, hours of rules and hand-overs differ from what clocks show, minute by
 * minute, around a change. The minutes are those of any zone that is alike.
 */
export function differencesAt(change: number, zone: string, minutes = minutesAround(change, zone)): string[] {
  const times = timesAt(minutes)
  const differences: string[] = []
  for (const local of times) {
    const expected = answersOf(local, minutes)
    const plain = Temporal.PlainDateTime.from(local)
    for (const ofTwo of ['first', 'last'] as const) {
      const found = momentOf(plain, zone, ofTwo).getTime()
      if (found !== expected[ofTwo]) differences.push(`${zone} ${local} ${ofTwo}: ${found}, not ${expected[ofTwo]}`)
    }
    const handover = handoverAt(local, zone)
    if (handover !== expected.first) differences.push(`${zone} hand-over ${local}: ${handover}, not ${expected.first}`)
  }
  const clocks = [...new Set(edgesOf(minutes).map((local) => local.slice(CLOCK)))]
  for (const clock of clocks) {
    for (const [from, to] of [
      [clock, later(`2000-01-01T${clock}`, 90).slice(CLOCK)],
      [later(`2000-01-01T${clock}`, -90).slice(CLOCK), clock],
      [clock, clock],
      [clock, later(`2000-01-01T${clock}`, 20).slice(CLOCK)],
    ] as const) {
      const daily = { from, to, zone, windows: windowsByMinutes(from, to, change, minutes) }
      differences.push(...windowDifferences(daily, change), ...hoursDifferences(daily))
    }
  }
  return differences
}

/** The windows of the days around a change. */
function windowsByMinutes(from: string, to: string, change: number, minutes: Minutes): [number, number][] {
  const dates = [-2, -1, 0, 1, 2].map((days) => new Date(change + days * DAY_MS).toISOString().slice(0, CLOCK))
  return dates.slice(0, -1).flatMap((date): [number, number][] => {
    const end = to > from ? `${date}${to}` : later(`${date}${to}`, 1_440)
    const [first, last] = [answersOf(`${date}${from}`, minutes).first, answersOf(end, minutes).last]
    return last > first ? [[first, last]] : []
  })
}

function windowDifferences({ from, to, zone, windows }: Daily, change: number): string[] {
  const weekly: Weekly = { days: [...WEEKDAYS], from, to, time_zone: zone }
  const found: [number, number][] = []
  const until = windows.at(-1)![1]
  for (let at = windows[0]![0]; at < until; ) {
    const window = weeklyWindowAt(weekly, new Date(at))!
    found.push([window.from.getTime(), window.to.getTime()])
    at = window.to.getTime()
  }
  const expected = untouched(windows)
  return JSON.stringify(found) === JSON.stringify(expected)
    ? []
    : [`${zone} ${from}–${to} at ${new Date(change).toISOString()}: ${inWords(found)}, not ${inWords(expected)}`]
}

function handoverAt(local: string, zone: string): number {
  const [date, handover] = [local.slice(0, CLOCK - 1), local.slice(CLOCK)]
  const layer = { people: [1], start_date: date, unit: 'day', length: 1, handover } as const
  return handoverOf({ ...layer, people: [1] }, zone, 0).getTime()
}

/** Hours are on from the beginning of each window to its end, and at no other time. */
function hoursDifferences({ from, to, zone, windows }: Daily): string[] {
  const schedule: Schedule = { tz: zone, hours: [{ from, to }] }
  const [first, last] = [windows[0]![0], windows.at(-1)![1]]
  const moments = [...new Set(windows.flat().flatMap((edge) => [edge - 1, edge, edge + 1]))]
  return moments.flatMap((at) => {
    if (at < first || at >= last) return []
    const expected = windows.filter(([begin, end]) => begin <= at && at < end)
    const { isWithin, to: end } = hoursAt(schedule, at)
    const text = `${zone} hours ${from}–${to} at ${new Date(at).toISOString()}`
    if (isWithin !== expected.length > 0) return [`${text}: ${isWithin}`]
    const next = windows.flat().filter((edge) => edge > at && isWithin !== isOn(windows, edge))
    return from === to || next.length === 0 || end === next[0] ? [] : [`${text}: until ${new Date(end).toISOString()}`]
  })
}

const isOn = (windows: Daily['windows'], at: number): boolean => windows.some(([from, to]) => from <= at && at < to)

/** If windows overlap because a time occurs twice, the later one is found when the earlier one is over. */
const untouched = (windows: readonly [number, number][]): [number, number][] =>
  windows.filter(([, to], place) => windows.slice(0, place).every(([, before]) => to > before))

const inWords = (windows: readonly [number, number][]): string =>
  windows.map((window) => window.map((at) => new Date(at).toISOString().slice(0, 16)).join(' to ')).join(', ')
