import L from 'leaflet'
import { onThemeChange } from '../page/colours.ts'
import { coordinates, localMode } from './local-mode.ts'
import { drawWorld } from './world.ts'

const FARTHEST = 18
const WORLD: L.LatLngBoundsLiteral = [
  [-80, -180],
  [84, 190],
]

export interface BaseMap {
  map: L.Map
  words: Record<string, string>
  zone: string
  /** Called when everything that is painted must be painted anew. */
  onRecolour(recolour: () => void): void
}

/** A map without devices: streets where they are configured, else the world that is built in. Nothing from elsewhere. */
export function openMap(holder: HTMLElement): BaseMap {
  const { world, tiles, mapWords, mapZone } = holder.dataset
  const words = JSON.parse(mapWords!) as Record<string, string>
  const label = holder.getAttribute('aria-label')
  const map = L.map(holder, {
    zoomControl: false,
    attributionControl: false,
    maxBounds: WORLD,
    maxBoundsViscosity: 1,
    minZoom: 1,
    maxZoom: FARTHEST,
    zoomSnap: 0.5,
    zoomAnimation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    fadeAnimation: false,
  })
  if (label !== null) holder.setAttribute('aria-label', label)
  const leastZoom = () => map.setMinZoom(Math.min(2, map.getBoundsZoom(WORLD, true)))
  leastZoom()
  L.control.zoom({ zoomInTitle: words.zoomIn!, zoomOutTitle: words.zoomOut! }).addTo(map)
  L.control.scale({ metric: true, imperial: true }).addTo(map)
  const attribution = L.control.attribution({ prefix: false }).addTo(map)
  coordinates(map)
  const recolours: (() => void)[] = []
  onThemeChange(() => {
    for (const recolour of recolours) recolour()
  })
  if (tiles) {
    const { url, attribution: from } = JSON.parse(tiles) as { url: string; attribution: string }
    L.tileLayer(url, { maxZoom: FARTHEST, referrerPolicy: 'strict-origin-when-cross-origin' }).addTo(map)
    attribution.addAttribution(escaped(from))
  } else {
    attribution.addAttribution(words.earth!)
    recolours.push(localMode(map, words).redraw)
    void drawWorld(map, world!).then(({ recolour }) => {
      recolours.push(recolour)
      holder.dataset.worldDrawn = 'yes'
    })
  }
  new ResizeObserver(() => {
    map.invalidateSize({ animate: false })
    leastZoom()
  }).observe(holder)
  return { map, words, zone: mapZone!, onRecolour: (recolour) => recolours.push(recolour) }
}

/** Leaflet takes it for HTML. */
function escaped(text: string): string {
  const holder = document.createElement('i')
  holder.textContent = text
  return holder.innerHTML
}
