import L from 'leaflet'
import type { Tile } from './outlines.ts'
import { type GroundPart, paintGround } from './paint-ground.ts'

const TILE_PX = 512
const WORLD_PX = 256
/** The rest is for what moves. */
const FRAME_SHARE_MS = 10

/**
 * Land, water and borders as tiles. A tile is drawn once and then only moved, however many points a coast has. At least one
 * is drawn in each frame, and more while there is time, so that the map stays movable meanwhile.
 */
export function groundTiles(pane: string, partOf: (tile: Tile, zoom: number) => GroundPart): L.GridLayer {
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
        if (canvas.isConnected) paintGround(context, tile, z, partOf(tile, z))
        done(undefined, canvas)
      })
      return canvas
    },
  }) as unknown as new (
    options: L.GridLayerOptions,
  ) => L.GridLayer
  return new Layer({ pane, tileSize: TILE_PX, updateWhenZooming: false, keepBuffer: 1 })
}
