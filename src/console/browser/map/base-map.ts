import L from 'leaflet'
import { longitudeNear } from '../../../platform/unwrapped-longitudes.ts'
import type { Streets } from '../../map/map-data.ts'
import { isDark, onThemeChange } from '../page/colours.ts'
import { element } from '../page/element.ts'
import { whileShown } from '../page/while-shown.ts'
import { showArchive } from './archive-streets.ts'
import { captionOf } from './caption.ts'
import { credit } from './credit.ts'
import { middleFor } from './frame.ts'
import { coordinates, localMode } from './local-mode.ts'
import type { BaseMap } from './map.ts'
import type { LabelBox } from './world/label-grid.ts'
import { CITY_FROM_ZOOM, showWorld } from './world/show-world.ts'

const FARTHEST = 18
/** Ten degrees more to the east than once around. */
const worldAround = (middle: number): L.LatLngBoundsLiteral => [
  [-80, middle - 180],
  [84, middle + 190],
]

const STILL: L.MapOptions = {
  dragging: false,
  keyboard: false,
  scrollWheelZoom: false,
  doubleClickZoom: false,
  boxZoom: false,
  touchZoom: false,
}

/** A map without devices: the configured streets, or else the built-in world map. No external resources by default. */
export function openMap(holder: HTMLElement): BaseMap {
  const { world, streets: given, mapWords, mapZone } = holder.dataset
  const streets = given ? (JSON.parse(given) as Streets) : null
  const words = JSON.parse(mapWords!) as Record<string, string>
  const label = holder.getAttribute('aria-label')
  // On a wall display, where nobody interacts.
  const isStill = holder.dataset.mapStill !== undefined
  const map = L.map(holder, {
    ...(isStill ? STILL : {}),
    zoomControl: false,
    attributionControl: false,
    maxBounds: worldAround(0),
    maxBoundsViscosity: 1,
    minZoom: 1,
    maxZoom: FARTHEST,
    zoomSnap: 0.5,
    zoomAnimation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    fadeAnimation: false,
  })
  if (label !== null) holder.setAttribute('aria-label', label)
  const leastZoom = () => map.setMinZoom(Math.min(2, map.getBoundsZoom(worldAround(0), true)))
  leastZoom()
  if (!isStill) L.control.zoom({ zoomInTitle: words.zoomIn!, zoomOutTitle: words.zoomOut! }).addTo(map)
  L.control.scale({ metric: true, imperial: true }).addTo(map)
  const attribution = L.control.attribution({ prefix: false }).addTo(map)
  if (!isStill) coordinates(map, words)
  const recolours: (() => void)[] = []
  const recolourAll = () => {
    for (const recolour of recolours) recolour()
  }
  onThemeChange(recolourAll, whileShown(holder))
  const base = {
    map,
    words,
    zone: mapZone!,
    onRecolour: (recolour: () => void) => void recolours.push(recolour),
    ...turning(map),
    ...takenRoom(),
  }
  const showBuiltIn = () => {
    attribution.addAttribution(words.earth!)
    const noteBuilt = () => {
      attribution.removeAttribution(words.built!)
      if (map.getZoom() >= CITY_FROM_ZOOM) attribution.addAttribution(words.built!)
    }
    map.on('zoomend', noteBuilt)
    map.whenReady(noteBuilt)
    void showWorld(base, JSON.parse(world!))
  }
  if (streets?.kind === 'tiles') {
    recolours.push(showTiles(base, streets, FARTHEST, showBuiltIn))
    attribution.addAttribution(credit(streets.attribution))
  } else {
    // An archive covers a region; around it, and if it cannot be read, the world map is shown.
    showBuiltIn()
    if (streets === null) recolours.push(localMode(map, words, !isStill).redraw)
    else void showArchive(base, streets, attribution)
  }
  new ResizeObserver(() => {
    map.invalidateSize({ animate: false })
    leastZoom()
  }).observe(holder)
  return base
}

/** Which turn of the earth the map shows. */
function turning(map: L.Map): Pick<BaseMap, 'turnTo' | 'here' | 'onTurn'> {
  let middle = 0
  let isShown = false
  const all: (() => void)[] = []
  const here = (lng: number) => longitudeNear(lng, middle)
  map.whenReady(() => {
    isShown = true
  })
  return {
    turnTo(longitudes) {
      const next = middleFor(longitudes, middle)
      if (next === middle) return
      middle = next
      // The method of this name would begin to move the map, in the way of whoever asked for the turn.
      map.options.maxBounds = L.latLngBounds(worldAround(middle))
      if (isShown) map.setView([map.getCenter().lat, here(map.getCenter().lng)], map.getZoom(), { animate: false })
      for (const turned of all) turned()
    },
    here,
    onTurn: (turned) => void all.push(turned),
  }
}

/** Room that devices take, which names of places leave free. */
function takenRoom(): Pick<BaseMap, 'take' | 'taken' | 'onTaken'> {
  let boxes: readonly LabelBox[] = []
  let redraw = () => {}
  return {
    take(taken) {
      boxes = taken
      redraw()
    },
    taken: () => boxes,
    onTaken: (again) => {
      redraw = again
    },
  }
}

const OPENSTREETMAP = 'https://tile.openstreetmap.org/'
const ISSUE = 'https://www.openstreetmap.org/fixthemap'

/**
 * Streets as images from a tile server. Calls back if one cannot be loaded, the first time. Returns what adapts them to
 * light or dark.
 */
function showTiles(
  { map, words }: BaseMap,
  { url }: Extract<Streets, { kind: 'tiles' }>,
  maxZoom: number,
  onMissing: () => void,
): () => void {
  // Servers may require the origin of the site.
  const layer = L.tileLayer(url, { maxZoom, referrerPolicy: 'strict-origin-when-cross-origin' }).addTo(map)
  const missing = captionOf(words.noTiles!)
  layer.once('tileerror', onMissing)
  layer.on('tileerror', () => missing.addTo(map))
  layer.on('tileload', () => missing.remove())
  const isOpenStreetMap = url.startsWith(OPENSTREETMAP)
  if (isOpenStreetMap) captionOf(element('a', { href: ISSUE, rel: 'noreferrer' }, words.reportIssue!)).addTo(map)
  // Its style is known: inverted, it is a dark one. Images of other servers are shown as they are.
  const recolour = () => map.getContainer().classList.toggle('inverted-tiles', isOpenStreetMap && isDark())
  recolour()
  return recolour
}
