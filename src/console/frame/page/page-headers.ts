import { type MapSettings, mapOrigins } from '../../../core/settings/map-source.ts'

/** Allows nothing external except the chosen map, and nothing inline. */
function contentSecurityPolicy(map: MapSettings | null): string {
  const { pictures, data } = mapOrigins(map)
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data:${pictures === null ? '' : ` ${pictures}`}`,
    `connect-src 'self'${data === null ? '' : ` ${data}`}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Headers of every page. */
export const pageHeaders = (map: MapSettings | null = null) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy(map),
})
