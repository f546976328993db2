import type { WantedLabel } from './choose-labels.ts'
import type { LabelBox } from './label-grid.ts'
import type { Ground, NamedPlace } from './load-world.ts'
import { mercatorX, mercatorY } from './outlines.ts'
import { WATERS } from './waters.ts'

export interface MapNames {
  country: (code: string) => string
  town: (name: string) => string
  /** Undefined for a name that the language does not have. */
  water: (key: string) => string | undefined
}

const WORLD_PX = 256
const COUNTRIES_UNTIL_ZOOM = 7
const TOWNS_FROM_ZOOM = 3
/** The smallest town that is shown at a zoom shrinks by this with each, see `sizeOfTown`. */
const SMALLEST = { at0: 50, perZoom: 3 }
/** Names of countries are about as wide as the country, at most. */
const COUNTRY_PX = 32
/** A million, or a capital; and 180,000. */
const CAPITAL = 40
const CITY = 35
const QUARTERS_FROM_ZOOM = 12
/** With few names in view, all are written larger. */
const LARGE_FROM_ZOOM = 10
/** Countries come before towns as long as the view shows many of them. */
const COUNTRIES_FIRST_BELOW_ZOOM = 6.5

/** The names for a part of the map, the most important first. Pure. */
export function* wantedLabels(
  grounds: readonly Ground[],
  names: MapNames,
  zoom: number,
  view: LabelBox,
): Generator<WantedLabel> {
  const scale = WORLD_PX * 2 ** zoom
  const middle = (view.left + view.right) / 2 / scale
  /** Pixels of a place, or null if it is out of view. A place over the date line is where the view is. */
  const spotOf = ({ x, y }: { x: number; y: number }) => {
    const spot = { x: (x + Math.round(middle - x)) * scale, y: y * scale }
    const isSeen = spot.x >= view.left && spot.x <= view.right && spot.y >= view.top && spot.y <= view.bottom
    return isSeen ? spot : null
  }
  const degreePx = scale / 360
  const [countriesFirst, townsFirst] = [countries(), towns()]
  if (zoom < COUNTRIES_FIRST_BELOW_ZOOM) yield* countriesFirst
  yield* waters()
  yield* townsFirst
  yield* quarters()
  if (zoom >= COUNTRIES_FIRST_BELOW_ZOOM) yield* countriesFirst

  function* countries(): Generator<WantedLabel> {
    if (zoom > COUNTRIES_UNTIL_ZOOM) return
    for (const { name, size, x, y } of grounds[0]!.countries) {
      if (size * degreePx < COUNTRY_PX) break
      const spot = spotOf({ x, y })
      if (spot !== null) yield { text: names.country(name), style: 'country', ...spot, hasPoint: false }
    }
  }

  function* waters(): Generator<WantedLabel> {
    for (const [key, lng, lat, from, to] of WATERS) {
      const text = zoom >= from && zoom < to ? names.water(key) : undefined
      const spot = text === undefined ? null : spotOf({ x: mercatorX(lng), y: mercatorY(lat) })
      if (spot !== null) yield { text: text!, style: 'water', ...spot, hasPoint: false }
    }
  }

  function* quarters(): Generator<WantedLabel> {
    if (zoom < QUARTERS_FROM_ZOOM) return
    for (const ground of grounds) {
      for (const { name, x, y } of ground.quarters) {
        const spot = spotOf({ x, y })
        if (spot !== null) yield { text: names.town(name), style: 'quarter', ...spot, hasPoint: false }
      }
    }
  }

  function* towns(): Generator<WantedLabel> {
    if (zoom < TOWNS_FROM_ZOOM) return
    const smallest = SMALLEST.at0 - SMALLEST.perZoom * zoom
    for (const ground of grounds) {
      for (const town of ground.towns) {
        if (town.size < smallest) break
        const spot = spotOf(town)
        if (spot !== null) yield { text: names.town(town.name), style: styleOf(town, zoom), ...spot, hasPoint: true }
      }
    }
  }
}

function styleOf({ size }: NamedPlace, zoom: number): 'capital' | 'city' | 'town' {
  const isLarge = zoom >= LARGE_FROM_ZOOM
  if (size >= (isLarge ? CITY : CAPITAL)) return 'capital'
  return isLarge || size >= CITY ? 'city' : 'town'
}
