import L from 'leaflet'
import type { Look } from '../../map/map-data.ts'
import { element } from '../page/element.ts'
import { sharesOf } from './cluster.ts'

const SVG = 'http://www.w3.org/2000/svg'
/** The shapes of these states, as everywhere in the console. */
const SHAPES: Record<Look, string> = {
  good: 'M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16z',
  info: 'M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16z',
  off: 'M12 6a6 6 0 1 0 0 12a6 6 0 1 0 0-12z',
  warning: 'M12 3 22 20 2 20z',
  critical: 'M12 1 23 12 12 23 1 12z',
}
const ARROW = 'M12 2 20 21 12 16.5 4 21z'

/** On which side of its pin a name stands; null without room for it. */
export type NameSide = 'right' | 'left' | null

/** Shows the state by shape and colour; moving devices point in their direction. */
export function pinIcon(
  look: Look,
  heading: number | null,
  { isChosen = false, name = '', side = null }: { isChosen?: boolean; name?: string; side?: NameSide } = {},
): L.DivIcon {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', heading === null ? SHAPES[look] : ARROW)
  svg.append(path)
  if (heading !== null) svg.style.transform = `rotate(${heading}deg)`
  const holder = element('span', {})
  holder.append(svg)
  if (side !== null) holder.append(nameBeside(name, side))
  const className = `pin ${look}${isChosen ? ' chosen' : ''}`
  return L.divIcon({ className, html: holder, iconSize: [24, 24], iconAnchor: [12, 12] })
}

/** Screen readers have the list of devices. */
const nameBeside = (name: string, side: NonNullable<NameSide>): HTMLElement =>
  element('span', { class: `pin-name ${side}`, 'aria-hidden': 'true' }, name)

/** Leaflet treats strings as HTML, and names are untrusted. */
export const tip = (text: string): HTMLElement => element('span', {}, text)

/** Diameter of a cluster. */
export const clusterPx = (count: number): number => (count < 10 ? 32 : count < 100 ? 38 : 46)

/** A cluster with its count, in a ring of the colours of its devices, and the name of the chosen one if that is among them. */
export function clusterIcon(
  items: readonly { look: Look }[],
  chosen: { name: string; side: NameSide } | null = null,
): L.DivIcon {
  const size = clusterPx(items.length)
  const ring = document.createElementNS(SVG, 'svg')
  ring.setAttribute('viewBox', '0 0 46 46')
  let from = 0
  for (const { look, share } of sharesOf(items)) {
    const arc = document.createElementNS(SVG, 'circle')
    for (const [name, value] of Object.entries({ cx: 23, cy: 23, r: 21, pathLength: 100 }))
      arc.setAttribute(name, String(value))
    arc.setAttribute('stroke-dasharray', `${share} ${100 - share}`)
    arc.setAttribute('stroke-dashoffset', String(-from))
    arc.setAttribute('class', look)
    ring.append(arc)
    from += share
  }
  const holder = element('span', {})
  holder.append(ring, element('span', {}, String(items.length)))
  if (chosen !== null && chosen.side !== null) holder.append(nameBeside(chosen.name, chosen.side))
  return L.divIcon({
    className: chosen === null ? 'cluster' : 'cluster chosen',
    html: holder,
    iconSize: [size, size],
    iconAnchor: [size / 2, size / 2],
  })
}
