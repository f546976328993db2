import type { Titled } from '../../vocabulary/titles.ts'

/** Devices that go offline within this long of each other may have one cause: a site without power or network. */
export const STORM_WITHIN_S = 60
/** At least this many of them are a storm … */
const FEWEST = 5
/** … if they are at least this share of the devices that could be affected. */
const LEAST_PART = 0.2
/** Announced when no further device followed for this long, so that the count is right … */
const SETTLED_AFTER_S = 5
/** … or this long after the first device in any case. */
const TOLD_AFTER_S = 30

export interface LostDevice {
  id: number
  tags: readonly string[]
  offline_at: Date
}

/** Number of devices of a site that are online or were until just now: by tag, and in all (tag null). */
export type Population = ReadonlyMap<string | null, number>

export interface Storm<Lost extends LostDevice = LostDevice> {
  /** Common tag of the devices; null if the storm is about the whole site. */
  tag: string | null
  devices: Lost[]
  population: number
}

/**
 * The storm formed by these devices of one site, all lost within the last minute; null if there is none or it may still
 * grow. Of several tags, the one that has lost most; if the site as a whole has lost enough, the whole site. Pure.
 */
export function findStorm<Lost extends LostDevice>(
  lost: readonly Lost[],
  population: Population,
  now: Date,
): Storm<Lost> | null {
  const tags = new Set(lost.flatMap(({ tags: own }) => own))
  const storms = [null, ...[...tags].sort()]
    .map((tag): Storm<Lost> => {
      const devices = tag === null ? [...lost] : lost.filter(({ tags: own }) => own.includes(tag))
      return { tag, devices, population: population.get(tag) ?? devices.length }
    })
    .filter(({ devices, population: of }) => devices.length >= FEWEST && devices.length >= LEAST_PART * of)
  const [all, ...tagged] = storms[0]?.tag === null ? storms : [null, ...storms]
  const storm = all ?? tagged.sort((one, other) => other!.devices.length - one!.devices.length)[0] ?? null
  return storm !== null && isSettled(storm.devices, now) ? storm : null
}

function isSettled(devices: readonly LostDevice[], now: Date): boolean {
  const times = devices.map(({ offline_at }) => offline_at.getTime())
  const [first, last] = [Math.min(...times), Math.max(...times)]
  return now.getTime() - last >= SETTLED_AFTER_S * 1_000 || now.getTime() - first >= TOLD_AFTER_S * 1_000
}

export function stormTitle(count: number, population: number, tag: string | null): Titled {
  const where = tag === null ? '' : ` tagged ${tag}`
  return {
    title: `${count} of ${population} devices${where} went offline`,
    title_of: { of: 'storm', count, population, tag },
  }
}

/** Most devices that a timeline entry names. */
const NAMED = 50

export function stormNames(devices: readonly { name: string }[]) {
  const names = devices.slice(0, NAMED).map(({ name }) => name)
  return { code: 'devices', names, more: devices.length - names.length } as const
}
