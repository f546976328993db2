import type L from 'leaflet'
import type { BaseMap } from '../map.ts'
import type { FenceFields } from './fields.ts'

/** Everything that a fence is drawn with. */
export interface FenceGround {
  map: L.Map
  here: BaseMap['here']
  turnTo: BaseMap['turnTo']
  fields: FenceFields
  words: Record<string, string>
  /** Applies the colours of the current theme. */
  paint(shape: L.Path): void
}

export interface FenceDrawing {
  bounds(): L.LatLngBounds | null
  /** Handles a click on the map: the centre of a circle, a corner of a polygon. */
  put(at: L.LatLng): void
}
