// Readings of devices over a month, the same in every run, of the kinds that differ in how well they can be compressed.
import type { ReadingBody } from '../../src/core/telemetry/reading.ts'
import {
  gaussian,
  type Random,
  seededRandom,
  startOf,
  type Wandering,
  wander,
} from '../../src/fleet/simulator/random.ts'

export interface MadeReading {
  /** Number of the device, from 0. */
  device: number
  at: number
  receivedAt: number
  body: ReadingBody
}

export interface Plan {
  kind: Kind
  everyS: number
  devices: number
  /** Readings per device. */
  readings: number
  from: number
}

/** Draws the next reading of a device. */
type Draw = () => Omit<ReadingBody, 'ts'>

const VITALS: Record<string, Wandering> = {
  systolic: { mean: 120, deviation: 9, relaxS: 3_600, min: 70, max: 220 },
  diastolic: { mean: 78, deviation: 6, relaxS: 3_600, min: 40, max: 130 },
  heart_rate: { mean: 72, deviation: 8, relaxS: 600, min: 40, max: 180 },
  spo2: { mean: 97, deviation: 1, relaxS: 1_800, min: 80, max: 100 },
  temperature: { mean: 36.8, deviation: 0.3, relaxS: 7_200, min: 34, max: 42 },
  glucose: { mean: 105, deviation: 18, relaxS: 7_200, min: 50, max: 300 },
}
const LEVEL: Wandering = { mean: 50, deviation: 10, relaxS: 3_600, min: 0, max: 100 }
const BATTERY: Wandering = { mean: 70, deviation: 15, relaxS: 86_400, min: 5, max: 100 }
const SIGNAL: Wandering = { mean: -75, deviation: 5, relaxS: 600, min: -120, max: -40 }
const SPEED: Wandering = { mean: 45, deviation: 25, relaxS: 120, min: 0, max: 130 }
const TURN: Wandering = { mean: 0, deviation: 2, relaxS: 20, min: -20, max: 20 }
const FLAGS = { fall_detected: false, panic_pressed: false }
/** A fix wanders by three metres: this many degrees of latitude. */
const FIX_DEGREES = 3 / 111_320
const DEGREES_PER_KM = 1 / 111.32
const SPARSE_SHARE = 0.2
/** Deviation of a device's clock from its interval, and the shortest and longest way to the service. */
const JITTER_MS = 15
const LAG_MS = { from: 120, to: 600 }

export const KINDS = {
  'whole numbers': (random, everyS) => {
    const [metrics, about] = [valuesOf(VITALS, 0, random, everyS), aboutDevice(random, everyS)]
    return () => ({ module: 'health', ...about(), metrics: metrics(), flags: FLAGS })
  },
  'one decimal, with location': (random, everyS) => {
    const [metrics, about] = [valuesOf(VITALS, 1, random, everyS), aboutDevice(random, everyS)]
    const fix = (degrees: number) => round(degrees + FIX_DEGREES * gaussian(random), 6)
    return () => ({
      module: 'health',
      ...about(),
      lat: fix(48.1),
      lng: fix(11.5),
      metrics: metrics(),
      flags: FLAGS,
    })
  },
  'moving, with location': (random, everyS) => {
    const [drive, about] = [driving(random, everyS), aboutDevice(random, everyS)]
    return () => ({ module: 'vehicle', ...about(), ...drive() })
  },
  '15 digits': (random, everyS) => {
    const metrics = valuesOf(VITALS, 12, random, everyS)
    return () => ({ module: 'factory', metrics: metrics() })
  },
  'sparse keys': (random, everyS) => {
    const [metrics, about] = [valuesOf(levels(12), 1, random, everyS), aboutDevice(random, everyS)]
    const some = () => Object.fromEntries(Object.entries(metrics()).filter(() => random() < SPARSE_SHARE))
    return () => ({ module: 'factory', ...about(), metrics: some() })
  },
  'one metric': (random, everyS) => {
    const metrics = valuesOf(levels(1), 1, random, everyS)
    return () => ({ module: 'home_infra', metrics: metrics() })
  },
  '64 metrics': (random, everyS) => {
    const metrics = valuesOf(levels(64), 1, random, everyS)
    return () => ({ module: 'factory', metrics: metrics() })
  },
} satisfies Record<string, (random: Random, everyS: number) => Draw>
export type Kind = keyof typeof KINDS

/** Readings in the order of their arrival: devices alternate. */
export function* readingsOf({ kind, everyS, devices, readings, from }: Plan): Generator<MadeReading> {
  const random = seededRandom(devices)
  const draws = Array.from({ length: devices }, (_, device): Draw => KINDS[kind](seededRandom(device + 1), everyS))
  for (let step = 0; step < readings; step += 1) {
    for (let device = 0; device < devices; device += 1) {
      const due = from + (step + (device + 1) / (devices + 1)) * everyS * 1_000
      const at = Math.round(due + JITTER_MS * gaussian(random))
      const receivedAt = at + Math.round(LAG_MS.from + (LAG_MS.to - LAG_MS.from) * random())
      yield { device, at, receivedAt, body: { ...draws[device]!(), ts: at } as ReadingBody }
    }
  }
}

/** Values that wander from reading to reading, rounded to this many decimals. */
function valuesOf(about: Record<string, Wandering>, decimals: number, random: Random, everyS: number) {
  const values = Object.entries(about).map(([key, wandering]) => ({
    key,
    wandering,
    value: startOf(wandering, random),
  }))
  return (): Record<string, number> => {
    for (const one of values) one.value = wander(one.value, one.wandering, everyS, random)
    return Object.fromEntries(values.map(({ key, value }) => [key, round(value, decimals)]))
  }
}

const levels = (count: number): Record<string, Wandering> =>
  Object.fromEntries(Array.from({ length: count }, (_, place) => [`level_${place + 1}`, LEVEL]))

const aboutDevice = (random: Random, everyS: number): (() => { battery: number; signal: number }) =>
  valuesOf({ battery: BATTERY, signal: SIGNAL }, 0, random, everyS) as never

function driving(random: Random, everyS: number) {
  let [lat, lng, heading, speed, turn] = [48.1, 11.5, 360 * random(), startOf(SPEED, random), startOf(TURN, random)]
  return () => {
    speed = wander(speed, SPEED, everyS, random)
    turn = wander(turn, TURN, everyS, random)
    heading = (heading + turn * everyS + 3_600) % 360
    const degrees = (speed / 3_600) * everyS * DEGREES_PER_KM
    // Turned back at the border of its region.
    lat = Math.min(49, Math.max(47, lat + degrees * Math.cos((heading * Math.PI) / 180)))
    lng = Math.min(13, Math.max(10, lng + degrees * Math.sin((heading * Math.PI) / 180)))
    return {
      lat: round(lat, 6),
      lng: round(lng, 6),
      metrics: { speed: round(speed, 1), heading: round(heading, 1) },
    }
  }
}

const round = (value: number, decimals: number): number => Number(value.toFixed(decimals))
