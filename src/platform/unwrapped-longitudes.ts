/**
 * Longitudes of a line, of which each goes the short way round from the one before: beyond 180 where the line crosses the
 * antimeridian. They differ from those given by whole turns only, so nothing is rounded that lies between -180 and 180. Pure.
 */
export function unwrappedLongitudes(longitudes: readonly number[]): number[] {
  let turns = 0
  return longitudes.map((lng, place) => {
    const step = lng - (longitudes[place - 1] ?? lng)
    if (step > 180) turns -= 360
    else if (step < -180) turns += 360
    return lng + turns
  })
}

/** The longitude, or it with whole turns, that is nearest to another. Pure. */
export const longitudeNear = (lng: number, middle: number): number => lng - 360 * Math.round((lng - middle) / 360)
