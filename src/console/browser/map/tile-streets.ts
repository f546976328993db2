import L from 'leaflet'
import type { Streets } from '../../map/map-data.ts'
import { isDark } from '../page/colours.ts'
import { element } from '../page/element.ts'
import { captionOf } from './caption.ts'
import type { BaseMap } from './map.ts'

const OPENSTREETMAP = 'https://tile.openstreetmap.org/'
const ISSUE = 'https://www.openstreetmap.org/fixthemap'

/**
 * Streets as images from a tile server. Calls back if one cannot be loaded, the first time. Returns what adapts them to
 * light or dark.
 */
export function showTiles(
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
