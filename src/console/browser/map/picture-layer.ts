import type L from 'leaflet'
import type { PMTiles } from 'pmtiles'

/** Raster tiles, drawn on canvases: as blob URLs they would need an exception in the content security policy. */
export function pictureLayer(leaflet: typeof L, source: PMTiles, type: string, where: L.GridLayerOptions): L.GridLayer {
  async function paint(canvas: HTMLCanvasElement, { z, x, y }: L.Coords): Promise<void> {
    const tile = await source.getZxy(z, x, y)
    if (tile === undefined) return
    const picture = await createImageBitmap(new Blob([tile.data], { type }))
    Object.assign(canvas, { width: picture.width, height: picture.height })
    canvas.getContext('2d')!.drawImage(picture, 0, 0)
    picture.close()
  }
  const Layer = leaflet.GridLayer.extend({
    createTile(coords: L.Coords, done: L.DoneCallback): HTMLElement {
      const canvas = document.createElement('canvas')
      paint(canvas, coords).then(
        () => done(undefined, canvas),
        (error: Error) => done(error, canvas),
      )
      return canvas
    },
  }) as unknown as new (
    options: L.GridLayerOptions,
  ) => L.GridLayer
  return new Layer(where)
}
