import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { ReadingBody } from '../../core/telemetry/reading.ts'
import { MODULES, type Module } from '../../core/vocabulary/modules.ts'
import { startFleet, stepFleet } from './fleet.ts'
import { seededRandom } from './random.ts'
import { SCENARIO_NAMES, SCENARIOS, type ScenarioName, scenarioWindow } from './scenarios.ts'
import { type SimulatedReading, simulatedFleet } from './simulated-fleet.ts'

const FLEET = MODULES.map((module) => ({ name: module, module, token: module }))
const READING = Compile(ReadingBody)

const run = (scenario?: ScenarioName, intervalS = 5, devices = FLEET, seed = 1): SimulatedReading[] =>
  [...simulatedFleet({ devices, intervalS, durationS: 600 + 10 * intervalS, scenario, seed })].flat()

const affectedBy = (scenario: ScenarioName, intervalS = 5, devices = FLEET): ReadingBody[] =>
  run(scenario, intervalS, devices)
    .filter(({ isAffected }) => isAffected)
    .map(({ body }) => body)

const only = (module: Module) => FLEET.filter((device) => device.module === module)

/** Recognizes each scenario in at least one of its readings. */
const TRIPS: Record<Exclude<ScenarioName, 'silence'>, (body: ReadingBody) => boolean> = {
  fall: ({ flags }) => flags?.fall_detected === true,
  gas_leak: ({ metrics }) => metrics?.gas_type === 'CO' && metrics.gas_ppm === 120,
  hard_impact: ({ flags, metrics }) =>
    flags?.impact_detected === true && flags.impact_g_force === 4.2 && metrics?.speed_kmh === 0,
  geofence_breach: ({ flags }) => flags?.geofence_breach === true,
  water_leak: ({ flags }) => flags?.water_leak === true,
  low_battery: ({ battery }) => battery === 6,
}

test('the same seed gives the same readings, another seed others, and no two devices are alike', () => {
  assert.deepEqual(run('fall'), run('fall'))
  assert.notDeepEqual(run(undefined, 5, FLEET, 1), run(undefined, 5, FLEET, 2))
  const twins = ['a', 'b'].map((name) => ({ name, module: 'factory' as const, token: name }))
  const [first, second] = simulatedFleet({ devices: twins, intervalS: 5 }).next().value as SimulatedReading[]
  assert.notDeepEqual(first?.body, second?.body)
})

test('every device sends once each interval until the duration is over', () => {
  const ticks = [...simulatedFleet({ devices: FLEET, intervalS: 10, durationS: 60 })]
  assert.deepEqual(
    ticks.map((readings) => readings.map(({ device }) => device.name)),
    Array.from({ length: 6 }, () => [...MODULES]),
  )
})

for (const [name, trips] of Object.entries(TRIPS) as [
  Exclude<ScenarioName, 'silence'>,
  (body: ReadingBody) => boolean,
][]) {
  for (const intervalS of [1, 5, 600]) {
    test(`the scenario ${name} sends what trips it, and valid readings, every ${intervalS} s`, () => {
      const bodies = affectedBy(name, intervalS)
      assert.ok(bodies.some(trips))
      for (const body of bodies) assert.ok(READING.Check(body), JSON.stringify(READING.Errors(body)))
    })
  }

  test(`the scenario ${name} strikes one device, within its minutes, and leaves the others as they were`, () => {
    const { startS, endS } = scenarioWindow(SCENARIOS[name], 5)
    assert.ok(endS - startS >= 120 && endS - startS <= 300)
    const readings = run(name)
    assert.equal(new Set(readings.filter(({ isAffected }) => isAffected).map(({ device }) => device.name)).size, 1)
    assert.equal(readings.filter(({ isAffected }) => isAffected).length, (endS - startS) / 5)
    const affectedDevice = readings.find(({ isAffected }) => isAffected)?.device
    const others = ({ device }: SimulatedReading): boolean => device !== affectedDevice
    assert.deepEqual(readings.filter(others), run().filter(others))
  })

  test(`nothing of the scenario ${name} is left when it is over`, () => {
    const readings = run(name)
    const ordinary = readings.slice(readings.findLastIndex(({ isAffected }) => isAffected) + 1)
    assert.ok(ordinary.length > 0)
    assert.ok(!ordinary.some(({ body }) => trips(body)))
  })
}

test('silence stops one device for five minutes and no other', () => {
  const [silenced, ...others] = MODULES.map(
    (module) => run('silence').filter(({ device }) => device.module === module).length,
  )
  assert.equal(run().filter(({ device }) => device.module === 'health').length, 130)
  assert.equal(silenced, 130 - 60)
  assert.ok(others.every((count) => count === 130))
})

test('a fall also strikes a worker, who takes no steps until it is over', () => {
  const steps = affectedBy('fall', 5, only('worker')).map(({ metrics }) => metrics?.steps)
  assert.equal(new Set(steps).size, 1)
})

test('a truck stops to deliver for some minutes, at one place, and goes on', () => {
  const readings = [...simulatedFleet({ devices: only('fleet'), intervalS: 30, durationS: 7_200 })].flat()
  const stops: string[][] = []
  for (const [place, { body }] of readings.entries()) {
    if (body.metrics?.speed_kmh !== 0) continue
    if (place === 0 || readings[place - 1]!.body.metrics?.speed_kmh !== 0) stops.push([])
    stops.at(-1)!.push(`${body.lat} ${body.lng}`)
  }
  assert.ok(stops.length >= 3, `${stops.length} stops in two hours`)
  for (const stop of stops.slice(0, -1)) {
    assert.ok(stop.length >= 11 && stop.length <= 31, `${stop.length} readings`)
    assert.ok(new Set(stop).size <= 2, 'one place')
  }
})

test('most trucks drive after an hour without readings', () => {
  const random = seededRandom(1)
  const trucks = Array.from({ length: 20 }, () => stepFleet(startFleet(random), 3_600, random).state)
  const driving = trucks.filter((truck) => stepFleet(truck, 5, random).body.metrics?.speed_kmh !== 0)
  assert.ok(driving.length > 15, `${driving.length} of 20`)
})

test('a vehicle that was hit stands where it was hit', () => {
  const places = affectedBy('hard_impact').map(({ lat, lng }) => `${lat} ${lng}`)
  assert.equal(new Set(places).size, 1)
})

test('a gas leak climbs and clears without a jump', () => {
  const levels = affectedBy('gas_leak').map(({ metrics }) => metrics?.gas_ppm as number)
  assert.ok(levels[0]! < 10 && levels.at(-1)! < 15)
  assert.ok(levels.every((level, place) => place === 0 || Math.abs(level - levels[place - 1]!) < 10))
})

test('a scenario without a device to strike is refused', () => {
  assert.throws(() => run('gas_leak', 5, only('worker')), /The scenario gas_leak needs a device of the module factory/)
})

test('every scenario has a summary and a module', () => {
  for (const name of SCENARIO_NAMES) {
    assert.ok(SCENARIOS[name].summary.length > 0)
    assert.ok(SCENARIOS[name].modules.length > 0)
  }
})
