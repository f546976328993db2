import type { Look } from '../../map/map-data.ts'

/** A device on the map of all devices. */
export interface FleetSpot {
  id: number
  lat: number
  lng: number
  look: Look
  heading: number | null
  name: string
}
