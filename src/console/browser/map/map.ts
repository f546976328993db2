import type L from 'leaflet'
import type { LabelBox } from './world/label-grid.ts'

export interface BaseMap {
  map: L.Map
  words: Record<string, string>
  zone: string
  /** Turns the map so that these longitudes are side by side, if they are within half of the earth. */
  turnTo(longitudes: readonly number[]): void
  /** A longitude, or it with a whole turn, where this map shows it. */
  here(lng: number): number
  /** Called when the map has been turned and all longitudes are to be asked again. */
  onTurn(turned: () => void): void
  /** Called when the colours have changed and everything must be redrawn. */
  onRecolour(recolour: () => void): void
  /** Keeps names of places from what is drawn here, in pixels of the map at its zoom. */
  take(boxes: readonly LabelBox[]): void
  taken(): readonly LabelBox[]
  onTaken(redraw: () => void): void
}
