import { unwrappedLongitudes } from '../../../platform/unwrapped-longitudes.ts'

type Location = readonly [lat: number, lng: number]

/** A line whose parts go the short way round, with its end where the map shows that. */
export function wayHere(places: readonly Location[], here: (lng: number) => number): [lat: number, lng: number][] {
  const longitudes = unwrappedLongitudes(places.map(([, lng]) => lng))
  const end = longitudes.at(-1) ?? 0
  const turn = here(end) - end
  return places.map(([lat], place) => [lat, longitudes[place]! + turn])
}

/** As it is stored. */
export const withinHalfTurn = (lng: number): number => lng - 360 * Math.floor((lng + 180) / 360)
