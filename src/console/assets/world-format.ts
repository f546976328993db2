/** Geography of the built-in map. Lines are longitude, latitude, longitude, … in degrees. */
export interface World {
  /** Rings; one inside another is water again. */
  land: readonly number[][]
  lakes: readonly number[][]
  rivers: readonly number[][]
  /** Borders between countries. */
  borders: readonly number[][]
  /** Countries by their ISO code, with the root of their area in degrees. */
  countries: readonly NamedPoint[]
  /** Parts of towns, and their people as with towns. */
  quarters: readonly NamedPoint[]
  /** Towns, the most important first, with `sizeOfTown`. */
  towns: readonly NamedPoint[]
}

export interface NamedPoint {
  name: string
  lng: number
  lat: number
  size: number
}

const LINES = ['land', 'lakes', 'rivers', 'borders'] as const
const POINTS = ['countries', 'quarters', 'towns'] as const

export const NOWHERE: World = { land: [], lakes: [], rivers: [], borders: [], countries: [], quarters: [], towns: [] }

/** Two for each doubling: 20 for a thousand people, 40 for a million. */
export const sizeOfTown = (population: number): number => Math.round(2 * Math.log2(Math.max(1, population)))

/**
 * A compact form: whole steps of a grid, each as the difference from the one before, in as few bytes as it needs. A
 * third of the same as GeoJSON after compression, and read in a few milliseconds.
 */
export function encodeWorld(world: World, stepsPerDegree: number): Uint8Array {
  const bytes: number[] = []
  const names: string[] = []
  const put = (value: number) => {
    let rest = value < 0 ? -2 * value - 1 : 2 * value
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
    bytes.push(rest)
  }
  const putPlaces = (numbers: readonly number[]) => {
    const last = [0, 0]
    for (const [at, degrees] of numbers.entries()) {
      const step = Math.round(degrees * stepsPerDegree)
      put(step - last[at % 2]!)
      last[at % 2] = step
    }
  }
  put(stepsPerDegree)
  for (const layer of LINES) {
    put(world[layer].length)
    for (const line of world[layer]) {
      put(line.length)
      putPlaces(line)
    }
  }
  for (const layer of POINTS) {
    const points = world[layer]
    put(points.length)
    for (const [at, { size }] of points.entries()) put(size - (points[at - 1]?.size ?? 0))
    putPlaces(points.flatMap(({ lng, lat }) => [lng, lat]))
    names.push(...points.map(({ name }) => name))
  }
  const text = new TextEncoder().encode(names.join('\n'))
  const all = new Uint8Array(bytes.length + text.length)
  all.set(bytes)
  all.set(text, bytes.length)
  return all
}

/** The parts of the compact form: numbers, then names. */
function reader(bytes: Uint8Array) {
  let at = 0
  /** Where so many numbers end. */
  function after(numbers: number): number {
    let end = at
    for (let left = numbers; left > 0; end += 1) if ((bytes[end] ?? 0) < 128) left -= 1
    return end
  }
  return {
    take(): number {
      let [value, scale] = [0, 1]
      for (;;) {
        const byte = bytes[at++]
        if (byte === undefined) throw new Error('The map data ends too early')
        value += (byte & 127) * scale
        if (byte < 128) break
        scale *= 128
      }
      return value % 2 === 1 ? -(value + 1) / 2 : value / 2
    },
    /** Passes over so many numbers. */
    skip(numbers: number): void {
      at = after(numbers)
    },
    /** The names, which follow so many numbers. */
    names: (numbers = 0): string[] => new TextDecoder().decode(bytes.subarray(after(numbers))).split('\n'),
  }
}

export function decodeWorld(bytes: Uint8Array): World {
  const { take, names: takeNames } = reader(bytes)
  const stepsPerDegree = take()
  const takePlaces = (count: number): number[] => {
    const last = [0, 0]
    return Array.from({ length: count }, (_, place) => {
      last[place % 2]! += take()
      return last[place % 2]! / stepsPerDegree
    })
  }
  const takeLines = (): number[][] => Array.from({ length: take() }, () => takePlaces(take()))
  const takePoints = () => {
    const count = take()
    let size = 0
    const sizes = Array.from({ length: count }, () => {
      size += take()
      return size
    })
    const places = takePlaces(2 * count)
    return sizes.map((own, point) => ({ size: own, lng: places[2 * point]!, lat: places[2 * point + 1]! }))
  }
  const [land, lakes, rivers, borders] = [takeLines(), takeLines(), takeLines(), takeLines()]
  const unnamed = POINTS.map(takePoints)
  const names = takeNames()
  let place = 0
  const [countries, quarters, towns] = unnamed.map((points) =>
    points.map((point) => ({ ...point, name: names[place++]! })),
  )
  return { land, lakes, rivers, borders, countries: countries!, quarters: quarters!, towns: towns! }
}

/** Its towns alone, one by one: whoever reads them may do something else in between. */
export function* townsIn(bytes: Uint8Array): Generator<Omit<NamedPoint, 'size'>> {
  const { take, skip, names } = reader(bytes)
  const stepsPerDegree = take()
  for (const _ of LINES) for (let lines = take(); lines > 0; lines -= 1) skip(take())
  let others = 0
  for (const _ of POINTS.slice(0, -1)) {
    const points = take()
    skip(3 * points)
    others += points
  }
  const towns = take()
  skip(towns)
  const known = names(2 * towns)
  let [lng, lat] = [0, 0]
  for (let town = 0; town < towns; town += 1) {
    lng += take()
    lat += take()
    yield { name: known[others + town]!, lng: lng / stepsPerDegree, lat: lat / stepsPerDegree }
  }
}
