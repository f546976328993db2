// Maps: of one device, and of all. What they show stands beside them as text or as a list.
import { mountFleetMap } from './map/fleet-map.ts'
import { mountPlaceMap } from './map/place-map.ts'

function mount(): void {
  for (const holder of document.querySelectorAll<HTMLElement>('.map:not([data-mounted])')) {
    holder.dataset.mounted = 'yes'
    if (holder.dataset.placeMap !== undefined) mountPlaceMap(holder)
    if (holder.dataset.fleetMap !== undefined) mountFleetMap(holder)
  }
}

mount()
document.addEventListener('htmx:after:swap', mount)
