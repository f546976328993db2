import { ECDH } from 'node:crypto'
import { type Fault, faultOf } from '../../../../platform/error-messages/reasons.ts'
import { type FieldError, invalidFields } from '../../../../platform/errors.ts'
import type { PushAddress } from './push-notification.ts'

const ENDPOINT_LIMIT = 2_048
/** Hosts of the push services of Chrome and Edge, Firefox, Safari, and Edge on Windows. */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^([a-z0-9-]+\.)+push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)+push\.apple\.com$/,
  /^([a-z0-9-]+\.)+notify\.windows\.com$/,
]
const POINT_BYTES = 65
const UNCOMPRESSED = 4
const AUTH_BYTES = 16
const BASE64URL = /^[A-Za-z0-9_-]+={0,2}$/

/**
 * The subscription of a browser in one spelling. Throws 400 unless its endpoint is of a known push service or of an
 * allowed origin, and its keys can encrypt.
 */
export function checkSubscription({ endpoint, keys }: PushAddress, allowedOrigins: readonly string[]): PushAddress {
  const faults = [
    ...faultAt('/subscription/endpoint', faultOfEndpoint(endpoint, allowedOrigins)),
    ...faultAt('/subscription/keys/p256dh', isPoint(keys.p256dh) ? null : faultOf('push_key')),
    ...faultAt('/subscription/keys/auth', bytesOf(keys.auth)?.length === AUTH_BYTES ? null : faultOf('push_secret')),
  ]
  if (faults.length > 0) throw invalidFields(faults)
  return oneSubscription({ endpoint, keys })
}

/** In one spelling, and without other fields. Checks nothing. */
export const oneSubscription = ({ endpoint, keys: { p256dh, auth } }: PushAddress): PushAddress => ({
  endpoint: URL.parse(endpoint)?.href ?? endpoint,
  keys: { p256dh: inBase64url(p256dh), auth: inBase64url(auth) },
})

const inBase64url = (text: string): string => Buffer.from(text, 'base64url').toString('base64url')

const faultAt = (field: string, fault: Fault | null): FieldError[] => (fault === null ? [] : [{ field, ...fault }])

/**
 * Why nothing may be sent to this endpoint; null if it may. The rule looks at the parsed host, so no path or user name
 * can pretend to be one.
 */
export function faultOfEndpoint(text: string, allowedOrigins: readonly string[]): Fault | null {
  const url = URL.parse(text)
  if (url === null) return faultOf('no_url')
  if (Math.max(text.length, url.href.length) > ENDPOINT_LIMIT) return faultOf('too_long', ENDPOINT_LIMIT)
  if (url.username !== '' || url.password !== '') return faultOf('url_user')
  if (url.href.includes('#')) return faultOf('url_fragment')
  if (isAllowedOrigin(url, allowedOrigins)) return null
  if (url.protocol !== 'https:') return faultOf('push_https')
  if (url.port !== '') return faultOf('push_port')
  return SERVICES.some((host) => host.test(url.hostname)) ? null : faultOf('push_service', url.hostname)
}

/** `allowedOrigins` are as `URL.origin` spells them. */
export const isAllowedOrigin = ({ protocol, origin }: URL, allowedOrigins: readonly string[]): boolean =>
  /^https?:$/.test(protocol) && allowedOrigins.includes(origin)

/** Whether it is an uncompressed point on the curve P-256. */
function isPoint(text: string): boolean {
  const point = bytesOf(text)
  if (point?.length !== POINT_BYTES || point[0] !== UNCOMPRESSED) return false
  try {
    ECDH.convertKey(point, 'prime256v1')
    return true
  } catch {
    // Not on the curve: this is the response, not an error.
    return false
  }
}

const bytesOf = (text: string): Buffer | null => (BASE64URL.test(text) ? Buffer.from(text, 'base64url') : null)
