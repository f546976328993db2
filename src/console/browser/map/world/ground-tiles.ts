import L from 'leaflet'
import { colour } from '../../page/colours.ts'
import type { Ground } from './load-world.ts'
import { type Outline, onTile, type Tile } from './outlines.ts'

const TILE_PX = 512
const WORLD_PX = 256
/** The rest is for what moves. */
const FRAME_SHARE_MS = 10
const RIVERS_FROM_ZOOM = 3
/** A soft band along borders. */
const BAND_FROM_ZOOM = 5
/** From here on, rivers are wider. */
const WIDE_FROM_ZOOM = 6

/**
 * Land, water and borders as tiles. A tile is drawn once and then only moved, however many points a coast has. At least one
 * is drawn in each frame, and more while there is time, so that the map stays movable meanwhile, and that land without a coast, which
 * takes a millisecond, is not seen as the sea below it.
 */
export function groundTiles(pane: string, groundAt: (zoom: number) => Ground, waters: Ground): L.GridLayer {
  const waiting: (() => void)[] = []
  const paintNext = () => {
    const until = performance.now() + FRAME_SHARE_MS
    do waiting.shift()?.()
    while (waiting.length > 0 && performance.now() < until)
    if (waiting.length > 0) requestAnimationFrame(paintNext)
  }
  const Layer = L.GridLayer.extend({
    createTile({ x, y, z }: L.Coords, done: L.DoneCallback): HTMLElement {
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = TILE_PX * devicePixelRatio
      const context = canvas.getContext('2d')!
      context.scale(devicePixelRatio, devicePixelRatio)
      const tile = { scale: WORLD_PX * 2 ** z, x: x * TILE_PX, y: y * TILE_PX, size: TILE_PX }
      if (waiting.length === 0) requestAnimationFrame(paintNext)
      waiting.push(() => {
        // Not if it was dropped while it waited.
        if (canvas.isConnected) paint(context, tile, z, groundAt(z), waters)
        done(undefined, canvas)
      })
      return canvas
    },
  }) as unknown as new (
    options: L.GridLayerOptions,
  ) => L.GridLayer
  return new Layer({ pane, tileSize: TILE_PX, updateWhenZooming: false, keepBuffer: 1 })
}

function paint(context: CanvasRenderingContext2D, tile: Tile, zoom: number, ground: Ground, waters: Ground): void {
  const land = shape(ground.land, tile, true)
  context.lineJoin = 'round'
  // Shallow water along the coast.
  context.strokeStyle = colour('--map-shore')
  context.lineWidth = zoom < 4 ? 3 : 7
  context.stroke(land)
  context.fillStyle = colour('--map-land')
  context.fill(land, 'evenodd')
  context.save()
  context.clip(land, 'evenodd')
  const lakes = shape(waters.lakes, tile, true, true)
  context.fillStyle = colour('--map-water')
  context.fill(lakes, 'evenodd')
  context.lineWidth = 0.8
  context.strokeStyle = colour('--map-coast')
  context.stroke(lakes)
  if (zoom >= RIVERS_FROM_ZOOM) {
    context.strokeStyle = colour('--map-river')
    context.lineWidth = zoom < WIDE_FROM_ZOOM ? 0.8 : 1.4
    context.stroke(shape(waters.rivers, tile, false, true))
  }
  context.restore()
  context.strokeStyle = colour('--map-coast')
  context.lineWidth = 0.8
  context.stroke(land)
  const borders = shape(ground.borders, tile, false)
  if (zoom >= BAND_FROM_ZOOM) {
    context.strokeStyle = colour('--map-border-band')
    context.lineWidth = 4
    context.stroke(borders)
  }
  context.strokeStyle = colour('--map-border')
  context.lineWidth = zoom < 5 ? 0.7 : 1
  context.stroke(borders)
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
