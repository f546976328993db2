import type L from 'leaflet'
import { pageLocale } from '../../page/language.ts'
import type { BaseMap } from '../map.ts'
import { groundCells } from './ground-cells.ts'
import { groundTiles } from './ground-tiles.ts'
import { labelLayer } from './label-layer.ts'
import { type Ground, loadGround } from './load-world.ts'
import { isInside, mercatorX, mercatorY, type Tile } from './outlines.ts'
import type { GroundPart } from './paint-ground.ts'
import type { MapNames } from './wanted-labels.ts'

/** The world from afar is enough below. */
const NEAR_FROM_ZOOM = 6
/** From here on, what is near has too few places and too coarse a coast. */
export const CITY_FROM_ZOOM = 10
/** Below the streets of an archive, which covers a region. */
const Z_INDEX = { ground: 150, names: 160 }

/** Addresses of the map data, and names in the reader's language. */
interface WorldData {
  far: string
  near: string
  /** With `*` for the number of a cell. */
  ground: string
  names: { towns: Record<string, string>; waters: Record<string, string> }
}

/**
 * The built-in map: Natural Earth, with the towns of GeoNames. Details are loaded once somebody looks closer. If it cannot
 * be loaded, devices stand on plain ground.
 */
export async function showWorld(base: BaseMap, data: WorldData): Promise<void> {
  const { map } = base
  const holder = map.getContainer()
  const far = await loadGround(data.far).catch(() => null)
  if (far === null) return
  let near: Ground | null = null
  const cells = groundCells(data.ground)
  map.createPane('ground').style.zIndex = String(Z_INDEX.ground)
  const partOf = (tile: Tile, zoom: number): GroundPart => {
    const under = zoom >= CITY_FROM_ZOOM ? cells.under(inWorld(tile)) : null
    if (under !== null) return { grounds: under, lakes: far.lakes, rivers: under.flatMap(({ rivers }) => rivers) }
    return { grounds: [zoom >= NEAR_FROM_ZOOM && near !== null ? near : far], lakes: far.lakes, rivers: far.rivers }
  }
  const drawnAt = (zoom: number) => {
    if (zoom >= CITY_FROM_ZOOM && cells.under(inView(map)) !== null) return 'city'
    return zoom >= NEAR_FROM_ZOOM && near !== null ? 'near' : 'far'
  }
  const fromAfar = () => (near === null ? [far] : [far, near])
  const groundsAt = (zoom: number) => (zoom >= CITY_FROM_ZOOM ? cells.places(fromAfar()) : fromAfar())
  /** The last one is the newest. */
  const layers: L.GridLayer[] = []
  const labels = labelLayer(base, groundsAt, namesIn(data.names), Z_INDEX.names)
  /** The new ground is drawn above the old one, which stays until then. */
  const redraw = () => {
    const layer = groundTiles('ground', partOf)
    layers.push(layer)
    layer.on('load', () => {
      for (const old of layers.splice(0, layers.indexOf(layer))) old.remove()
      holder.dataset.worldDrawn = drawnAt(map.getZoom())
    })
    layer.addTo(map)
    labels.redraw()
  }
  base.onRecolour(redraw)
  redraw()

  async function loadNear(): Promise<void> {
    if (near !== null) return
    const loaded = await loadGround(data.near).catch(() => null)
    // Steps of a zoom may wait for the same data.
    if (loaded === null || near !== null) return
    near = loaded
    redraw()
  }

  async function lookCloser(): Promise<void> {
    const zoom = map.getZoom()
    if (zoom < NEAR_FROM_ZOOM) return
    if (zoom < CITY_FROM_ZOOM) return loadNear()
    const isNew = await cells.load(inView(map)).catch(() => null)
    if (isNew === null) return loadNear()
    if (isNew) redraw()
  }
  map.on('moveend', lookCloser)
  map.on('move', () => noteLand(map, far))
  noteLand(map, far)
  await lookCloser()
}

/** The square of a tile in the units of Web Mercator. */
const inWorld = ({ scale, x, y, size }: Tile) => ({
  left: x / scale,
  top: y / scale,
  right: (x + size) / scale,
  bottom: (y + size) / scale,
})

function inView(map: L.Map) {
  const bounds = map.getBounds()
  return {
    left: mercatorX(bounds.getWest()),
    top: mercatorY(bounds.getNorth()),
    right: mercatorX(bounds.getEast()),
    bottom: mercatorY(bounds.getSouth()),
  }
}

/** Where its tiles are not drawn yet, a map on land has the colour of land. */
function noteLand(map: L.Map, { land }: Ground): void {
  const { lat, lng } = map.getCenter().wrap()
  const isLand = map.getZoom() >= NEAR_FROM_ZOOM && isInside(land, mercatorX(lng), mercatorY(lat))
  map.getContainer().toggleAttribute('data-on-land', isLand)
}

function namesIn({ towns, waters }: WorldData['names']): MapNames {
  const regions = new Intl.DisplayNames([pageLocale], { type: 'region' })
  return {
    country: (code) => regions.of(code) ?? code,
    town: (name) => towns[name] ?? name,
    water: (key) => waters[key],
  }
}
