import { type Hardware, startHardware, stepHardware } from './hardware.ts'
import { between, type Random, startOf, type Wandering, wander } from './random.ts'
import { ROUTE_LENGTH_M } from './route.ts'

const REFUEL_BELOW = 35
const REFUEL_TO = 95

/** Driving style: the speed in km/h, and the share of the tank used per kilometre. */
export interface DrivingStyle {
  speed: Wandering
  fuelPerKm: number
}

export interface Driving {
  speed: number
  /** Metres along the route. */
  distance: number
  fuel: number
  hardware: Hardware
}

export const startDriving = (style: DrivingStyle, random: Random): Driving => ({
  speed: startOf(style.speed, random),
  distance: between(0, ROUTE_LENGTH_M, random),
  fuel: between(60, REFUEL_TO, random),
  hardware: startHardware(random),
})

export function stepDriving(style: DrivingStyle, before: Driving, elapsedS: number, random: Random): Driving {
  const speed = wander(before.speed, style.speed, elapsedS, random)
  const metres = ((before.speed + speed) / 2 / 3.6) * elapsedS
  const left = before.fuel - (metres / 1_000) * style.fuelPerKm
  return {
    speed,
    distance: (before.distance + metres) % ROUTE_LENGTH_M,
    fuel: left < REFUEL_BELOW ? REFUEL_TO : left,
    hardware: stepHardware(before.hardware, elapsedS, random),
  }
}
