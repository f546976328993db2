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

/** Source of map tiles. */
export type MapSettings = TileServer | MapArchive

/** The tiles of OpenStreetMap's own server, under its policy for their use. */
export const OPENSTREETMAP: TileServer = {
  tile_url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  attribution: '© OpenStreetMap contributors',
}

export const isArchive = (map: MapSettings): map is MapArchive => 'pmtiles' in map

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
  const [field, text, check] = isArchive(map)
    ? (['pmtiles', map.pmtiles.trim(), faultOfArchive] as const)
    : (['tile_url', map.tile_url.trim(), faultOfTileUrl] as const)
  const fault = check(text)
  if (fault !== null) throw invalidFields([{ field: `/${field}`, ...fault }])
  const attribution = map.attribution.trim()
  return isArchive(map) ? { pmtiles: text, attribution } : { tile_url: text, attribution }
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
export const fileOf = (map: MapSettings): string | null =>
  isArchive(map) && !WEB.test(map.pmtiles) ? map.pmtiles : null

/** Address of an archive for browsers. Pure. */
export const archiveAddress = (map: MapArchive): string =>
  WEB.test(map.pmtiles) ? map.pmtiles : `/maps/${encodeURIComponent(map.pmtiles)}`

/** Origins that the content security policy must allow for a map: for pictures, and for requests by scripts. Pure. */
export function mapOrigins(map: MapSettings | null): { pictures: string | null; data: string | null } {
  if (map === null) return { pictures: null, data: null }
  if (isArchive(map)) return { pictures: null, data: fileOf(map) === null ? originOf(map.pmtiles) : null }
  const origin = originOf(map.tile_url.replaceAll(KNOWN, 'a'))
  return { pictures: SUBDOMAIN.test(map.tile_url) ? (origin?.replace('://a.', '://*.') ?? null) : origin, data: null }
}

const originOf = (text: string): string | null => URL.parse(text)?.origin ?? null

/** Address of one tile. Pure. */
export function tileAddress({ tile_url }: TileServer, { z, x, y }: { z: number; x: number; y: number }): string {
  const values: Record<string, string> = { z: String(z), x: String(x), y: String(y), s: 'a', r: '' }
  return tile_url.replaceAll(KNOWN, (_, name: string) => values[name]!)
}
