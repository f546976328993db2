import L from 'leaflet'
import type { MapGeofence } from '../../map/map-data.ts'
import { askJson } from '../page/ask.ts'
import { colour } from '../page/colours.ts'
import type { BaseMap } from './map.ts'
import { tip } from './pins.ts'

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
export function showGeofences({ map, onRecolour }: BaseMap): void {
  const pane = map.createPane(PANE.name)
  pane.style.zIndex = PANE.zIndex
  const shapes: L.Path[] = []
  const recolour = () => {
    for (const shape of shapes) shape.setStyle({ color: colour('--accent'), fillColor: colour('--accent') })
  }
  onRecolour(recolour)
  void askJson<MapGeofence[]>('/map/geofences.json').then((geofences) => {
    for (const { name, fence } of geofences ?? []) {
      shapes.push(drawn(fence).bindTooltip(tip(name), LABEL).addTo(map))
    }
    recolour()
  })
}

function drawn(fence: MapGeofence['fence']): L.Path {
  const look = { pane: PANE.name, interactive: false, weight: 2, dashArray: '6 4', fillOpacity: 0.08 }
  if ('polygon' in fence) return L.polygon(fence.polygon, look)
  const { lat, lng, radius_m } = fence.circle
  return L.circle([lat, lng], { ...look, radius: radius_m })
}
