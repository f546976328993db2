import { colour, faint } from '../../page/colours.ts'
import type { Disc } from './city-ground.ts'
import type { Ground } from './load-world.ts'
import { type Outline, onTile, type Tile } from './outlines.ts'

/** One ground, or the cells under a tile, whose lines meet at their edges. */
export interface GroundPart {
  grounds: readonly Ground[]
  lakes: readonly Outline[]
  rivers: readonly Outline[]
}

const RIVERS_FROM_ZOOM = 3
/** A soft band along borders. */
const BAND_FROM_ZOOM = 5
/** Width of rivers in pixels from a zoom on, the closest first. */
const RIVER_PX = [
  { from: 14, px: 8 },
  { from: 13, px: 4 },
  { from: 11, px: 2.5 },
  { from: 6, px: 1.4 },
  { from: 0, px: 0.8 },
]
/** Smaller places are drawn by their point alone. */
const LEAST_BUILT_PX = 3
/** A place is built up within this share of its radius, and not at all from the other on. */
const BUILT = { surely: 0.5, never: 1.35 }

export function paintGround(context: CanvasRenderingContext2D, tile: Tile, zoom: number, part: GroundPart): void {
  const { grounds } = part
  const of = (layer: 'land' | 'coast' | 'borders') => grounds.flatMap((ground) => ground[layer])
  const [land, coast] = [shape(of('land'), tile, true), shape(of('coast'), tile, false)]
  context.lineJoin = 'round'
  // Below the tiles, the map may have the colour of land.
  context.fillStyle = colour('--map-water')
  context.fillRect(0, 0, tile.size, tile.size)
  // Shallow water along the coast.
  context.strokeStyle = colour('--map-shore')
  context.lineWidth = zoom < 4 ? 3 : 7
  context.stroke(coast)
  context.fillStyle = colour('--map-land')
  context.fill(land, 'evenodd')
  context.save()
  context.clip(land, 'evenodd')
  paintBuilt(
    context,
    tile,
    grounds.flatMap(({ built }) => built),
  )
  if (zoom >= RIVERS_FROM_ZOOM) {
    context.strokeStyle = colour('--map-river')
    context.lineWidth = RIVER_PX.find(({ from }) => zoom >= from)!.px
    context.stroke(shape(part.rivers, tile, false, true))
  }
  const lakes = shape(part.lakes, tile, true, true)
  context.fillStyle = colour('--map-water')
  context.fill(lakes, 'evenodd')
  context.lineWidth = 0.8
  context.strokeStyle = colour('--map-coast')
  context.stroke(lakes)
  context.restore()
  context.strokeStyle = colour('--map-coast')
  context.lineWidth = 0.8
  context.stroke(coast)
  const borders = shape(of('borders'), tile, false)
  if (zoom >= BAND_FROM_ZOOM) {
    context.strokeStyle = colour('--map-border-band')
    context.lineWidth = 4
    context.stroke(borders)
  }
  context.strokeStyle = colour('--map-border')
  context.lineWidth = zoom < 5 ? 0.7 : 1
  context.stroke(borders)
}

/** Soft shades: nobody knows the edges. */
function paintBuilt(context: CanvasRenderingContext2D, { scale, x, y, size }: Tile, built: readonly Disc[]): void {
  const seen: { x: number; y: number; sure: number; reach: number }[] = []
  for (const disc of built) {
    const reach = disc.radius * BUILT.never * scale
    const [px, py] = [disc.x * scale - x, disc.y * scale - y]
    if (reach < LEAST_BUILT_PX || px < -reach || py < -reach || px > size + reach || py > size + reach) continue
    seen.push({ x: px, y: py, reach, sure: disc.radius * BUILT.surely * scale })
  }
  const farthest = (px: number, py: number) => Math.hypot(Math.max(px, size - px), Math.max(py, size - py))
  // Without any of it left, the shade would turn to black on its way.
  const [solid, none] = [colour('--map-built'), faint('--map-built', 0.01)]
  if (seen.some((disc) => farthest(disc.x, disc.y) < disc.sure)) {
    context.fillStyle = solid
    context.fillRect(0, 0, size, size)
    return
  }
  for (const disc of seen) {
    const gradient = context.createRadialGradient(disc.x, disc.y, disc.sure, disc.x, disc.y, disc.reach)
    gradient.addColorStop(0, solid)
    gradient.addColorStop(1, none)
    context.fillStyle = gradient
    const [left, top] = [Math.max(0, disc.x - disc.reach), Math.max(0, disc.y - disc.reach)]
    const [right, bottom] = [Math.min(size, disc.x + disc.reach), Math.min(size, disc.y + disc.reach)]
    context.fillRect(left, top, right - left, bottom - top)
  }
}

function shape(outlines: readonly Outline[], tile: Tile, isClosed: boolean, isSmooth = false): Path2D {
  const path = new Path2D()
  for (const outline of outlines) {
    for (const points of onTile(outline, tile)) {
      if (points.length < 4) continue
      if (isSmooth) curve(path, points)
      else
        for (let at = 0; at < points.length; at += 2) path[at === 0 ? 'moveTo' : 'lineTo'](points[at]!, points[at + 1]!)
      if (isClosed) path.closePath()
    }
  }
  return path
}

/** Rounds the corners of lines whose points are far apart. */
function curve(path: Path2D, points: readonly number[]): void {
  path.moveTo(points[0]!, points[1]!)
  for (let at = 2; at < points.length - 2; at += 2) {
    const [x, y] = [points[at]!, points[at + 1]!]
    path.quadraticCurveTo(x, y, (x + points[at + 2]!) / 2, (y + points[at + 3]!) / 2)
  }
  path.lineTo(points.at(-2)!, points.at(-1)!)
}
