import type { FastifyPluginAsync } from 'fastify'
import Type, { type Static } from 'typebox'
import { DEVICE_STATUSES } from '../../core/devices/device-shape.ts'
import { findDevice } from '../../core/devices/lists/list-devices.ts'
import {
  countPositions,
  type DevicePosition,
  listPositions,
  listWorstPositions,
  type PositionFilter,
} from '../../core/devices/lists/list-positions.ts'
import { listLiveSilences } from '../../core/notifications/silence-store.ts'
import { MODULES } from '../../core/vocabulary/modules.ts'
import { type Html, html } from '../../platform/html.ts'
import { pageQuery, pageSorted } from '../../platform/http/pagination.ts'
import { WordList, wordsIn } from '../../platform/http/schemas/query-words.ts'
import { NumberText, PlainText } from '../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../console-context.ts'
import { shell } from '../frame/page/layout.ts'
import { showPage } from '../frame/page/pages-and-forms.ts'
import { listedHere, type Reader } from '../frame/page/reader.ts'
import { siteChoiceQuery } from '../frame/page/site-choice.ts'
import { icon } from '../frame/parts/page-parts.ts'
import { fleetView, TRACKS } from './fleet-view.ts'
import { DRIVEN, type Positions } from './map-data.ts'

const MS = 1_000
/** More than people can look at; the map only shows counts then. */
const MOST = 20_000
/** Covers readings that were being stored while the last response was made. */
const OVERLAP_MS = 3_000

const filterQuery = {
  module: WordList(MODULES),
  status: WordList(DEVICE_STATUSES),
  name: Type.Optional(PlainText({ maxLength: 100 })),
}
const MapQuery = Type.Object({
  ...filterQuery,
  cursor: pageQuery.cursor,
  device: Type.Optional(NumberText('^[1-9][0-9]{0,8}$', {})),
  track: Type.Optional(Type.Enum([...TRACKS])),
})
const PositionsQuery = Type.Object({
  ...filterQuery,
  ...siteChoiceQuery,
  tag: Type.Optional(PlainText({ maxLength: 50 })),
  since: Type.Optional(NumberText('^[0-9]{1,11}(\\.[0-9]{1,3})?$', {})),
})

/** The map of all devices. */
export const mapPage: FastifyPluginAsync<ConsoleContext> = async (server, { db, now }) => {
  const filterOf = ({ module, status, name = '', tag = '' }: Static<typeof PositionsQuery>): PositionFilter => ({
    modules: wordsIn('module', module, MODULES),
    statuses: wordsIn('status', status, DEVICE_STATUSES),
    name: name.trim() === '' ? null : name.trim(),
    tag: tag.trim() === '' ? null : tag.trim(),
    since: null,
  })

  showPage(server, 'viewer', 'site', '/map', {
    query: MapQuery,
    async show(reader, { query }) {
      const filter = filterOf(query)
      const [{ data: listed, next_cursor }, counts, chosen] = await Promise.all([
        pageSorted(query, 'text', (place) => listWorstPositions(db, reader.listed, filter, place)),
        countPositions(db, reader.listed, filter),
        query.device === undefined ? null : findDevice(db, reader.reach, Number(query.device)),
      ])
      const sites = [...listed.map(({ site_id }) => site_id), ...(chosen === null ? [] : [chosen.site.id])]
      const silences = await listLiveSilences(db, [...new Set(sites)], reader.now)
      const track = query.track ?? '1h'
      const view = fleetView(reader, { listed, silences, next_cursor, counts, filter, chosen, track })
      return shell(
        reader,
        {
          title: reader.t.shared.places.map,
          place: 'map',
          scripts: ['map'],
          fills: true,
          actions: geofencesLink(reader),
        },
        view,
      )
    },
  })

  server.get(
    '/map/positions.json',
    { config: { policy: 'viewer', scope: 'site' }, schema: { hide: true, querystring: PositionsQuery } },
    async (request): Promise<Positions> => {
      const query = request.query as Static<typeof PositionsQuery>
      const since = query.since === undefined ? null : new Date(Number(query.since) * MS - OVERLAP_MS)
      const at = now().getTime() / MS
      const positions = await listPositions(
        db,
        listedHere(request),
        { ...filterOf(query), since },
        { afterId: 0, limit: MOST },
      )
      return { at, rows: positions.map(compact) }
    },
  )
}

const geofencesLink = ({ t }: Reader): Html =>
  html`<a class="button quiet" href="/geofences">${icon('map-pin')}${t.terms.geofences}</a>`

/** To about a metre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5

function compact({
  id,
  lat,
  lng,
  status,
  critical,
  warning,
  heading,
  module,
  name,
}: DevicePosition): Positions['rows'][number] {
  const look = critical > 0 ? 2 : warning > 0 ? 3 : status === 'online' ? 0 : 1
  return [id, rounded(lat), rounded(lng), look, DRIVEN.includes(module) ? heading : null, name]
}
