import { type CsvCell, csvLine } from '../../../platform/files/csv.ts'
import type { FileFormat } from '../../../platform/files/file-format.ts'
import { ownProperty } from '../../../platform/own-property.ts'
import type { TrackPoint } from './history-store.ts'
import type { ReadingRecord } from './reading-record.ts'

/** Each line is a reading as in the API, which a device could also send. */
export const NDJSON_FORMAT: FileFormat<ReadingRecord> = {
  head: '',
  // Named one by one, since the digest of a compacted reading would be computed in vain.
  row: ({ ts, at, received_at, module, lat, lng, battery, signal, metrics, flags, clock_suspect }) => {
    const reading = { ts, at, received_at, module, lat, lng, battery, signal, metrics, flags, clock_suspect }
    return `${JSON.stringify(reading)}\n`
  },
  foot: '',
}

const COLUMNS = ['at', 'ts', 'received_at', 'module', 'lat', 'lng', 'battery', 'signal', 'clock_suspect']

/** One column for each key of the metrics and flags, named like values in rules. */
export const csvOf = (metrics: readonly string[], flags: readonly string[]): FileFormat<ReadingRecord> => ({
  head: csvLine([...COLUMNS, ...metrics.map((key) => `metrics.${key}`), ...flags.map((key) => `flags.${key}`)]),
  row: (reading) =>
    csvLine([
      reading.at.toISOString(),
      reading.ts,
      reading.received_at.toISOString(),
      reading.module,
      reading.lat,
      reading.lng,
      reading.battery,
      reading.signal,
      reading.clock_suspect,
      ...metrics.map((key) => (ownProperty(reading.metrics, key) as CsvCell | undefined) ?? null),
      ...flags.map((key) => (ownProperty(reading.flags, key) as CsvCell | undefined) ?? null),
    ]),
  foot: '',
})

/** RFC 7946: a feature for each point, since a line could not carry the times. */
export const GEOJSON: FileFormat<TrackPoint> = {
  head: '{"type":"FeatureCollection","features":[',
  row: ({ at, lat, lng, speed_kmh, heading }, isFirst) => {
    const geometry = { type: 'Point', coordinates: [lng, lat] }
    return `${isFirst ? '\n' : ',\n'}${JSON.stringify({ type: 'Feature', geometry, properties: { at, speed_kmh, heading } })}`
  },
  foot: '\n]}\n',
}

const KMH_PER_METRE_A_SECOND = 3.6

/** GPX 1.1, with speed (m/s) and course in Garmin's TrackPointExtension v2. */
export const gpxOf = (deviceId: number): FileFormat<TrackPoint> => ({
  head:
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<gpx version="1.1" creator="Tocsin" xmlns="http://www.topografix.com/GPX/1/1"' +
    ' xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">\n' +
    `<trk><name>Device ${deviceId}</name><trkseg>\n`,
  row: ({ at, lat, lng, speed_kmh, heading }) => {
    const speed = speed_kmh === null ? '' : element('speed', decimal(speed_kmh / KMH_PER_METRE_A_SECOND))
    // GPX courses go from 0 to below 360; devices may send any number.
    const course = heading === null ? '' : element('course', decimal(((heading % 360) + 360) % 360))
    const motion =
      speed + course === '' ? '' : `<gpxtpx:TrackPointExtension>${speed}${course}</gpxtpx:TrackPointExtension>`
    const extensions = motion === '' ? '' : `<extensions>${motion}</extensions>`
    // Longitudes of GPX end below 180.
    return `<trkpt lat="${decimal(lat)}" lon="${decimal(lng === 180 ? -180 : lng)}"><time>${at.toISOString()}</time>${extensions}</trkpt>\n`
  },
  foot: '</trkseg></trk>\n</gpx>\n',
})

const element = (name: string, text: string): string => `<gpxtpx:${name}>${text}</gpxtpx:${name}>`

/** XML's decimal type has no exponent. From 1e21 on, where JavaScript writes one, doubles are whole numbers. */
function decimal(number: number): string {
  const text = String(number)
  if (!text.includes('e')) return text
  return Math.abs(number) < 1 ? number.toFixed(20) : String(BigInt(number))
}
