import type { IncomingHttpHeaders } from 'node:http'

/** The token in `X-Device-Token`, or the password of basic authentication; null if there is neither. */
export function tokenInHeaders(headers: IncomingHttpHeaders): string | null {
  const token = headers['x-device-token']
  if (typeof token === 'string') return token
  const [scheme = '', credentials = ''] = (headers.authorization ?? '').split(' ')
  if (scheme.toLowerCase() !== 'basic') return null
  const text = Buffer.from(credentials, 'base64').toString('utf8')
  return text.slice(text.indexOf(':') + 1)
}
