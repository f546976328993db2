import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { changeSetting } from '../../../core/settings/change-settings.ts'
import {
  checkMapSource,
  type FetchedStreets,
  fileOf,
  isFetched,
  LARGEST_RADIUS_KM,
  type MapSettings,
  MOST_AREAS,
  OPENSTREETMAP,
  type StreetArea,
} from '../../../core/settings/map-source.ts'
import { forgetFault, readStreetsState } from '../../../core/streets/fetched-file.ts'
import { planStreets } from '../../../core/streets/plan-streets.ts'
import { openRemoteArchive } from '../../../core/streets/remote-archive.ts'
import { isPartOf } from '../../../core/streets/street-areas.ts'
import { countDevicesIn, middleOfDevices } from '../../../core/streets/where-devices-are.ts'
import { fieldError, invalidField, invalidFields } from '../../../platform/errors.ts'
import { PlainText } from '../../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { EMPTY_FORM, type FormState, filled } from '../../frame/forms/forms.ts'
import { showPage, takeForm } from '../../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../../frame/page/reader.ts'
import { safeReturn } from '../../frame/page/return-to.ts'
import { type FetchedShown, type NamedStreets, plannedView } from './planned-view.ts'
import { streetsView } from './streets-view.ts'

/** The map that people came from. */
const To = Type.Optional(Type.String({ maxLength: 2_000 }))
const Degrees = PlainText({ maxLength: 30 })
const AreaForm = Type.Object({
  lat: Degrees,
  lng: Degrees,
  radius_km: Type.String({ pattern: '^[0-9]{1,3}$' }),
  source: PlainText({ maxLength: 2_000 }),
  keeps: Type.Optional(Type.Literal('yes')),
  confirmed: Type.Optional(Type.Literal('yes')),
  to: To,
})
type AreaForm = Static<typeof AreaForm>

/** Requests end after 15 seconds. */
const PLAN_MS = 12_000
const USUAL_RADIUS_KM = '25'
/** Protomaps publishes a file each day under its date. One of two days ago is surely complete. */
const SOURCE_AGE_MS = 2 * 86_400_000

type Context = Pick<ConsoleContext, 'db' | 'mapsFolder' | 'streetsFetch' | 'openTowns' | 'now'>

/**
 * Ways to streets: fetched by the service for an area, after their size and terms were shown; OpenStreetMap's server in one
 * click, after its terms; or a file of the region.
 */
export function streetsPages(server: FastifyInstance, context: Context): void {
  const { db, mapsFolder, streetsFetch, openTowns, now } = context

  async function page(
    reader: Reader,
    { to, at }: { to?: string | undefined; at?: string | undefined },
    state: FormState,
  ) {
    const fetched = isFetched(reader.map) ? await fetchedShown(reader.map) : null
    const [lat, lng] = at?.split(',') ?? []
    const middle =
      lat === undefined || lng === undefined ? await middleOfDevices(db) : { lat: Number(lat), lng: Number(lng) }
    const values = {
      lat: middle?.lat.toFixed(4) ?? '',
      lng: middle?.lng.toFixed(4) ?? '',
      radius_km: USUAL_RADIUS_KM,
      source: fetched?.streets.source ?? latestProtomaps(now()),
      keeps: 'yes',
      to: mapBehind(to),
    }
    return streetsView(reader, { to: mapBehind(to), fetched, state: filled(values, state) })
  }

  async function fetchedShown(map: FetchedStreets): Promise<FetchedShown> {
    return { ...(await named(map.streets)), state: await readStreetsState(mapsFolder, fileOf(map)!) }
  }

  async function named(streets: FetchedStreets['streets']): Promise<NamedStreets> {
    const nearest = await openTowns()
    return { streets, places: streets.areas.map((area) => nearest(area)) }
  }

  /** The areas of the form, with those that there are if they shall stay. Throws 400 with the invalid fields. */
  function wantedIn(map: MapSettings | null, form: AreaForm): FetchedStreets {
    const before = form.keeps === 'yes' && isFetched(map) ? map.streets.areas : []
    const added = areaIn(form)
    const isReplaced = (area: StreetArea) => (area.lat === added.lat && area.lng === added.lng) || isPartOf(area, added)
    const areas = [...before.filter((area) => !isReplaced(area)), added]
    if (areas.length > MOST_AREAS) throw invalidField('/keeps', 'too_many', MOST_AREAS)
    return checkMapSource({ streets: { source: form.source, areas }, attribution: '' }) as FetchedStreets
  }

  showPage(server, 'admin', 'installation', '/settings/streets', {
    query: Type.Object({
      to: To,
      at: Type.Optional(Type.String({ pattern: '^-?[0-9]{1,3}([.][0-9]{1,9})?,-?[0-9]{1,3}([.][0-9]{1,9})?$' })),
    }),
    show: (reader, { query }) => page(reader, query, EMPTY_FORM),
  })

  takeForm(server, 'admin', 'installation', '/settings/streets', {
    body: Type.Object({ to: To }),
    async submit(request, { to }) {
      await changeSetting(db, 'map', OPENSTREETMAP, changeBy(request), now())
      return mapBehind(to)
    },
    again: async (request, state) => page(readerOf(request), state.values, state),
  })

  takeForm(server, 'admin', 'installation', '/settings/streets/area', {
    body: AreaForm,
    async submit(request, form) {
      const reader = readerOf(request)
      const map = wantedIn(reader.map, form)
      if (form.confirmed === 'yes') {
        await changeSetting(db, 'map', map, changeBy(request), now())
        return `/settings/streets?${new URLSearchParams({ to: mapBehind(form.to) })}`
      }
      const archive = await openRemoteArchive(streetsFetch, map.streets.source, AbortSignal.timeout(PLAN_MS)).catch(
        late,
      )
      const plan = await planStreets(archive, map.streets).catch(late)
      const devices = await countDevicesIn(db, map.streets.areas)
      const { attribution } = archive
      return plannedView(reader, { ...(await named(map.streets)), plan, attribution, devices, form: valuesOf(form) })
    },
    again: (request, state) => page(readerOf(request), state.values, state),
  })

  takeForm(server, 'admin', 'installation', '/settings/streets/again', {
    body: Type.Object({ to: To }),
    async submit(request, { to }) {
      const { map } = readerOf(request)
      if (isFetched(map)) await forgetFault(mapsFolder, fileOf(map)!)
      return `/settings/streets?${new URLSearchParams({ to: mapBehind(to) })}`
    },
    again: (request, state) => page(readerOf(request), state.values, state),
  })
}

const mapBehind = (to: string | undefined): string => (to === undefined ? '/map' : safeReturn(to))

const latestProtomaps = (now: Date): string => {
  const day = new Date(now.getTime() - SOURCE_AGE_MS).toISOString().slice(0, 10).replaceAll('-', '')
  return `https://build.protomaps.com/${day}.pmtiles`
}

/** A server that answers slowly is one that cannot be used either. */
function late(error: unknown): never {
  throw (error as Error).name === 'TimeoutError' ? invalidField('/source', 'streets_slow') : error
}

function areaIn({ lat, lng, radius_km }: AreaForm): StreetArea {
  const area = { lat: degreesIn(lat), lng: degreesIn(lng), radius_km: Number(radius_km) }
  const faults = [
    ...within('lat', area.lat, -85, 85),
    ...within('lng', area.lng, -180, 180),
    ...within('radius_km', area.radius_km, 1, LARGEST_RADIUS_KM),
  ]
  if (faults.length > 0) throw invalidFields(faults)
  return area
}

/** About a metre is enough; NaN for what is no number. */
const degreesIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(Number(text).toFixed(5)))

function within(name: string, value: number, least: number, most: number) {
  if (Number.isNaN(value)) return [fieldError(`/${name}`, 'no_number')]
  if (value < least) return [fieldError(`/${name}`, 'too_small', least)]
  return value > most ? [fieldError(`/${name}`, 'too_large', most)] : []
}

const valuesOf = ({ confirmed: _, ...form }: AreaForm): Record<string, string> =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))
