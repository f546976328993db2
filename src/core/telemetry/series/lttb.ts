/** A value of a metric at a moment, in milliseconds since 1970. */
export interface TimedValue {
  at: number
  value: number
}

/**
 * Downsamples a series, sorted by time, to `count` of its own points so that it looks the same when drawn: the first,
 * the last, and from each slice between them the point that spans the largest triangle with the previously chosen point
 * and the mean of the next slice. Largest-Triangle-Three-Buckets: Sveinn Steinarsson, "Downsampling Time Series for
 * Visual Representation", MSc thesis, University of Iceland, 2013. `count` is at least 3.
 */
export function lttb<Point extends TimedValue>(points: readonly Point[], count: number): readonly Point[] {
  if (points.length <= count) return points
  const last = points.length - 1
  const sliceLength = (points.length - 2) / (count - 2)
  const startOf = (slice: number): number => Math.min(1 + Math.floor(slice * sliceLength), last)
  const chosen = [points[0]!]
  for (let slice = 0; slice < count - 2; slice++) {
    const start = startOf(slice)
    const end = startOf(slice + 1)
    // After the last slice, there is only the last point.
    const target = meanOf(points, end, Math.max(startOf(slice + 2), end + 1))
    chosen.push(points[largestTriangle(points, start, end, chosen.at(-1)!, target)]!)
  }
  chosen.push(points[last]!)
  return chosen
}

/** Values are divided before they are added, so that the largest numbers do not overflow. */
function meanOf(points: readonly TimedValue[], start: number, end: number): TimedValue {
  const mean = { at: 0, value: 0 }
  for (let place = start; place < end; place++) {
    mean.at += points[place]!.at / (end - start)
    mean.value += points[place]!.value / (end - start)
  }
  return mean
}

function largestTriangle(
  points: readonly TimedValue[],
  start: number,
  end: number,
  before: TimedValue,
  behind: TimedValue,
): number {
  let place = start
  let largest = -1
  for (let candidate = start; candidate < end; candidate++) {
    const { at, value } = points[candidate]!
    // Twice the area, which does not change the order.
    const area = Math.abs(
      (before.at - behind.at) * (value - before.value) - (before.at - at) * (behind.value - before.value),
    )
    if (area > largest) {
      largest = area
      place = candidate
    }
  }
  return place
}
