import L from 'leaflet'
import { withinHalfTurn } from '../way-here.ts'
import type { FenceDrawing, FenceGround } from './fence.ts'
import { degreesText } from './fields.ts'
import { handle } from './handle.ts'

/** Share of the map's width, for a circle without a radius. */
const FIRST_SHARE = 0.15

/** A circle with one handle at its centre and one on its edge. */
export function circleFence({ map, here, fields, words, paint }: FenceGround): FenceDrawing {
  const circle = L.circle([0, 0], { radius: 1, interactive: false })
  paint(circle)
  let handles: { middle: L.Marker; edge: L.Marker } | null = null

  const edgeOf = () => L.latLng(circle.getLatLng().lat, circle.getBounds().getEast())
  const done = () => {
    const { lat, lng } = circle.getLatLng()
    fields.write({
      lat: degreesText(lat),
      lng: degreesText(withinHalfTurn(lng)),
      radius: String(Math.max(1, Math.round(circle.getRadius()))),
    })
    handles?.edge.setLatLng(edgeOf())
  }

  function show(middle: L.LatLng, radius: number): void {
    circle.setLatLng(middle).setRadius(radius).addTo(map)
    handles ??= {
      middle: handle(map, middle, words.middle!, {
        moved(at) {
          circle.setLatLng(at)
          handles?.edge.setLatLng(edgeOf())
        },
        done,
      }),
      edge: handle(map, edgeOf(), words.edge!, {
        moved: (at) => circle.setRadius(Math.max(1, map.distance(circle.getLatLng(), at))),
        done,
      }),
    }
    handles.middle.setLatLng(middle)
    handles.edge.setLatLng(edgeOf())
  }

  function read(): void {
    const [lat, lng, radius] = [fields.number('lat'), fields.number('lng'), fields.number('radius')]
    if (lat !== null && lng !== null && Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && radius !== null && radius > 0)
      show(L.latLng(lat, here(lng)), radius)
  }

  read()
  fields.onTyped(['lat', 'lng', 'radius'], read)
  return {
    bounds: () => (handles === null ? null : circle.getBounds()),
    put(at) {
      show(at, fields.number('radius') ?? firstRadius(map))
      done()
    },
  }
}

/** A round radius that is easy to see: 200 m, 5 km. */
function firstRadius(map: L.Map): number {
  const bounds = map.getBounds()
  const wanted = map.distance(bounds.getNorthWest(), bounds.getNorthEast()) * FIRST_SHARE
  const power = 10 ** Math.floor(Math.log10(wanted))
  return power * ([5, 2, 1].find((step) => step * power <= wanted) ?? 1)
}
