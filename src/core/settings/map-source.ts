import { createHash } from 'node:crypto'
import { type Fault, faultOf } from '../../platform/error-messages/reasons.ts'
import { invalidFields } from '../../platform/errors.ts'

/** A server of map tiles. `attribution` is plain text and must be escaped. */
interface TileServer {
  tile_url: string
  attribution: string
}

/** A single file with all tiles, read in pieces (PMTiles): at an address, or by its name in the maps folder. */
interface MapArchive {
  pmtiles: string
  attribution: string
}

/** A circle of which streets are wanted. */
export interface StreetArea {
  lat: number
  lng: number
  radius_km: number
}

/** An archive of some areas that each node cuts out of the archive at an address, and keeps. */
export interface FetchedStreets {
  streets: { source: string; areas: StreetArea[] }
  attribution: string
}

/** Source of map tiles. */
export type MapSettings = TileServer | MapArchive | FetchedStreets

/** Areas of one archive. */
export const MOST_AREAS = 10
export const LARGEST_RADIUS_KM = 300

/** The tiles of OpenStreetMap's own server, under its policy for their use. */
export const OPENSTREETMAP: TileServer = {
  tile_url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  attribution: '© OpenStreetMap contributors',
}

export const isArchive = (map: MapSettings): map is MapArchive | FetchedStreets => !('tile_url' in map)

export const isFetched = (map: MapSettings | null): map is FetchedStreets => map !== null && 'streets' in map

const PLACEHOLDERS = ['{z}', '{x}', '{y}']
const KNOWN = /\{(z|x|y|r|s)\}/g
const URL_LIMIT = 2_000
/** Leaflet replaces {s} with a, b or c. */
const SUBDOMAIN = /^https?:\/\/\{s\}\./
const WEB = /^https?:\/\//
/** The name is used in addresses and paths. */
export const ARCHIVE_NAME = '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}\\.pmtiles$'
const IS_ARCHIVE_NAME = new RegExp(ARCHIVE_NAME)

/** Throws 400 with the field for an invalid map source. */
export function checkMapSource(map: MapSettings): MapSettings {
  if (isFetched(map)) return checkFetched(map)
  const [field, text, check] = isArchive(map)
    ? (['pmtiles', map.pmtiles.trim(), faultOfArchive] as const)
    : (['tile_url', map.tile_url.trim(), faultOfTileUrl] as const)
  const fault = check(text)
  if (fault !== null) throw invalidFields([{ field: `/${field}`, ...fault }])
  const attribution = map.attribution.trim()
  return isArchive(map) ? { pmtiles: text, attribution } : { tile_url: text, attribution }
}

function checkFetched({ streets, attribution }: FetchedStreets): FetchedStreets {
  const source = streets.source.trim()
  const fault = WEB.test(source) ? faultOfUrl(source) : faultOf('not_web')
  if (fault !== null) throw invalidFields([{ field: '/source', ...fault }])
  return { streets: { source, areas: streets.areas }, attribution: attribution.trim() }
}

/** The fault of a tile address, or null. Pure. */
export function faultOfTileUrl(text: string): Fault | null {
  if (!WEB.test(text)) return faultOf('not_web')
  const missing = PLACEHOLDERS.filter((name) => !text.includes(name))
  if (missing.length > 0) return faultOf('tiles_lack', missing.join(', '))
  if (text.includes('{s}') && !SUBDOMAIN.test(text)) return faultOf('tiles_subdomain')
  if (/[{}]/.test(text.replaceAll(KNOWN, ''))) return faultOf('tiles_placeholders')
  return faultOfUrl(text.replaceAll(KNOWN, 'a'))
}

/** The fault of an archive's address or name, or null. Pure. */
export function faultOfArchive(text: string): Fault | null {
  if (WEB.test(text)) return faultOfUrl(text)
  return IS_ARCHIVE_NAME.test(text) ? null : faultOf('archive_name')
}

function faultOfUrl(text: string): Fault | null {
  if (text.length > URL_LIMIT) return faultOf('too_long', URL_LIMIT)
  const url = URL.parse(text)
  if (url === null) return faultOf('no_url')
  return url.username + url.password === '' ? null : faultOf('url_user')
}

/** Name of the file if the service serves it itself, else null. Pure. */
export function fileOf(map: MapSettings): string | null {
  if (isFetched(map)) return fetchedName(map)
  return isArchive(map) && !WEB.test(map.pmtiles) ? map.pmtiles : null
}

/** Names of files that the service has fetched. */
export const FETCHED_NAME = /^streets-[0-9a-f]{12}\.pmtiles/

/** Another name for other areas, and for another source. */
const fetchedName = ({ streets: { source, areas } }: FetchedStreets): string => {
  const places = areas.map(({ lat, lng, radius_km }) => [lat, lng, radius_km])
  const hash = createHash('sha256').update(JSON.stringify([source, places]))
  return `streets-${hash.digest('hex').slice(0, 12)}.pmtiles`
}

/** Address of an archive for browsers. Pure. */
export function archiveAddress(map: MapArchive | FetchedStreets): string {
  const file = fileOf(map)
  return file === null ? (map as MapArchive).pmtiles : `/maps/${encodeURIComponent(file)}`
}

/** Origins that the content security policy must allow for a map: for pictures, and for requests by scripts. Pure. */
export function mapOrigins(map: MapSettings | null): { pictures: string | null; data: string | null } {
  if (map === null) return { pictures: null, data: null }
  if (isArchive(map)) return { pictures: null, data: fileOf(map) === null ? originOf(archiveAddress(map)) : null }
  const origin = originOf(map.tile_url.replaceAll(KNOWN, 'a'))
  return { pictures: SUBDOMAIN.test(map.tile_url) ? (origin?.replace('://a.', '://*.') ?? null) : origin, data: null }
}

const originOf = (text: string): string | null => URL.parse(text)?.origin ?? null

/** Address of one tile. Pure. */
export function tileAddress({ tile_url }: TileServer, { z, x, y }: { z: number; x: number; y: number }): string {
  const values: Record<string, string> = { z: String(z), x: String(x), y: String(y), s: 'a', r: '' }
  return tile_url.replaceAll(KNOWN, (_, name: string) => values[name]!)
}
