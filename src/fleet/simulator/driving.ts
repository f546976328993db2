import { type Hardware, startHardware, stepHardware } from './hardware.ts'
import { between, type Random, startOf, type Wandering, wander } from './random.ts'
import { ROUTE_LENGTH_M } from './route.ts'

const REFUEL_BELOW = 35
const REFUEL_TO = 95

type Range = readonly [min: number, max: number]

/**
 * Driving style: the speed in km/h, the share of the tank used per kilometre, and for those who deliver, the metres between two
 * stops and the seconds of one.
 */
export interface DrivingStyle {
  speed: Wandering
  fuelPerKm: number
  deliveries?: { everyM: Range; forS: Range }
}

export interface Driving {
  speed: number
  /** Metres along the route. */
  distance: number
  fuel: number
  /** Metres to the next stop. */
  toStopM: number
  /** Seconds until it goes on; 0 while it drives. */
  standsS: number
  hardware: Hardware
}

export const startDriving = (style: DrivingStyle, random: Random): Driving => ({
  speed: startOf(style.speed, random),
  distance: between(0, ROUTE_LENGTH_M, random),
  fuel: between(60, REFUEL_TO, random),
  toStopM: nextStopM(style, random),
  standsS: 0,
  hardware: startHardware(random),
})

const nextStopM = ({ deliveries }: DrivingStyle, random: Random): number =>
  deliveries === undefined ? Number.POSITIVE_INFINITY : between(...deliveries.everyM, random)

export function stepDriving(style: DrivingStyle, before: Driving, elapsedS: number, random: Random): Driving {
  if (before.standsS > 0) return stand(style, before, elapsedS, random)
  const speed = wander(before.speed, style.speed, elapsedS, random)
  const metres = ((before.speed + speed) / 2 / 3.6) * elapsedS
  const left = before.fuel - (metres / 1_000) * style.fuelPerKm
  return {
    speed,
    distance: (before.distance + metres) % ROUTE_LENGTH_M,
    fuel: left < REFUEL_BELOW ? REFUEL_TO : left,
    ...(metres < before.toStopM
      ? { toStopM: before.toStopM - metres, standsS: 0 }
      : arrive(style, elapsedS * (1 - before.toStopM / metres), random)),
    hardware: stepHardware(before.hardware, elapsedS, random),
  }
}

/** A stop that began this long ago. After a long step, it is over already. */
function arrive(style: DrivingStyle, agoS: number, random: Random): Pick<Driving, 'toStopM' | 'standsS'> {
  const leftS = style.deliveries === undefined ? 0 : between(...style.deliveries.forS, random) - agoS
  return leftS > 0 ? { toStopM: 0, standsS: leftS } : { toStopM: nextStopM(style, random), standsS: 0 }
}

function stand(style: DrivingStyle, before: Driving, elapsedS: number, random: Random): Driving {
  const standsS = Math.max(0, before.standsS - elapsedS)
  return {
    ...before,
    speed: 0,
    standsS,
    toStopM: standsS === 0 ? nextStopM(style, random) : 0,
    hardware: stepHardware(before.hardware, elapsedS, random),
  }
}
