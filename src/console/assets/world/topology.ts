import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { World } from '../world-format.ts'
import { type Point, simplified } from './simplify.ts'

export type Layers = Topology<Record<'land' | 'countries' | 'lakes' | 'rivers', GeometryCollection<{ name?: string }>>>

/** Natural Earth has no number for it, and browsers know its name by this code. */
const CODES: Readonly<Record<string, string>> = { Kosovo: 'XK' }

/** Land and borders, simplified to this many degrees. */
export function shapes(topology: Layers, tolerance: number): Pick<World, 'land' | 'borders'> {
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

export const polygonsOf = (topology: Layers, layer: 'land' | 'lakes' | 'countries') =>
  feature(topology, topology.objects[layer]).features.map(({ id, properties, geometry }) => ({
    code: CODES[properties.name ?? ''] ?? codeOf(id),
    rings:
      geometry.type === 'MultiPolygon'
        ? geometry.coordinates.flat()
        : geometry.type === 'Polygon'
          ? geometry.coordinates
          : [],
  }))

export const ringsOf = (topology: Layers, layer: 'land' | 'lakes'): number[][] =>
  polygonsOf(topology, layer).flatMap(({ rings }) => rings.filter((ring) => ring.length > 3).map(flat))

export const riversOf = (topology: Layers): number[][] =>
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

/** A line over the date line goes on, instead of starting again on the other side. */
function flat(line: readonly (readonly number[])[]): number[] {
  let turns = 0
  return line.flatMap(([lng, lat], at) => {
    const step = at === 0 ? 0 : lng! - line[at - 1]![0]!
    if (Math.abs(step) > 180) turns -= Math.sign(step)
    return [lng! + turns * 360, lat!]
  })
}
