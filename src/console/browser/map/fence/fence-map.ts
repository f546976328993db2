import L from 'leaflet'
import type { Look, Positions } from '../../../map/map-data.ts'
import { askJson } from '../../page/ask.ts'
import { colour } from '../../page/colours.ts'
import { openMap } from '../base-map.ts'
import { fleetPins } from '../fleet-pins.ts'
import type { FleetSpot } from '../fleet-spot.ts'
import type { BaseMap } from '../map.ts'
import { circleFence } from './circle-fence.ts'
import type { FenceDrawing } from './fence.ts'
import { fenceFields } from './fields.ts'
import { polygonFence } from './polygon-fence.ts'

const LOOKS: readonly Look[] = ['good', 'off', 'critical', 'warning', 'info']
const NEAREST_ZOOM = 16

/** The map for drawing a fence, with the last positions of devices. */
export function mountFenceMap(holder: HTMLElement): void {
  const { fenceMap: p, fenceShape, fenceWords } = holder.dataset
  const base = openMap(holder)
  const { map } = base
  const fields = fenceFields(p!)
  map.fitWorld({ animate: false })
  const ground = {
    map,
    here: base.here,
    turnTo: base.turnTo,
    fields,
    words: JSON.parse(fenceWords!),
    paint: painter(base),
  }
  const fence = fenceShape === 'polygon' ? polygonFence(ground) : circleFence(ground)
  const fit = (bounds: L.LatLngBounds | null) => {
    if (bounds?.isValid()) map.fitBounds(bounds, { padding: [40, 40], maxZoom: NEAREST_ZOOM, animate: false })
  }
  fit(fence.bounds())
  map.on('click', ({ latlng }) => fence.put(latlng))
  holder
    .parentElement!.querySelector('[data-fence-middle]')!
    .addEventListener('click', () => fence.put(map.getCenter()))
  // Moves the map to what was typed.
  fields.onTyped(fenceShape === 'polygon' ? ['corners'] : ['lat', 'lng', 'radius'], () => {
    const bounds = fence.bounds()
    if (bounds !== null && !map.getBounds().contains(bounds)) fit(bounds)
  })
  void showDevices(base, fence).then((devices) => {
    if (fence.bounds() === null) fit(devices)
    holder.dataset.ready = 'yes'
  })
}

const painter =
  ({ onRecolour }: BaseMap) =>
  (shape: L.Path): void => {
    const recolour = () =>
      void shape.setStyle({ color: colour('--accent'), fillColor: colour('--accent'), fillOpacity: 0.15, weight: 2 })
    recolour()
    onRecolour(recolour)
  }

/** Shows devices for orientation. Clicking one selects its position. */
async function showDevices(base: BaseMap, fence: FenceDrawing): Promise<L.LatLngBounds> {
  const response = await askJson<Positions>('/map/positions.json')
  const spots = new Map<number, FleetSpot>()
  for (const [id, lat, lng, look, heading, name] of response?.rows ?? [])
    spots.set(id, { id, lat, lng: base.here(lng), look: LOOKS[look]!, heading, name })
  base.onTurn(() => {
    for (const spot of spots.values()) spot.lng = base.here(spot.lng)
  })
  const pins = fleetPins(base, spots, (id) => {
    const { lat, lng } = spots.get(id)!
    fence.put(L.latLng(lat, lng))
  })
  pins.show(null)
  base.map.on('moveend zoomend', () => pins.show(null))
  return L.latLngBounds([...spots.values()].map(({ lat, lng }): [number, number] => [lat, lng]))
}
