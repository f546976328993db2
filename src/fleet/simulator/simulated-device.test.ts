import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { ReadingBody } from '../../core/telemetry/reading.ts'
import { MODULES, type Module } from '../../core/vocabulary/modules.ts'
import { distanceM } from '../../platform/great-circle.ts'
import { simulatedDevice } from './simulated-device.ts'

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]
const HOURS_24 = 86_400
const READING = Compile(ReadingBody)

/** Ordinary range of each value: the least and the most, neither of which alerts. */
const ORDINARY: Record<string, [least: number, most: number]> = {
  systolic: [101, 139],
  diastolic: [51, 90],
  heart_rate: [51, 110],
  spo2: [94, 100],
  glucose: [70, 180],
  speed_kmh: [0, 115],
  heading: [0, 359.9],
  fuel_level: [20, 100],
  gas_ppm: [0, 29.9],
  smoke_level: [0, 0.89],
  humidity: [21, 79],
  impact_g_force: [0, 1.4],
}
const TEMPERATURE: Partial<Record<Module, [least: number, most: number]>> = {
  health: [35.1, 38],
  factory: [8, 34],
  home_infra: [8, 34],
}

function bodiesOf(module: Module, seed: number, intervalS: number, durationS = HOURS_24): ReadingBody[] {
  const device = simulatedDevice(module, seed)
  return Array.from({ length: Math.floor(durationS / intervalS) }, (_, tick) => device(tick === 0 ? 0 : intervalS))
}

for (const module of MODULES) {
  test(`every body of a ${module} device is a valid reading of its module`, () => {
    for (const body of bodiesOf(module, 1, 600)) {
      assert.equal(body.module, module)
      assert.ok(READING.Check(body), JSON.stringify(READING.Errors(body)))
    }
  })

  test(`the same seed gives the same ${module} readings, another seed others`, () => {
    assert.deepEqual(bodiesOf(module, 7, 60, 3_600), bodiesOf(module, 7, 60, 3_600))
    assert.notDeepEqual(bodiesOf(module, 7, 60, 3_600), bodiesOf(module, 8, 60, 3_600))
  })

  test(`a ${module} device sets nothing off in 24 ordinary hours`, () => {
    for (const seed of SEEDS) {
      for (const intervalS of [20, 300]) {
        for (const body of bodiesOf(module, seed, intervalS)) assertOrdinary(body, module)
      }
    }
  })
}

function assertOrdinary(body: ReadingBody, module: Module): void {
  const limits = { ...ORDINARY, temperature: TEMPERATURE[module] }
  for (const [name, value] of Object.entries({ ...body.metrics, ...body.flags })) {
    const [least, most] = limits[name as keyof typeof limits] ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    if (typeof value === 'number') assert.ok(value >= least && value <= most, `${name} is ${value}`)
    assert.notEqual(value, true, `${name} is raised`)
  }
  assert.ok(body.battery! >= 25 && body.battery! <= 100, `battery is ${body.battery}`)
  assert.ok(body.signal! > -98 && body.signal! <= -60, `signal is ${body.signal}`)
}

test('a battery falls slowly and is charged before it is low', () => {
  const levels = bodiesOf('factory', 3, 600, 10 * HOURS_24).map(({ battery }) => battery!)
  assert.ok(levels[36]! < levels[0]! - 5 && levels[36]! > levels[0]! - 15)
  assert.ok(Math.min(...levels) >= 25 && Math.max(...levels.slice(500)) >= 98)
})

test('the steps of a worker only grow', () => {
  const steps = bodiesOf('worker', 1, 60).map(({ metrics }) => metrics!.steps as number)
  assert.ok(steps.every((count, place) => place === 0 || count >= steps[place - 1]!))
  assert.ok(steps.at(-1)! - steps[0]! > 5_000)
})

test('a vehicle is where its speed and heading have taken it', () => {
  const bodies = bodiesOf('vehicle', 1, 5, 7_200)
  for (const [place, body] of bodies.entries()) {
    const before = bodies[place - 1]
    if (before === undefined) continue
    const [from, to] = [before, body].map(({ lat, lng }) => ({ lat: lat!, lng: lng! }))
    const [slower, faster] = [before, body].map(({ metrics }) => metrics!.speed_kmh as number).sort((a, b) => a - b)
    const speed = (distanceM(from!, to!) / 5) * 3.6
    assert.ok(
      speed > slower! * 0.98 - 0.5 && speed < faster! * 1.02 + 0.5,
      `${speed} km/h between ${slower} and ${faster}`,
    )
    assert.ok(faster! - slower! < 25, 'it neither brakes nor accelerates hard')
    const turn = Math.abs((((body.metrics!.heading as number) - (before.metrics!.heading as number) + 540) % 360) - 180)
    assert.ok(turn < 30, `it turns ${turn} degrees in five seconds`)
  }
})

test('a vehicle burns fuel and fills up in time', () => {
  const levels = bodiesOf('vehicle', 1, 60).map(({ metrics }) => metrics!.fuel_level as number)
  const refuelled = levels.filter((level, place) => place > 0 && level > levels[place - 1]!)
  assert.ok(refuelled.length >= 1 && refuelled.every((level) => level === 95))
})
