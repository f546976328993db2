import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'

/** Upper bounds of the buckets, in seconds. */
const BOUNDS_S = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]
const BOUNDS_MS = BOUNDS_S.map((seconds) => seconds * 1_000)

interface DurationTally {
  addMs(duration: number): void
}

/**
 * A histogram that costs a few additions per value. The library's looks up its labels each time, which is too slow for
 * every reading.
 */
export function durationTally(registry: Registry, name: string, help: string): DurationTally {
  const counts = new Array<number>(BOUNDS_MS.length + 1).fill(0)
  let sumMs = 0

  function values(): MetricValue<string>[] {
    let count = 0
    const buckets = counts.map((inBucket, place) => {
      count += inBucket
      return { metricName: `${name}_bucket`, labels: { le: BOUNDS_S[place] ?? '+Inf' }, value: count }
    })
    const total = [
      { metricName: `${name}_sum`, labels: {}, value: sumMs / 1_000 },
      { metricName: `${name}_count`, labels: {}, value: count },
    ]
    return [...buckets, ...total] as MetricValue<string>[]
  }

  const metric = { name, help, type: 'histogram', aggregator: 'sum' as const }
  const get = async () => ({ ...metric, values: values() }) as unknown as MetricObjectWithValues<MetricValue<string>>
  // The library's types know only its own metrics; at run time, anything with a name and `get` is a metric.
  registry.registerMetric({ ...metric, get, reset: () => counts.fill(0) } as never)
  return {
    addMs(duration) {
      let place = 0
      while (place < BOUNDS_MS.length && duration > BOUNDS_MS[place]!) place += 1
      counts[place]! += 1
      sumMs += duration
    },
  }
}
