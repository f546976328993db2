import Type from 'typebox'
import { NotUnderstood } from '../messages/not-understood.ts'
import type { Statement } from '../messages/source-message.ts'
import { countWrites, isVersion2, type RemoteSeries, readWriteRequest } from '../protobuf/remote-write.ts'
import { putValue } from '../values/metric-keys.ts'
import { seriesKey } from '../values/series-key.ts'
import type { SourceFormat, SourceResponse } from './source-format.ts'

/**
 * RemoteSeries that Prometheus makes of what it did, not of what a target said: they go on while the target is down, so they are
 * no sign of life. (`up` says that it is down, and is read.)
 */
const OF_PROMETHEUS: ReadonlySet<string> = new Set([
  'ALERTS',
  'ALERTS_FOR_STATE',
  'scrape_body_size_bytes',
  'scrape_duration_seconds',
  'scrape_sample_limit',
  'scrape_samples_post_metric_relabeling',
  'scrape_samples_scraped',
  'scrape_series_added',
  'scrape_timeout_seconds',
])
const UNTIL_MS = 1e14

/** Prometheus and others that write as it does, by remote write 1.0 and 2.0. The body is already unpacked. */
export const prometheusFormat = {
  module: 'factory',
  settings: Type.Object({
    /** The label that names the device. */
    device_label: Type.String({ minLength: 1, maxLength: 128, default: 'instance' }),
    /** Labels that are not in keys, besides that of the device. */
    left_out_labels: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
      maxItems: 50,
      default: ['job', 'instance', 'prometheus', 'prometheus_replica'],
    }),
    /** Whether to store what recording rules compute. They may go on for a target that is down. */
    recording_rules: Type.Boolean({ default: false }),
  }),
  paths: ['', '/api/v1/write'],

  split({ body }) {
    return readWriteRequest(body).flatMap((series) => {
      if (isLeftOut(series.labels)) return []
      // A value that is no number is how Prometheus says that a series has ended.
      const samples = series.samples.filter(([ms, value]) => Number.isFinite(value) && Math.abs(ms) < UNTIL_MS)
      return samples.length === 0 ? [] : [{ labels: series.labels, samples }]
    })
  },

  read(part, { settings }) {
    const { device_label, left_out_labels, recording_rules } = settings as unknown as PrometheusSettings
    const { labels, samples } = part
    const externalId = Object.hasOwn(labels, device_label) ? labels[device_label]! : ''
    if (externalId === '') throw new NotUnderstood('no_device', { detail: device_label })
    const name = labels.__name__ ?? ''
    const key = seriesKey([name, ...labelValues(labels, [device_label, ...left_out_labels])])
    if (key === null) throw new NotUnderstood('no_values')
    const isRule = name.includes(':') && !recording_rules
    return samples.map(([ts, value], place): Statement => {
      const at = samples.length > 1 ? { place: `/samples/${place}` } : {}
      if (isRule || (name === 'up' && value === 0))
        return { externalId, reading: null, ...at, reason: { code: 'no_measurement', detail: name.slice(0, 64) } }
      const reading = { ts, metrics: {}, flags: {} }
      putValue(reading, key, value)
      return { externalId, reading, ...at }
    })
  },

  stored: writtenResponse,
} satisfies SourceFormat<RemoteSeries>

interface PrometheusSettings {
  device_label: string
  left_out_labels: string[]
  recording_rules: boolean
}

/** Buckets of histograms are left out as well; their count and sum are stored. */
function isLeftOut(labels: RemoteSeries['labels']): boolean {
  const name = labels.__name__ ?? ''
  return OF_PROMETHEUS.has(name) || (name.endsWith('_bucket') && Object.hasOwn(labels, 'le'))
}

function labelValues(labels: RemoteSeries['labels'], leftOut: readonly string[]): string[] {
  const names = Object.keys(labels).filter((name) => name !== '__name__' && !leftOut.includes(name))
  return names.sort().map((name) => labels[name]!)
}

/** A sender of version 2 must be told how much was accepted, or it takes this for a receiver of version 1. */
function writtenResponse({ body }: { body: Buffer }): SourceResponse {
  try {
    if (!isVersion2(body)) return { status: 204 }
    const { samples, histograms } = countWrites(body)
    return { status: 204, headers: writtenHeaders(samples, histograms) }
  } catch {
    // Bytes that were not understood are in quarantine.
    return { status: 204, headers: writtenHeaders(0, 0) }
  }
}

const writtenHeaders = (samples: number, histograms: number): Record<string, string> => ({
  'X-Prometheus-Remote-Write-Samples-Written': String(samples),
  'X-Prometheus-Remote-Write-Histograms-Written': String(histograms),
  'X-Prometheus-Remote-Write-Exemplars-Written': '0',
})
