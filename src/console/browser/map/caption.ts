import L from 'leaflet'
import { element } from '../page/element.ts'

/** A line of text in the corner of a map. */
export function captionOf(...content: (Node | string)[]): L.Control {
  const control = new L.Control({ position: 'bottomleft' })
  const text = element('p', { class: 'map-caption', role: 'status' }, ...content)
  control.onAdd = () => text
  return control
}
