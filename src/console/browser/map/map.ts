import type L from 'leaflet'

export interface BaseMap {
  map: L.Map
  words: Record<string, string>
  zone: string
  /** Called when the colours have changed and everything must be redrawn. */
  onRecolour(recolour: () => void): void
}
