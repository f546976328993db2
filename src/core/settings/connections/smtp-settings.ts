import { isIP } from 'node:net'
import { isEmailAddress } from './email-address.ts'

/** The mail server of the installation. */
export interface SmtpSettings {
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS. */
  secure: boolean
  /** Whether a server that cannot do STARTTLS is refused. */
  requireTls: boolean
  auth: { user: string; pass: string } | null
  from: MailSender
}

interface MailSender {
  name: string
  address: string
}

/** Parses `smtps://user:password@host:465` and `smtp://host:587?starttls=optional`; null if it is neither. Pure. */
export function parseSmtpUrl(text: string): Omit<SmtpSettings, 'from'> | null {
  const url = URL.parse(text)
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || url.hash !== '') return null
  if (!['', '/'].includes(url.pathname)) return null
  const options = [...url.searchParams]
  const isOptional = options.length === 1 && options[0]!.join('=') === 'starttls=optional'
  const secure = url.protocol === 'smtps:'
  if (options.length > 0 && (!isOptional || secure)) return null
  const auth = authOf(url)
  if (auth === undefined) return null
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTls: !secure && !isOptional && !isLoopback(host),
    auth,
  }
}

/** Undefined: broken escapes. */
function authOf({ username, password }: URL): SmtpSettings['auth'] | undefined {
  try {
    return username === '' ? null : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  } catch {
    return undefined
  }
}

/** Pure. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/** Parses `alerts@example.org` and `Tocsin <alerts@example.org>`; null if it is neither. Pure. */
export function parseSender(text: string): MailSender | null {
  const [, name = '', address = text] = /^([^<>"\r\n]*)<([^<>]*)>$/.exec(text.trim()) ?? []
  return isEmailAddress(address.trim()) ? { name: name.trim() || 'Tocsin', address: address.trim() } : null
}
