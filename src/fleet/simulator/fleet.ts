import { rounded } from '../../core/telemetry/values.ts'
import { fleet } from '../../core/vocabulary/modules/fleet.ts'
import { type Driving, type DrivingStyle, startDriving, stepDriving } from './driving.ts'
import { hardwareFields, type SimulatorStep } from './hardware.ts'
import { positionFields } from './locations.ts'
import { usualOf } from './measuring.ts'
import type { Random } from './random.ts'
import { routeAt } from './route.ts'

const TRUCK: DrivingStyle = {
  speed: usualOf(fleet.metrics.speed_kmh, 180),
  fuelPerKm: 0.08,
  deliveries: { everyM: [4_000, 12_000], forS: [360, 900] },
}

type Fleet = Driving

export const startFleet = (random: Random): Fleet => startDriving(TRUCK, random)

/** Trucks take the loop the other way round. */
export function stepFleet(before: Fleet, elapsedS: number, random: Random): SimulatorStep<Fleet> {
  const state = stepDriving(TRUCK, before, elapsedS, random)
  return {
    state,
    body: {
      module: 'fleet',
      ...positionFields(routeAt(-state.distance)),
      ...hardwareFields(state.hardware),
      metrics: { speed_kmh: rounded(state.speed, 1), fuel_level: rounded(state.fuel, 1) },
      flags: { geofence_breach: false },
    },
  }
}
