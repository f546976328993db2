import { type Html, html } from '../../../platform/html.ts'
import type { TimeRange } from '../../frame/lists/time-range.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { icon } from '../../frame/parts/page-parts.ts'

const FORMATS = {
  readings: [
    ['csv', 'exportCsv'],
    ['ndjson', 'exportNdjson'],
  ],
  track: [
    ['geojson', 'exportGeojson'],
    ['gpx', 'exportGpx'],
  ],
} as const

/** Links to the same range as files; for the track also its readings as a table. */
export function exportLinks(
  { t }: Reader,
  deviceId: number,
  what: 'readings' | 'track',
  { from, to }: TimeRange,
): Html {
  const link = (of: 'readings' | 'track', format: string, name: string) => {
    const query = new URLSearchParams({ format, from: from.toISOString(), to: to.toISOString() })
    return html`<a class="button quiet" href="/devices/${deviceId}/${of}/export?${query.toString()}" download>${icon('download')}<span>${name}</span></a>`
  }
  return html`<span class="exports" role="group" aria-label="${t.telemetry.exports}">${FORMATS[what].map(([format, name]) => link(what, format, t.telemetry[name]))}${
    what === 'track' ? link('readings', 'csv', t.telemetry.exportCsv) : null
  }</span>`
}
