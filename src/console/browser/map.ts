// Maps of one device, of all devices, and of a fence. The page has the same information as text, list, or fields.
import { mountFenceMap } from './map/fence/fence-map.ts'
import { mountFleetMap } from './map/fleet-map.ts'
import { mountLocationMap } from './map/location-map.ts'

function mount(): void {
  for (const holder of document.querySelectorAll<HTMLElement>('.map:not([data-mounted])')) {
    // A fence whose shape is not chosen has no size yet; the map itself is shown once it is there.
    if (holder.dataset.fenceMap !== undefined && !holder.parentElement!.checkVisibility()) continue
    holder.dataset.mounted = 'yes'
    if (holder.dataset.locationMap !== undefined) mountLocationMap(holder)
    if (holder.dataset.fleetMap !== undefined) mountFleetMap(holder)
    if (holder.dataset.fenceMap !== undefined) mountFenceMap(holder)
  }
}

mount()
document.addEventListener('htmx:after:swap', mount)
document.addEventListener('change', mount)
