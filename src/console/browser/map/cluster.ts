import type { Look } from '../../map/map-data.ts'

export interface Spot {
  id: number
  look: Look
  /** On the map at its present zoom, in pixels. */
  x: number
  y: number
}

export interface Cluster<Item extends Spot> {
  /** Of its square of the grid; the same while the map is only moved. */
  key: string
  items: Item[]
  x: number
  y: number
  look: Look
}

const BY_CONCERN: readonly Look[] = ['off', 'good', 'info', 'warning', 'critical']

/** What lies in the same square of a grid, in the middle of its members and as bad as the worst of them. Pure. */
export function clusters<Item extends Spot>(spots: readonly Item[], cellPx: number): Cluster<Item>[] {
  const cells = new Map<string, Item[]>()
  for (const spot of spots) {
    const key = `${Math.floor(spot.x / cellPx)} ${Math.floor(spot.y / cellPx)}`
    const known = cells.get(key)
    if (known === undefined) cells.set(key, [spot])
    else known.push(spot)
  }
  return [...cells].map(([key, items]) => ({
    key,
    items,
    x: items.reduce((sum, { x }) => sum + x, 0) / items.length,
    y: items.reduce((sum, { y }) => sum + y, 0) / items.length,
    look: items.reduce<Look>((worst, { look }) => (concern(look) > concern(worst) ? look : worst), 'off'),
  }))
}

const concern = (look: Look): number => BY_CONCERN.indexOf(look)
