import type { Coordinates } from '../../platform/great-circle.ts'

const STREETS_ZOOM = 17
/** A metre. */
const DIGITS = 5

/** The page of OpenStreetMap that marks a place. Programs for mail and many phones do not open `geo:`. */
export function mapAddress({ lat, lng }: Coordinates): string {
  const [north, east] = [lat.toFixed(DIGITS), lng.toFixed(DIGITS)]
  return `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=${STREETS_ZOOM}/${north}/${east}`
}
