import type L from 'leaflet'

export interface BaseMap {
  map: L.Map
  words: Record<string, string>
  zone: string
  /** Called when everything that is painted must be painted anew. */
  onRecolour(recolour: () => void): void
}
