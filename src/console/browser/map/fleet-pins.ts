import L from 'leaflet'
import { clusters, concern, sharesOf } from './cluster.ts'
import type { FleetSpot } from './fleet-spot.ts'
import type { BaseMap } from './map.ts'
import { placeNames } from './pin-names.ts'
import { clusterIcon, pinIcon, tip } from './pins.ts'

/** With more pins than this in view, they are clustered. */
const SINGLE_UP_TO = 200
const CELL_PX = 72
/** Fewer are clustered only at low zoom, where they would overlap. */
const NARROW_CELL_PX = 28
const AFAR_BELOW_ZOOM = 11
/** More severe pins are drawn above others, whatever their latitude. */
const ABOVE = 1_000
/** Above all others. */
const CHOSEN = 10
/** Margin around the view, so that a short move shows no edge. */
const PAD = 0.1

interface Shown {
  marker: L.Marker
  /** Key of the icon's appearance. */
  face: string
}

/** Pins for the devices in view only. Unchanged pins are kept. */
export function fleetPins(
  { map, words, take }: BaseMap,
  spots: ReadonlyMap<number, FleetSpot>,
  choose: (id: number) => void,
): { show(chosen: number | null): void } {
  const shown = new Map<string, Shown>()

  function put(
    key: string,
    at: L.LatLngExpression,
    face: string,
    zIndexOffset: number,
    icon: () => L.DivIcon,
    label: string,
    act: () => void,
  ): void {
    const known = shown.get(key)
    if (known === undefined) {
      const marker = L.marker(at, { icon: icon(), keyboard: false, zIndexOffset }).bindTooltip(tip(label)).addTo(map)
      marker.on('click', act)
      shown.set(key, { marker, face })
      return
    }
    known.marker.setLatLng(at)
    if (known.face !== face) known.marker.setIcon(icon()).setZIndexOffset(zIndexOffset).setTooltipContent(tip(label))
    known.face = face
  }

  function show(chosen: number | null): void {
    const view = map.getBounds().pad(PAD)
    const zoom = map.getZoom()
    const inView = [...spots.values()]
      .filter(({ lat, lng }) => view.contains([lat, lng]))
      .map((spot) => ({ ...spot, ...point(map.project([spot.lat, spot.lng], zoom)) }))
    const isFew = inView.length <= SINGLE_UP_TO
    const groups =
      isFew && zoom >= AFAR_BELOW_ZOOM ? inView.map(alone) : clusters(inView, isFew ? NARROW_CELL_PX : CELL_PX)
    const { min, max } = map.getPixelBounds()
    const { sides, boxes } = placeNames(groups, chosen, { left: min!.x, right: max!.x })
    take(boxes)
    const wanted = new Set<string>()
    for (const { key, items, x, y, look } of groups) {
      const [only] = items
      if (items.length === 1 && only !== undefined) {
        const { id, heading, name } = only
        const isChosen = id === chosen
        wanted.add(`pin ${id}`)
        const side = sides.get(id) ?? null
        const face = `${only.look} ${heading} ${isChosen} ${side} ${name}`
        put(
          `pin ${id}`,
          [only.lat, only.lng],
          face,
          (isChosen ? CHOSEN : concern(only.look)) * ABOVE,
          () => pinIcon(only.look, heading, { isChosen, name, side }),
          name,
          () => choose(id),
        )
      } else {
        const name = `group ${zoom} ${key}`
        wanted.add(name)
        const middle = map.unproject([x, y], zoom)
        const here = items.find(({ id }) => id === chosen) ?? null
        const count = words.devices!.replace('#', String(items.length))
        const label = here === null ? count : `${here.name} · ${count}`
        const bounds = L.latLngBounds(items.map(({ lat, lng }): [number, number] => [lat, lng]))
        const side = (here && sides.get(here.id)) ?? null
        const icon = () => clusterIcon(items, here && { name: here.name, side })
        const face = sharesOf(items).map(({ look: one, share }) => `${one} ${share}`)
        const zIndex = (here === null ? concern(look) : CHOSEN) * ABOVE
        put(name, middle, `${items.length} ${face.join()} ${here?.name} ${side}`, zIndex, icon, label, () =>
          map.fitBounds(bounds, { padding: [48, 48] }),
        )
      }
    }
    for (const [key, { marker }] of shown) {
      if (wanted.has(key)) continue
      marker.remove()
      shown.delete(key)
    }
  }
  return { show }
}

const point = ({ x, y }: L.Point) => ({ x, y })

const alone = (spot: FleetSpot & { x: number; y: number }) => ({
  key: String(spot.id),
  items: [spot],
  x: spot.x,
  y: spot.y,
  look: spot.look,
})
