import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { recordDownload } from '../../../core/audit-log/record-download.ts'
import { placeNamer } from '../../../core/headline/find-headlines.ts'
import type { Place } from '../../../core/headline/nearest-town.ts'
import { reachOf, userOf } from '../../../core/people/credentials/caller.ts'
import {
  isTooLongForTrips,
  MOST_DAYS_OF_TRIPS,
  type ReadTrips,
  readTrips,
} from '../../../core/telemetry/track/read-trips.ts'
import type { Trip } from '../../../core/telemetry/track/trips.ts'
import { csvLine } from '../../../platform/files/csv.ts'
import type { Coordinates } from '../../../platform/great-circle.ts'
import { type Html, html } from '../../../platform/html.ts'
import { IdParams } from '../../../platform/http/schemas/shapes.ts'
import { fileSender } from '../../../platform/http/send-file.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { placeText } from '../../frame/formats/place-text.ts'
import { dataTable } from '../../frame/lists/data-table.ts'
import {
  shownRangeOf,
  type TimeRange,
  timeRangeOf,
  timeRangePicker,
  timeRangeQuery,
} from '../../frame/lists/time-range.ts'
import { showPage } from '../../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../../frame/page/reader.ts'
import { emptyState, icon } from '../../frame/parts/page-parts.ts'
import { deviceAddress, deviceShell } from '../device/device-header.ts'
import { deviceOf, shownDevice } from '../device/find-device.ts'

const Query = Type.Object(timeRangeQuery)
const USUAL = '7d'

/** The trips of a device, and their stops. */
export function tripsPage(server: FastifyInstance, { db, openTowns, now }: ConsoleContext): void {
  const sendFile = fileSender(server)

  showPage(server, 'viewer', 'device', '/devices/:id/trips', {
    query: Query,
    async show(visitor, { params, query }) {
      const { device, reader } = await shownDevice(db, visitor, params)
      const range = shownRangeOf(reader, query, USUAL)
      if (isTooLongForTrips(range)) {
        return deviceShell(reader, device, 'trips', {}, html`${timeRangePicker(reader, range)}${tooLong(reader)}`)
      }
      const found = await readTrips(db, device.id, range)
      const placeOf = (await placeNamer(db, [device.site.id], openTowns))(device.site.id)
      return deviceShell(
        reader,
        device,
        'trips',
        { actions: found.trips.length === 0 ? null : exportLink(reader, device.id, range) },
        html`${timeRangePicker(reader, range)}${found.trips.length === 0 ? noTrips(reader) : tripsView(reader, device.id, found, placeOf)}`,
      )
    },
  })

  server.get(
    '/devices/:id/trips.csv',
    {
      config: { policy: 'viewer', scope: 'device' },
      schema: { hide: true, params: IdParams, querystring: Query },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const find = () => deviceOf(db, reachOf(request), request.params as { id: string })
      const { id, name } = await find()
      const range = timeRangeOf(readerOf(request), request.query as Static<typeof Query>, USUAL)
      const { trips } = await readTrips(db, id, range)
      return sendFile(reply, {
        download: {
          name: `device-${id}-trips.csv`,
          record: () => recordDownload(db, request, { what: 'trips', subject: { type: 'device', id, name } }, now()),
        },
        type: 'text/csv; charset=utf-8',
        reader: userOf(request).id,
        check: () => request.readmit().then(async () => void (await find())),
        pieces: () => csvOf(trips),
      })
    },
  )
}

const COLUMNS = 'from to start_lat start_lng end_lat end_lng duration_s distance_m top_speed_kmh'.split(' ')

async function* csvOf(trips: readonly Trip[]): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  for (const { from, to, start, end, duration_s, distance_m, top_speed_kmh } of trips) {
    const places = [start.lat, start.lng, end.lat, end.lng]
    const times = [from.toISOString(), to.toISOString()]
    yield csvLine([...times, ...places, duration_s, Math.round(distance_m), top_speed_kmh])
  }
}

function exportLink({ t }: Reader, id: number, { from, to }: TimeRange): Html {
  const query = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() })
  return html`<a class="button quiet" href="/devices/${id}/trips.csv?${query.toString()}" download>${icon('download')}<span>${t.telemetry.exportCsv}</span></a>`
}

const tooLong = ({ t }: Reader): Html =>
  html`<p class="notice bad" role="alert">${t.telemetry.trips.tooLong(MOST_DAYS_OF_TRIPS)}</p>`

const noTrips = ({ t }: Reader): Html =>
  emptyState('navigation', t.telemetry.trips.none, html`<p class="meta">${t.telemetry.trips.noneHint}</p>`)

function tripsView(
  reader: Reader,
  id: number,
  { trips, stops, every_s, odometer_m }: ReadTrips,
  placeOf: (point: Coordinates) => Place | null,
): Html {
  const { t, format } = reader
  const { trips: words } = t.telemetry
  const total = (of: readonly { duration_s: number }[]) => of.reduce((sum, { duration_s }) => sum + duration_s, 0)
  const fact = (name: string, value: string) =>
    html`<div class="tile"><dt class="meta">${name}</dt><dd><strong>${value}</strong></dd></div>`
  const distance = trips.reduce((sum, { distance_m }) => sum + distance_m, 0)
  return html`<dl class="tiles facts-of-track">
  ${fact(words.count, format.number(trips.length))}
  ${fact(words.distance, format.distance(distance))}
  ${odometer_m === null ? null : fact(words.odometer, format.distance(odometer_m))}
  ${fact(t.telemetry.moving, format.duration(total(trips)))}
  ${fact(t.telemetry.stopped, format.duration(total(stops)))}
</dl>
${every_s === null ? null : html`<p class="meta">${words.spaced(format.duration(Math.round(every_s)))}</p>`}
${tripTable(reader, id, trips, placeOf)}`
}

/** Newest first, each with its track. */
const tripTable = (
  reader: Reader,
  id: number,
  trips: readonly Trip[],
  placeOf: (point: Coordinates) => Place | null,
): Html => {
  const { t, format } = reader
  const { trips: words } = t.telemetry
  return dataTable({
    caption: t.telemetry.tabs.trips,
    rows: trips.toReversed(),
    key: ({ from }) => `trip-${from.getTime()}`,
    address: (trip) => trackOfTrip(id, trip),
    columns: [
      {
        name: words.from,
        kind: 'main',
        show: (trip) => html`<a href="${trackOfTrip(id, trip)}" title="${words.track}">${format.at(trip.from)}</a>`,
      },
      { name: words.to, show: ({ to }) => format.at(to) },
      { name: t.terms.duration, kind: 'number', show: ({ duration_s }) => format.duration(duration_s) },
      { name: words.distance, kind: 'number', show: ({ distance_m }) => format.distance(distance_m) },
      {
        name: words.topSpeed,
        kind: 'number',
        show: ({ top_speed_kmh }) => (top_speed_kmh === null ? '–' : format.value('speed_kmh', top_speed_kmh)),
      },
      {
        name: words.places,
        show: ({ start, end }) =>
          html`<span>${placeText(reader, start, placeOf(start))} – ${placeText(reader, end, placeOf(end))}</span>`,
      },
    ],
  })
}

/** The track page, cut to the trip. Its last location is included. */
function trackOfTrip(id: number, { from, to }: Trip): string {
  const query = new URLSearchParams({ from: from.toISOString(), to: new Date(to.getTime() + 1).toISOString() })
  return `${deviceAddress(id, 'track')}?${query}`
}
