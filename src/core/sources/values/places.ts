import { numberOf } from './metric-keys.ts'

/**
 * A position in degrees, as a reading has it; empty if one of the two is missing or impossible. Zeros stand for no
 * position, as in Traccar.
 */
export function placeOf(latitude: unknown, longitude: unknown): { lat?: number; lng?: number } {
  const [lat, lng] = [numberOf(latitude), numberOf(longitude)]
  if (lat === null || lng === null || Math.abs(lat) > 90 || Math.abs(lng) > 180) return {}
  return lat === 0 && lng === 0 ? {} : { lat, lng }
}
