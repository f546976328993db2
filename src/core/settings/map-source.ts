import { invalidField } from '../../platform/errors.ts'

/** A server of map tiles. `attribution` is plain text and must be escaped. */
export interface TileServer {
  tile_url: string
  attribution: string
}

/** A single file with all tiles, read in pieces (PMTiles): at an address, or by its name in the maps folder. */
export interface MapArchive {
  pmtiles: string
  attribution: string
}

/** Source of map tiles. */
export type MapSettings = TileServer | MapArchive

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
  const [field, text, faultOf] = isArchive(map)
    ? (['pmtiles', map.pmtiles.trim(), faultOfArchive] as const)
    : (['tile_url', map.tile_url.trim(), faultOfTileUrl] as const)
  const fault = faultOf(text)
  if (fault !== null) throw invalidField(`/${field}`, fault)
  const attribution = map.attribution.trim()
  return isArchive(map) ? { pmtiles: text, attribution } : { tile_url: text, attribution }
}

/** The fault of a tile address, or null. Pure. */
export function faultOfTileUrl(text: string): string | null {
  if (!WEB.test(text)) return 'must start with https:// or http://'
  const missing = PLACEHOLDERS.filter((name) => !text.includes(name))
  if (missing.length > 0) return `must hold ${missing.join(', ')}`
  if (text.includes('{s}') && !SUBDOMAIN.test(text)) return 'may have {s} only as the first part of its host'
  if (/[{}]/.test(text.replaceAll(KNOWN, ''))) return 'may hold no placeholders but {z}, {x}, {y}, {s} and {r}'
  return faultOfUrl(text.replaceAll(KNOWN, 'a'))
}

/** The fault of an archive's address or name, or null. Pure. */
export function faultOfArchive(text: string): string | null {
  if (WEB.test(text)) return faultOfUrl(text)
  return IS_ARCHIVE_NAME.test(text) ? null : 'must be an address, or the name of a file that ends with .pmtiles'
}

function faultOfUrl(text: string): string | null {
  if (text.length > URL_LIMIT) return `must have at most ${URL_LIMIT} characters`
  const url = URL.parse(text)
  if (url === null) return 'is not a URL'
  return url.username + url.password === '' ? null : 'must not hold a user name or password'
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
