import L from 'leaflet'
import type { MapGeofence } from '../../map/map-data.ts'
import { askJson } from '../page/ask.ts'
import { colour } from '../page/colours.ts'
import type { BaseMap } from './map.ts'
import { tip } from './pins.ts'
import { wayHere } from './way-here.ts'

/** Below the tracks and pins. */
const PANE = { name: 'geofences', zIndex: '350' }

/** The name stands below the middle, where a device may be. */
const LABEL: L.TooltipOptions = {
  permanent: true,
  direction: 'center',
  offset: [0, 18],
  className: 'geofence-name',
  pane: PANE.name,
}

/** Draws all geofences with their names. The page of geofences has the same as a list. */
export function showGeofences({ map, onRecolour, here, onTurn }: BaseMap): void {
  const pane = map.createPane(PANE.name)
  pane.style.zIndex = PANE.zIndex
  let geofences: MapGeofence[] = []
  let shapes: L.Path[] = []
  const recolour = () => {
    for (const shape of shapes) shape.setStyle({ color: colour('--accent'), fillColor: colour('--accent') })
  }
  onRecolour(recolour)
  const draw = () => {
    for (const shape of shapes) shape.remove()
    shapes = geofences.flatMap(({ name, fence }) =>
      drawn(fence, here).map((shape) => shape.bindTooltip(tip(name), LABEL).addTo(map)),
    )
    recolour()
  }
  onTurn(draw)
  void askJson<MapGeofence[]>('/map/geofences.json').then((response) => {
    geofences = response ?? []
    draw()
  })
}

/** One over the edge of the map is drawn at both edges. */
function drawn(fence: MapGeofence['fence'], here: BaseMap['here']): L.Path[] {
  const look = { pane: PANE.name, interactive: false, weight: 2, dashArray: '6 4', fillOpacity: 0.08 }
  if ('polygon' in fence) {
    const corners = wayHere(fence.polygon, here)
    const turns = new Set(corners.map(([, lng]) => 360 * Math.round((here(lng) - lng) / 360)))
    return [...turns].map((turn) =>
      L.polygon(
        corners.map(([lat, lng]): L.LatLngTuple => [lat, lng + turn]),
        look,
      ),
    )
  }
  const { lat, lng, radius_m } = fence.circle
  return [L.circle([lat, here(lng)], { ...look, radius: radius_m })]
}
