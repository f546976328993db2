import { rounded } from '../../core/telemetry/values.ts'
import { vehicle } from '../../core/vocabulary/modules/vehicle.ts'
import { type Driving, type DrivingStyle, startDriving, stepDriving } from './driving.ts'
import { hardwareFields, type SimulatorStep } from './hardware.ts'
import { positionFields } from './locations.ts'
import { usualOf } from './measuring.ts'
import { between, type Random } from './random.ts'
import { routeAt } from './route.ts'

const CAR: DrivingStyle = {
  speed: usualOf(vehicle.metrics.speed_kmh, 120),
  fuelPerKm: 0.13,
}

type Vehicle = Driving

export const startVehicle = (random: Random): Vehicle => startDriving(CAR, random)

export function stepVehicle(before: Vehicle, elapsedS: number, random: Random): SimulatorStep<Vehicle> {
  const state = stepDriving(CAR, before, elapsedS, random)
  const { heading, ...position } = routeAt(state.distance)
  return {
    state,
    body: {
      module: 'vehicle',
      ...positionFields(position),
      ...hardwareFields(state.hardware),
      metrics: {
        speed_kmh: rounded(state.speed, 1),
        heading: rounded(heading, 1) % 360,
        fuel_level: rounded(state.fuel, 1),
      },
      flags: { impact_detected: false, impact_g_force: rounded(between(0, 0.3, random), 2), geofence_breach: false },
    },
  }
}
