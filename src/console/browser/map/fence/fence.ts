import type L from 'leaflet'
import type { FenceFields } from './fields.ts'

/** What a fence is drawn on. */
export interface FenceGround {
  map: L.Map
  fields: FenceFields
  words: Record<string, string>
  /** Gives it its colours, by day and by night. */
  paint(shape: L.Path): void
}

export interface FenceDrawing {
  bounds(): L.LatLngBounds | null
  /** Somebody points there: the middle of a circle, a corner of a polygon. */
  put(at: L.LatLng): void
}
