import { rounded } from '../../core/telemetry/values.ts'
import { type Coordinates, METRES_PER_DEGREE } from '../../platform/great-circle.ts'
import { type Random, startOf, type Wandering, wander } from './random.ts'

/** Metres from a place. */
export interface Offset {
  eastM: number
  northM: number
}

/** Location of the simulated devices: Ljubljana. */
export const CITY: Coordinates = { lat: 46.0569, lng: 14.5058 }

/** Accurate for some tens of kilometres. */
export const offsetFrom = ({ lat, lng }: Coordinates, { eastM, northM }: Offset): Coordinates => ({
  lat: lat + northM / METRES_PER_DEGREE,
  lng: lng + eastM / (METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)),
})

/** Walks around a place, within a few times `reachM`. */
const strolling = (reachM: number): Wandering => ({
  mean: 0,
  deviation: reachM,
  relaxS: 1_200,
  min: -3 * reachM,
  max: 3 * reachM,
})

export const startOffset = (reachM: number, random: Random): Offset => ({
  eastM: startOf(strolling(reachM), random),
  northM: startOf(strolling(reachM), random),
})

export const stepOffset = (before: Offset, reachM: number, elapsedS: number, random: Random): Offset => ({
  eastM: wander(before.eastM, strolling(reachM), elapsedS, random),
  northM: wander(before.northM, strolling(reachM), elapsedS, random),
})

/** Six decimals are a tenth of a metre. */
export const positionFields = ({ lat, lng }: Coordinates): Coordinates => ({
  lat: rounded(lat, 6),
  lng: rounded(lng, 6),
})
