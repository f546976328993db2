import type L from 'leaflet'
import type { LabelBox } from './world/label-grid.ts'

export interface BaseMap {
  map: L.Map
  words: Record<string, string>
  zone: string
  /** Called when the colours have changed and everything must be redrawn. */
  onRecolour(recolour: () => void): void
  /** Keeps names of places from what is drawn here, in pixels of the map at its zoom. */
  take(boxes: readonly LabelBox[]): void
  taken(): readonly LabelBox[]
  onTaken(redraw: () => void): void
}
