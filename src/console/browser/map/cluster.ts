import type { Look } from '../../map/map-data.ts'

interface Spot {
  id: number
  look: Look
  /** Position in pixels at the current zoom. */
  x: number
  y: number
}

export interface PinCluster<Item extends Spot> {
  /** Key of its grid cell; stable while the map is only moved. */
  key: string
  items: Item[]
  x: number
  y: number
  look: Look
}

/** As a share of the cell size. */
const TOO_NEAR = 0.6
const BY_CONCERN: readonly Look[] = ['off', 'good', 'info', 'warning', 'critical']

/**
 * Groups points in the same grid cell or close to it. A cluster is at the centre of its members and has the most severe
 * look of them. Pure.
 */
export function clusters<Item extends Spot>(spots: readonly Item[], cellPx: number): PinCluster<Item>[] {
  const cells = new Map<string, Item[]>()
  for (const spot of spots) {
    const key = `${Math.floor(spot.x / cellPx)} ${Math.floor(spot.y / cellPx)}`
    const known = cells.get(key)
    if (known === undefined) cells.set(key, [spot])
    else known.push(spot)
  }
  const found: PinCluster<Item>[] = []
  for (const [key, items] of cells) {
    const made = clusterOf(key, items)
    // Neighbouring points on both sides of a grid line would overlap.
    const near = found.findIndex(({ x, y }) => Math.hypot(x - made.x, y - made.y) < cellPx * TOO_NEAR)
    if (near === -1) found.push(made)
    else found[near] = clusterOf(found[near]!.key, [...found[near]!.items, ...items])
  }
  return found
}

const clusterOf = <Item extends Spot>(key: string, items: Item[]): PinCluster<Item> => ({
  key,
  items,
  x: items.reduce((sum, { x }) => sum + x, 0) / items.length,
  y: items.reduce((sum, { y }) => sum + y, 0) / items.length,
  look: items.reduce<Look>((worst, { look }) => (concern(look) > concern(worst) ? look : worst), 'off'),
})

const WHOLE = 100
/** One critical device among hundreds is still seen. */
const SMALLEST_SHARE = 6

/** The looks of these points in per cent, the most severe first. They add up to a hundred. Pure. */
export function sharesOf(items: readonly { look: Look }[]): { look: Look; share: number }[] {
  const found = BY_CONCERN.toReversed()
    .map((look) => ({ look, count: items.filter((item) => item.look === look).length }))
    .filter(({ count }) => count > 0)
  const atLeast = found.map(({ look, count }) => ({
    look,
    share: Math.max(SMALLEST_SHARE, (WHOLE * count) / items.length),
  }))
  const sum = atLeast.reduce((total, { share }) => total + share, 0)
  return atLeast.map(({ look, share }) => ({ look, share: (WHOLE * share) / sum }))
}

/** Rank of a look; higher ones are drawn on top. Pure. */
export const concern = (look: Look): number => BY_CONCERN.indexOf(look)
