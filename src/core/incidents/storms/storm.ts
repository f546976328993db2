/** Devices that fall silent within this long of each other may have one cause: a site without power or network. */
export const STORM_WITHIN_S = 60
/** So many of them are a storm … */
const FEWEST = 5
/** … if they are at least this part of those that could have. */
const LEAST_PART = 0.2
/** Told when nobody has followed for this long, so that the number is right … */
const SETTLED_AFTER_S = 5
/** … or this long after the first in any case. */
const TOLD_AFTER_S = 30

export interface LostDevice {
  id: number
  tags: readonly string[]
  offline_at: Date
}

/** How many devices there are that are heard of, or were until just now: with a tag, and in all (the tag null). */
export type Population = ReadonlyMap<string | null, number>

export interface Storm<Lost extends LostDevice = LostDevice> {
  /** What the devices have in common; null when it is about all there are. */
  tag: string | null
  devices: Lost[]
  population: number
}

/**
 * The storm that these devices, lost within the last minute, make up; null when they do not, or may be about to become
 * more. Of several sites the one that has lost most; when all there is has lost enough, all of it. Pure.
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
  const [all, ...sites] = storms[0]?.tag === null ? storms : [null, ...storms]
  const storm = all ?? sites.sort((one, other) => other!.devices.length - one!.devices.length)[0] ?? null
  return storm !== null && isSettled(storm.devices, now) ? storm : null
}

function isSettled(devices: readonly LostDevice[], now: Date): boolean {
  const times = devices.map(({ offline_at }) => offline_at.getTime())
  const [first, last] = [Math.min(...times), Math.max(...times)]
  return now.getTime() - last >= SETTLED_AFTER_S * 1_000 || now.getTime() - first >= TOLD_AFTER_S * 1_000
}

export function stormTitle(count: number, population: number, tag: string | null): string {
  const where = tag === null ? '' : ` tagged ${tag}`
  return `${count} of ${population} devices${where} fell silent`
}

/** A timeline names no more of them than this. */
const NAMED = 50

export function namesOf(devices: readonly { name: string }[]): string {
  const names = devices.slice(0, NAMED).map(({ name }) => name)
  const others = devices.length - names.length
  return others === 0 ? names.join(', ') : `${names.join(', ')} and ${others} more`
}
