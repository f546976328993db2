import { invalidField } from '../platform/errors.ts'

/** Where pictures of streets come from. `attribution` is plain text: whoever shows it escapes it. */
export interface MapSettings {
  tile_url: string
  attribution: string
}

const PLACEHOLDERS = ['{z}', '{x}', '{y}']
const KNOWN = /\{(z|x|y|r|s)\}/g
const URL_LIMIT = 2_000
/** Leaflet puts a, b or c in the place of {s}. */
const SUBDOMAIN = /^https?:\/\/\{s\}\./

/** Throws 400, for `/tile_url`, for what is no address of tiles. */
export function checkTileUrl(text: string): string {
  const fault = faultOfTileUrl(text.trim())
  if (fault !== null) throw invalidField('/tile_url', fault)
  return text.trim()
}

/** What is wrong with an address of tiles, or null. Pure. */
export function faultOfTileUrl(text: string): string | null {
  if (text.length > URL_LIMIT) return `must have at most ${URL_LIMIT} characters`
  if (!/^https?:\/\//.test(text)) return 'must start with https:// or http://'
  const missing = PLACEHOLDERS.filter((name) => !text.includes(name))
  if (missing.length > 0) return `must hold ${missing.join(', ')}`
  if (text.includes('{s}') && !SUBDOMAIN.test(text)) return 'may have {s} only as the first part of its host'
  if (/[{}]/.test(text.replaceAll(KNOWN, ''))) return 'may hold no placeholders but {z}, {x}, {y}, {s} and {r}'
  const url = URL.parse(text.replaceAll(KNOWN, 'a'))
  if (url === null) return 'is not a URL'
  return url.username + url.password === '' ? null : 'must not hold a user name or password'
}

/** What a content security policy has to allow for these tiles: an origin, or all names below one. Pure. */
export function tileOrigin(map: MapSettings | null): string | null {
  if (map === null) return null
  const url = URL.parse(map.tile_url.replaceAll(KNOWN, 'a'))
  if (url === null) return null
  return SUBDOMAIN.test(map.tile_url) ? url.origin.replace('://a.', '://*.') : url.origin
}

/** The address of one tile. Pure. */
export function tileAddress({ tile_url }: MapSettings, { z, x, y }: { z: number; x: number; y: number }): string {
  const values: Record<string, string> = { z: String(z), x: String(x), y: String(y), s: 'a', r: '' }
  return tile_url.replaceAll(KNOWN, (_, name: string) => values[name]!)
}
