import type L from 'leaflet'
import { type Header, PMTiles, TileType } from 'pmtiles'
import { leafletLayer } from 'protomaps-leaflet'
import type { StreetBox } from '../../map/map-data.ts'
import { pageLocale } from '../page/language.ts'

interface Archive {
  /** Raster tiles look the same in light and dark. */
  isPicture: boolean
  attribution: string
  /** Shows a part of the archive, or all of it. */
  layer(dark: boolean, box: StreetBox | null): L.GridLayer
}

const PICTURES: Partial<Record<TileType, string>> = {
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
  [TileType.Avif]: 'image/avif',
}

/** Opens an archive. Throws if it cannot be reached or has an unknown type of tiles. */
export async function openTileArchive(leaflet: typeof L, address: string): Promise<Archive> {
  const source = new PMTiles(address)
  const [header, metadata] = await Promise.all([source.getHeader(), source.getMetadata()])
  const attribution = plainText((metadata as { attribution?: unknown } | null)?.attribution)
  const type = PICTURES[header.tileType]
  if (type !== undefined) {
    const layer = (_dark: boolean, box: StreetBox | null) =>
      pictureLayer(leaflet, source, type, whereOf(leaflet, header, box))
    return { isPicture: true, attribution, layer }
  }
  if (header.tileType !== TileType.Mvt) throw new Error(`Tiles of the type ${header.tileType} cannot be drawn`)
  // The library expects Leaflet as a global.
  Object.assign(globalThis, { L: leaflet })
  const layer = (dark: boolean, box: StreetBox | null) =>
    leafletLayer({
      url: source,
      flavor: dark ? 'dark' : 'light',
      lang: pageLocale.slice(0, 2),
      maxDataZoom: header.maxZoom,
      bounds: whereOf(leaflet, header, box).bounds,
      attribution: '',
    }) as unknown as L.GridLayer
  return { isPicture: false, attribution, layer }
}

function whereOf(
  leaflet: typeof L,
  { minLat, minLon, maxLat, maxLon, minZoom, maxZoom }: Header,
  box: StreetBox | null,
) {
  const [south, west, north, east] = box ?? [minLat, minLon, maxLat, maxLon]
  return { bounds: leaflet.latLngBounds([south, west], [north, east]), minNativeZoom: minZoom, maxNativeZoom: maxZoom }
}

/** Archives have their attribution as HTML. */
const plainText = (html: unknown): string =>
  typeof html === 'string' ? (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '') : ''

/** Raster tiles, drawn on canvases: as blob URLs they would need an exception in the content security policy. */
function pictureLayer(leaflet: typeof L, source: PMTiles, type: string, where: L.GridLayerOptions): L.GridLayer {
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
