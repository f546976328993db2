import type { Look } from '../../map/map-data.ts'

export interface Spot {
  id: number
  look: Look
  /** On the map at its present zoom, in pixels. */
  x: number
  y: number
}

export interface PinCluster<Item extends Spot> {
  /** Of its square of the grid; the same while the map is only moved. */
  key: string
  items: Item[]
  x: number
  y: number
  look: Look
}

/** Of the size of a square. */
const TOO_NEAR = 0.6
const BY_CONCERN: readonly Look[] = ['off', 'good', 'info', 'warning', 'critical']

/** What lies in the same square of a grid, or right beside it, in the middle of its members and as bad as the worst of them. Pure. */
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
    // Neighbours on both sides of a line of the grid would lie on each other.
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

/** The higher, the more it wants to be seen. Pure. */
export const concern = (look: Look): number => BY_CONCERN.indexOf(look)
