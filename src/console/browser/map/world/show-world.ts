import type L from 'leaflet'
import { pageLocale } from '../../page/language.ts'
import type { BaseMap } from '../map.ts'
import { groundTiles } from './ground-tiles.ts'
import { labelLayer } from './label-layer.ts'
import { type Ground, loadGround } from './load-world.ts'
import type { MapNames } from './wanted-labels.ts'

/** The world from afar is enough below. */
const NEAR_FROM_ZOOM = 6
/** Below the streets of an archive, which covers a region. */
const Z_INDEX = { ground: 150, names: 160 }

/** Addresses of the map data, and names in the reader's language. */
interface WorldData {
  far: string
  near: string
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
  map.createPane('ground').style.zIndex = String(Z_INDEX.ground)
  const groundAt = (zoom: number): Ground => (zoom >= NEAR_FROM_ZOOM && near !== null ? near : far)
  /** The last one is the newest. */
  const layers: L.GridLayer[] = []
  const labels = labelLayer(base, () => (near === null ? [far] : [far, near]), namesIn(data.names), Z_INDEX.names)
  /** The new ground is drawn above the old one, which stays until then. */
  const redraw = () => {
    const part = near === null ? 'far' : 'near'
    const layer = groundTiles('ground', groundAt, far)
    layers.push(layer)
    layer.once('load', () => {
      for (const old of layers.splice(0, layers.indexOf(layer))) old.remove()
      holder.dataset.worldDrawn = part
    })
    layer.addTo(map)
    labels.redraw()
  }
  base.onRecolour(redraw)
  redraw()

  async function lookCloser(): Promise<void> {
    if (map.getZoom() < NEAR_FROM_ZOOM || near !== null) return
    const loaded = await loadGround(data.near).catch(() => null)
    // Steps of a zoom may wait for the same data.
    if (loaded === null || near !== null) return
    near = loaded
    map.off('zoomend', lookCloser)
    redraw()
  }
  map.on('zoomend', lookCloser)
  await lookCloser()
}

function namesIn({ towns, waters }: WorldData['names']): MapNames {
  const regions = new Intl.DisplayNames([pageLocale], { type: 'region' })
  return {
    country: (code) => regions.of(code) ?? code,
    town: (name) => towns[name] ?? name,
    water: (key) => waters[key],
  }
}
