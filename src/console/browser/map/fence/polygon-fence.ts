import L from 'leaflet'
import { wayHere, withinHalfTurn } from '../way-here.ts'
import type { FenceDrawing, FenceGround } from './fence.ts'
import { degreesText } from './fields.ts'
import { handle } from './handle.ts'

const FEWEST = 3

/** A polygon with a handle on each corner. A click adds a corner on the nearest edge. */
export function polygonFence({ map, here, turnTo, fields, words, paint }: FenceGround): FenceDrawing {
  const shape = L.polygon([], { interactive: false }).addTo(map)
  paint(shape)
  let corners: L.LatLng[] = []
  let handles: L.Marker[] = []

  const done = () =>
    fields.write({
      corners: corners.map(({ lat, lng }) => `${degreesText(lat)}, ${degreesText(withinHalfTurn(lng))}`).join('\n'),
    })

  function show(next: readonly L.LatLng[]): void {
    const isOther = next.length !== handles.length
    corners = [...next]
    shape.setLatLngs(corners)
    if (isOther) {
      for (const old of handles) old.remove()
      handles = corners.map((at, place) => cornerAt(at, place))
    }
    for (const [place, at] of corners.entries()) handles[place]!.setLatLng(at)
  }

  const cornerAt = (at: L.LatLng, place: number): L.Marker =>
    handle(map, at, words.corner!.replace('#', String(place + 1)), {
      moved(to) {
        corners[place] = to
        shape.setLatLngs(corners)
      },
      done,
      removed() {
        if (corners.length <= FEWEST) return
        show(corners.filter((_, other) => other !== place))
        done()
        handles[Math.max(0, place - 1)]!.getElement()?.focus()
      },
    })

  function read(): void {
    const lines = fields.text('corners').split('\n')
    const pairs = lines.map((line) =>
      line
        .split(/[,;\s]+/)
        .filter(Boolean)
        .map(Number),
    )
    const known = pairs.filter((pair) => pair.length === 2 && pair.every(Number.isFinite))
    turnTo(known.map(([, lng]) => lng!))
    const way = wayHere(known as [number, number][], here)
    show(way.map(([lat, lng]) => L.latLng(lat, lng)))
  }

  read()
  fields.onTyped(['corners'], read)
  return {
    bounds: () => (corners.length === 0 ? null : L.latLngBounds(corners)),
    put(at) {
      show(corners.toSpliced(placeFor(map, corners, at), 0, at))
      done()
    },
  }
}

/** Index of the corner after which a new one adds the least length. */
function placeFor(map: L.Map, corners: readonly L.LatLng[], at: L.LatLng): number {
  if (corners.length < FEWEST) return corners.length
  const points = corners.map((corner) => map.latLngToLayerPoint(corner))
  const point = map.latLngToLayerPoint(at)
  const distances = points.map((from, place) =>
    L.LineUtil.pointToSegmentDistance(point, from, points[(place + 1) % points.length]!),
  )
  return distances.indexOf(Math.min(...distances)) + 1
}
