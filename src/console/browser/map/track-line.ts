import L from 'leaflet'
import type { TrackLocation } from '../../map/map-data.ts'
import { colour } from '../page/colours.ts'
import { onPoint, pointAt } from '../page/cursor.ts'
import { whileShown } from '../page/while-shown.ts'
import type { BaseMap } from './map.ts'
import { painted } from './painted.ts'
import { tip } from './pins.ts'
import { wayHere } from './way-here.ts'

const ARROW_EVERY_PX = 90
/** More arrows would hide a winding track. */
const MOST_ARROWS = 40
const NEAR_PX = 28

interface TrackLine {
  set(track: readonly TrackLocation[]): void
  bounds(): L.LatLngBounds | null
}

/** A track with its start, end and direction, and a marker at the position of the charts' cursor. */
/** `hasPin`: the end is marked by the device itself. */
export function trackLine({ map, words, onRecolour, here, onTurn }: BaseMap, hasPin: boolean): TrackLine {
  let given: readonly TrackLocation[] = []
  /** With the longitudes of the map. */
  let track: readonly TrackLocation[] = []
  const casing = L.polyline([], { weight: 6, interactive: false }).addTo(map)
  const line = L.polyline([], { weight: 3, interactive: false }).addTo(map)
  const end = { radius: 6, weight: 2, fillOpacity: 1 }
  const start = L.circleMarker([0, 0], end).bindTooltip(tip(words.start!))
  const last = L.circleMarker([0, 0], end).bindTooltip(tip(words.end!))
  const cursor = L.circleMarker([0, 0], {
    radius: 8,
    weight: 3,
    fillOpacity: 1,
    interactive: false,
    className: 'track-cursor',
  })

  const arrows = painted(map, { pane: 'arrows', zIndex: 450 }, (context) => {
    context.fillStyle = colour('--series-1')
    context.strokeStyle = colour('--surface')
    for (const { x, y, angle } of arrowsAlong(track.map(([, lat, lng]) => map.latLngToContainerPoint([lat, lng])))) {
      context.save()
      context.translate(x, y)
      context.rotate(angle)
      context.beginPath()
      context.moveTo(7, 0)
      context.lineTo(-5, 5)
      context.lineTo(-2, 0)
      context.lineTo(-5, -5)
      context.closePath()
      context.stroke()
      context.fill()
      context.restore()
    }
  })
  const recolour = () => {
    casing.setStyle({ color: colour('--surface') })
    line.setStyle({ color: colour('--series-1') })
    start.setStyle({ color: colour('--series-1'), fillColor: colour('--surface') })
    last.setStyle({ color: colour('--surface'), fillColor: colour('--series-1') })
    cursor.setStyle({ color: colour('--surface'), fillColor: colour('--series-4') })
    arrows.redraw()
  }
  onRecolour(recolour)

  function show(at: number | null): void {
    const place = at === null ? null : placeAt(track, at)
    if (place === null) cursor.remove()
    else cursor.setLatLng([place.lat, place.lng]).addTo(map).bringToFront()
  }
  onPoint(map, show, whileShown(map.getContainer()))
  let isPointing = false
  map.on('mousemove', ({ containerPoint }) => {
    const near = nearest(track, (place) => map.latLngToContainerPoint(place).distanceTo(containerPoint))
    if (near === null && !isPointing) return
    isPointing = near !== null
    const at = near?.[0] ?? null
    show(at)
    pointAt(at, map)
  })
  map.on('mouseout', () => {
    if (!isPointing) return
    isPointing = false
    show(null)
    pointAt(null, map)
  })

  function draw(): void {
    const way = wayHere(
      given.map(([, lat, lng]) => [lat, lng]),
      here,
    )
    track = given.map(([at, lat, , speed, heading], place) => [at, lat, way[place]![1], speed, heading])
    casing.setLatLngs(way)
    line.setLatLngs(way)
    for (const marker of [start, last]) marker.remove()
    if (way.length > 1) start.setLatLng(way[0]!).addTo(map)
    if (way.length > 0 && !hasPin) last.setLatLng(way.at(-1)!).addTo(map)
    recolour()
  }
  onTurn(draw)

  return {
    set(locations) {
      given = locations
      draw()
    },
    bounds: () => (track.length === 0 ? null : line.getBounds()),
  }
}

function nearest(track: readonly TrackLocation[], distance: (place: [number, number]) => number): TrackLocation | null {
  let found: TrackLocation | null = null
  let least = NEAR_PX
  for (const place of track) {
    const far = distance([place[1], place[2]])
    if (far < least) [found, least] = [place, far]
  }
  return found
}

function* arrowsAlong(points: readonly L.Point[]): Generator<{ x: number; y: number; angle: number }> {
  const whole = points.reduce((sum, point, place) => sum + (place === 0 ? 0 : point.distanceTo(points[place - 1]!)), 0)
  const apart = Math.max(ARROW_EVERY_PX, whole / MOST_ARROWS)
  let left = apart / 2
  for (let place = 1; place < points.length; place++) {
    const [from, to] = [points[place - 1]!, points[place]!]
    const length = from.distanceTo(to)
    const angle = Math.atan2(to.y - from.y, to.x - from.x)
    let along = left
    for (; along < length && length > 2; along += apart) {
      const share = along / length
      yield { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, angle }
    }
    left = Math.max(0, along - length)
  }
}

interface LocationAt {
  lat: number
  lng: number
  speedKmh: number | null
}

/** Position on a track at a moment, interpolated linearly. Null outside of its time range. */
function placeAt(track: readonly TrackLocation[], at: number): LocationAt | null {
  const [first, last] = [track[0], track.at(-1)]
  if (first === undefined || last === undefined) return null
  if (at <= first[0] || at >= last[0]) {
    const end = at <= first[0] ? first : last
    return { lat: end[1], lng: end[2], speedKmh: end[3] }
  }
  let [low, high] = [0, track.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (track[middle]![0] <= at) low = middle
    else high = middle
  }
  const [from, to] = [track[low]!, track[high]!]
  const share = (at - from[0]) / (to[0] - from[0] || 1)
  return { lat: from[1] + (to[1] - from[1]) * share, lng: from[2] + (to[2] - from[2]) * share, speedKmh: to[3] }
}
