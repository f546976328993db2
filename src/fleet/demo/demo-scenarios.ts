import type { Module } from '../../core/vocabulary/modules.ts'
import { seededRandom } from '../simulator/random.ts'
import { SCENARIOS, type Scenario, type ScenarioName } from '../simulator/scenarios.ts'

export interface DemoScenario {
  deviceId: number
  scenario: Scenario
  startsAt: number
}

/** Each begins some time after the one before has ended. The first one shows the purpose of the service. */
const ORDER: readonly ScenarioName[] = [
  'fall',
  'gas_leak',
  'geofence_breach',
  'water_leak',
  'low_battery',
  'hard_impact',
  'silence',
]
const FIRST_AFTER_MS = 15_000
const CALM_MS = 90_000

/** An endless sequence of scenarios, each with a device of a module it applies to. */
export function demoScenarios(
  members: readonly { id: number; module: Module }[],
  startsAt: number,
): Generator<DemoScenario, null> {
  return sequence(members, startsAt + FIRST_AFTER_MS)
}

function* sequence(members: readonly { id: number; module: Module }[], firstAt: number): Generator<DemoScenario, null> {
  const random = seededRandom(members.length)
  let startsAt = firstAt
  for (let turn = 0; members.length > 0; turn += 1) {
    const scenario = SCENARIOS[ORDER[turn % ORDER.length]!]
    const affected = members.filter(({ module }) => scenario.modules.includes(module))
    if (affected.length === 0) continue
    yield { deviceId: affected[Math.floor(random() * affected.length)]!.id, scenario, startsAt }
    startsAt += scenario.durationS * 1_000 + CALM_MS
  }
  return null
}

export const scenarioEnd = ({ scenario, startsAt }: DemoScenario): number => startsAt + scenario.durationS * 1_000

/** Progress of a scenario from 0 to 1; null before and after it. */
export function progressOf({ scenario, startsAt }: DemoScenario, at: number): number | null {
  const progress = (at - startsAt) / (scenario.durationS * 1_000)
  return progress >= 0 && progress < 1 ? progress : null
}
