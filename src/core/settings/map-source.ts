import { invalidField } from '../../platform/errors.ts'

/** Pictures of streets, one by one. `attribution` is plain text: whoever shows it escapes it. */
export interface TileServer {
  tile_url: string
  attribution: string
}

/** One file of all tiles, read in pieces (PMTiles): at an address, or by its name in the folder of maps. */
export interface MapArchive {
  pmtiles: string
  attribution: string
}

/** Where maps have their streets from. */
export type MapSettings = TileServer | MapArchive

export const isArchive = (map: MapSettings): map is MapArchive => 'pmtiles' in map

const PLACEHOLDERS = ['{z}', '{x}', '{y}']
const KNOWN = /\{(z|x|y|r|s)\}/g
const URL_LIMIT = 2_000
/** Leaflet puts a, b or c in the place of {s}. */
const SUBDOMAIN = /^https?:\/\/\{s\}\./
const WEB = /^https?:\/\//
/** It becomes part of an address and of a path. */
export const ARCHIVE_NAME = '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}\\.pmtiles$'
const IS_ARCHIVE_NAME = new RegExp(ARCHIVE_NAME)

/** Throws 400, for its field, for what is no source of a map. */
export function checkMapSource(map: MapSettings): MapSettings {
  const [field, text, faultOf] = isArchive(map)
    ? (['pmtiles', map.pmtiles.trim(), faultOfArchive] as const)
    : (['tile_url', map.tile_url.trim(), faultOfTileUrl] as const)
  const fault = faultOf(text)
  if (fault !== null) throw invalidField(`/${field}`, fault)
  const attribution = map.attribution.trim()
  return isArchive(map) ? { pmtiles: text, attribution } : { tile_url: text, attribution }
}

/** What is wrong with an address of tiles, or null. Pure. */
export function faultOfTileUrl(text: string): string | null {
  if (!WEB.test(text)) return 'must start with https:// or http://'
  const missing = PLACEHOLDERS.filter((name) => !text.includes(name))
  if (missing.length > 0) return `must hold ${missing.join(', ')}`
  if (text.includes('{s}') && !SUBDOMAIN.test(text)) return 'may have {s} only as the first part of its host'
  if (/[{}]/.test(text.replaceAll(KNOWN, ''))) return 'may hold no placeholders but {z}, {x}, {y}, {s} and {r}'
  return faultOfUrl(text.replaceAll(KNOWN, 'a'))
}

/** What is wrong with the address or the name of an archive, or null. Pure. */
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

/** The name of the file that we serve ourselves; null for what is elsewhere. Pure. */
export const fileOf = (map: MapSettings): string | null =>
  isArchive(map) && !WEB.test(map.pmtiles) ? map.pmtiles : null

/** Where browsers ask for an archive. Pure. */
export const archiveAddress = (map: MapArchive): string =>
  WEB.test(map.pmtiles) ? map.pmtiles : `/maps/${encodeURIComponent(map.pmtiles)}`

/** What a content security policy has to allow for a map: where pictures come from, and where scripts may ask. Pure. */
export function mapOrigins(map: MapSettings | null): { pictures: string | null; data: string | null } {
  if (map === null) return { pictures: null, data: null }
  if (isArchive(map)) return { pictures: null, data: fileOf(map) === null ? originOf(map.pmtiles) : null }
  const origin = originOf(map.tile_url.replaceAll(KNOWN, 'a'))
  return { pictures: SUBDOMAIN.test(map.tile_url) ? (origin?.replace('://a.', '://*.') ?? null) : origin, data: null }
}

const originOf = (text: string): string | null => URL.parse(text)?.origin ?? null

/** The address of one tile. Pure. */
export function tileAddress({ tile_url }: TileServer, { z, x, y }: { z: number; x: number; y: number }): string {
  const values: Record<string, string> = { z: String(z), x: String(x), y: String(y), s: 'a', r: '' }
  return tile_url.replaceAll(KNOWN, (_, name: string) => values[name]!)
}
