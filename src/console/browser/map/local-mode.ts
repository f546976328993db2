import L from 'leaflet'
import { colour, faint } from '../page/colours.ts'
import { element } from '../page/element.ts'
import { captionOf } from './caption.ts'
import { type Painting, painted } from './painted.ts'
import { withinHalfTurn } from './way-here.ts'

/** From this zoom on, people look for streets. */
const LOCAL_FROM_ZOOM = 8
/** From this zoom on, the world map has too few names for orientation. */
const GRID_FROM_ZOOM = 10
const STEPS = [10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001]
const APART_PX = 90
/** Space for the map's controls, which would cover numbers. */
const EDGES = { left: 48, right: 48, top: 24, bottom: 48 }

/**
 * A grid of latitudes and longitudes with labels, for maps without streets, and the way to streets for those who may
 * turn them on. `showsState`: not on a wall display.
 */
export function localMode(map: L.Map, words: Record<string, string>, showsState = true): Painting {
  const isLocal = () => map.getZoom() >= LOCAL_FROM_ZOOM
  if (showsState) {
    const caption = captionOf(...wayToStreets(map, words))
    const note = () => (isLocal() ? caption.addTo(map) : caption.remove())
    map.on('zoomend', note)
    map.whenReady(note)
  }
  return painted(map, { pane: 'graticule', zIndex: 250 }, (context, size) => {
    if (map.getZoom() >= GRID_FROM_ZOOM) drawLines(map, context, size, degreesIn(words))
  })
}

function wayToStreets(map: L.Map, words: Record<string, string>): (Node | string)[] {
  if (map.getContainer().dataset.mayAddStreets === undefined) return [words.askForStreets!]
  const link = element('a', {}, words.streets!)
  // The device that is chosen meanwhile is in the address.
  const point = () => {
    const { lat, lng } = map.getCenter().wrap()
    const at = `${lat.toFixed(4)},${lng.toFixed(4)}`
    link.href = `/settings/streets?${new URLSearchParams({ to: location.pathname + location.search, at })}`
  }
  map.whenReady(point)
  link.addEventListener('focus', point)
  link.addEventListener('pointerdown', point)
  return [link]
}

function drawLines(map: L.Map, context: CanvasRenderingContext2D, size: L.Point, degrees: Degrees): void {
  const bounds = map.getBounds()
  const width = bounds.getEast() - bounds.getWest()
  const step = STEPS.findLast((degrees) => (degrees / width) * size.x >= APART_PX) ?? STEPS[0]!
  const digits = Math.max(0, Math.ceil(-Math.log10(step)))
  context.strokeStyle = faint('--text-3', 0.2)
  context.fillStyle = colour('--text-3')
  context.lineWidth = 1
  context.font = '11px system-ui, sans-serif'
  const line = (from: [number, number], to: [number, number]) => {
    context.beginPath()
    context.moveTo(...from)
    context.lineTo(...to)
    context.stroke()
  }
  for (let lng = Math.ceil(bounds.getWest() / step) * step; lng <= bounds.getEast(); lng += step) {
    const { x } = map.latLngToContainerPoint([bounds.getCenter().lat, lng])
    line([x, 0], [x, size.y])
    if (x > EDGES.left && x < size.x - EDGES.right) context.fillText(degrees.lng(lng, digits), x + 4, 12)
  }
  for (let lat = Math.ceil(bounds.getSouth() / step) * step; lat <= bounds.getNorth(); lat += step) {
    const { y } = map.latLngToContainerPoint([lat, bounds.getCenter().lng])
    line([0, y], [size.x, y])
    const words = degrees.lat(lat, digits)
    if (y > EDGES.top && y < size.y - EDGES.bottom)
      context.fillText(words, size.x - context.measureText(words).width - 4, y - 4)
  }
}

type Degrees = Record<'lat' | 'lng', (value: number, digits: number) => string>

/** Writes latitudes and longitudes with the reader's letters for north, east, south and west. */
function degreesIn(words: Record<string, string>): Degrees {
  const [north, , east, , south, , west] = words.points!.split(' ') as [string, ...string[]]
  const written = (positive?: string, negative?: string) => (value: number, digits: number) =>
    `${Math.abs(value).toFixed(digits)}° ${value < 0 ? negative : positive}`
  const lng = written(east, west)
  return { lat: written(north, south), lng: (value, digits) => lng(withinHalfTurn(value), digits) }
}

/** Shows the position of the pointer, or of the map's centre when it is moved by keys. */
export function coordinates(map: L.Map, words: Record<string, string>): void {
  const degrees = degreesIn(words)
  const control = new L.Control({ position: 'bottomright' })
  const output = element('output', { class: 'map-place' })
  control.onAdd = () => output
  control.addTo(map)
  const show = ({ lat, lng }: L.LatLng) => {
    const digits = Math.max(1, Math.min(6, map.getZoom() - 7))
    output.textContent = `${degrees.lat(lat, digits)} ${degrees.lng(lng, digits)}`
  }
  map.on('mousemove', ({ latlng }) => show(latlng))
  map.on('moveend', () => show(map.getCenter()))
}
