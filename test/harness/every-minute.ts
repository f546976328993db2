/**
 * Clock times minute by minute, as Intl says them, to compare with the result of the service. It shares no code with
 * the service. Local times are texts such as `2027-03-28T02:30`, moments are milliseconds.
 */
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  const made = new Intl.DateTimeFormat('sv-SE', { ...options, timeZone: zone })
  formats.set(zone, made)
  return made
}

/** Swedish dates are written as in ISO 8601. */
export const shownAt = (at: number, zone: string): string => formatOf(zone).format(at).replace(' ', 'T')

/** Minutes that clocks show, as if they were in UTC. */
const minutesAt = (at: number, zone: string): number => Date.parse(`${shownAt(at, zone)}Z`) / MINUTE_MS

/** The moments between two years at which the clocks of a zone change. */
export function changesOf(zone: string, [first, last]: readonly [number, number]): number[] {
  const aheadAt = (at: number) => minutesAt(at, zone) - Math.floor(at / MINUTE_MS)
  const changes: number[] = []
  for (let day = Date.UTC(first, 0); day < Date.UTC(last + 1, 0); day += DAY_MS) {
    if (aheadAt(day) === aheadAt(day + DAY_MS)) continue
    let [before, after] = [day, day + DAY_MS]
    while (after - before > MINUTE_MS) {
      const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS
      if (aheadAt(middle) === aheadAt(day)) before = middle
      else after = middle
    }
    changes.push(after)
  }
  return changes
}

export interface Minutes {
  /** The moments at which clocks show this local time: none, one, or two. */
  momentsOf(local: string): number[]
  /** The first moment from which on clocks show a later time than this one. */
  laterThan(local: string): number
  /** The local times that are skipped, and those that occur twice. */
  skipped: string[]
  twice: string[]
}

/** The days before a change, and after it, whose minutes are looked at. */
const DAYS_AROUND = 4

/** The same for zones whose clocks show the same in all minutes around a change. */
export function alikeAround(change: number, zone: string): string {
  const days = Array.from({ length: 2 * DAYS_AROUND + 1 }, (_, day) => change + (day - DAYS_AROUND) * DAY_MS)
  return [change, ...[...days, change - MINUTE_MS].map((at) => shownAt(at, zone))].join()
}

/** All minutes around a change, some days before and after it. */
export function minutesAround(change: number, zone: string): Minutes {
  const moments = new Map<string, number[]>()
  for (let at = change - DAYS_AROUND * DAY_MS; at < change + DAYS_AROUND * DAY_MS; at += MINUTE_MS) {
    const shown = shownAt(at, zone)
    const known = moments.get(shown)
    if (known === undefined) moments.set(shown, [at])
    else known.push(at)
  }
  const skipped: string[] = []
  const all = [...moments.keys()]
  const last = Date.parse(`${all.at(-1)!}Z`)
  for (let minute = Date.parse(`${all[0]!}Z`); minute <= last; minute += MINUTE_MS) {
    const local = new Date(minute).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)
    if (!moments.has(local)) skipped.push(local)
  }
  return {
    momentsOf: (local) => moments.get(local) ?? [],
    laterThan: (local) => moments.get(all.find((shown) => shown > local)!)![0]!,
    skipped,
    twice: all.filter((shown) => moments.get(shown)!.length > 1),
  }
}

/** When something at this local time begins, or happens once, and when something that lasts until then ends. */
export function answersOf(local: string, { momentsOf, laterThan }: Minutes): { first: number; last: number } {
  const moments = momentsOf(local)
  if (moments.length === 0) return { first: laterThan(local), last: laterThan(local) }
  return { first: moments[0]!, last: moments.at(-1)! }
}

/** The first, a middle and the last of some local times. */
export const threeOf = (all: readonly string[]): string[] => [
  ...new Set(all.length === 0 ? [] : [all[0]!, all[Math.floor(all.length / 2)]!, all.at(-1)!]),
]

/** The same time of day a number of minutes later. */
export const later = (local: string, minutes: number): string =>
  new Date(Date.parse(`${local}Z`) + minutes * MINUTE_MS).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)
