import L from 'leaflet'

const STEPS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const STEP_PX = 10
const ABOVE_PINS = 20_000

interface Acts {
  /** Called while it is dragged. */
  moved(at: L.LatLng): void
  /** Called when it is dropped. */
  done(): void
  removed?(): void
}

/** A handle of a fence: dragged, moved by arrow keys (finely with Shift), deleted by Delete or a double click. */
export function handle(map: L.Map, at: L.LatLngExpression, label: string, { moved, done, removed }: Acts): L.Marker {
  const icon = L.divIcon({ className: 'fence-handle', iconSize: [24, 24] })
  const marker = L.marker(at, { icon, draggable: true, autoPan: true, zIndexOffset: ABOVE_PINS }).addTo(map)
  const spot = marker.getElement()!
  spot.setAttribute('aria-label', label)
  spot.title = label
  marker.on('drag', () => moved(marker.getLatLng()))
  marker.on('dragend', done)
  if (removed) marker.on('dblclick', removed)
  spot.addEventListener('keydown', (event) => {
    const step = STEPS[event.key]
    if (step !== undefined) {
      const far = event.shiftKey ? 1 : STEP_PX
      const from = map.latLngToContainerPoint(marker.getLatLng())
      marker.setLatLng(map.containerPointToLatLng(from.add([step[0] * far, step[1] * far])))
      moved(marker.getLatLng())
      done()
    } else if (['Delete', 'Backspace'].includes(event.key) && removed) removed()
    else return
    event.preventDefault()
    // Otherwise the map would move as well.
    event.stopPropagation()
  })
  return marker
}
