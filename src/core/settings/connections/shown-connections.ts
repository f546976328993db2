import { SHOWN_CONNECTION, type ShownConnections } from './connection.ts'
import type { OutsideConnections } from './connections-in-force.ts'
import { isLoopback, type SmtpSettings } from './smtp-settings.ts'

export type ShownInForce = { [Key in keyof ShownConnections]: ShownConnections[Key] | null }

/** The parts of the connections in force that may be shown. Null: not set. Pure. */
export function shownConnections({ publicUrl, channels, heartbeatUrl }: OutsideConnections): ShownInForce {
  const { email: smtp, ntfy, telegram } = channels
  return {
    public_url: publicUrl,
    smtp: smtp && { url: smtpUrl(smtp), from: senderText(smtp), has_password: (smtp.auth?.pass ?? '') !== '' },
    ntfy: SHOWN_CONNECTION.ntfy(ntfy),
    telegram_bot_token: telegram === null ? null : SHOWN_CONNECTION.telegram_bot_token(telegram),
    heartbeat_url: heartbeatUrl === null ? null : SHOWN_CONNECTION.heartbeat_url(heartbeatUrl),
  }
}

type MailServer = Pick<SmtpSettings, 'host' | 'port' | 'secure' | 'requireTls'> & { user: string; password?: string }

/** The URL of a mail server from its parts. Pure. */
export function mailServerUrl({ host, port, secure, requireTls, user, password = '' }: MailServer): string {
  const login =
    user === '' ? '' : `${encodeURIComponent(user)}${password === '' ? '' : `:${encodeURIComponent(password)}`}@`
  const name = host.includes(':') ? `[${host}]` : host
  const options = secure || requireTls || isLoopback(host) ? '' : '?starttls=optional'
  return `${secure ? 'smtps' : 'smtp'}://${login}${name}:${port}${options}`
}

const smtpUrl = ({ auth, ...server }: SmtpSettings): string => mailServerUrl({ ...server, user: auth?.user ?? '' })

/** Pure. */
const senderText = ({ from: { name, address } }: Pick<SmtpSettings, 'from'>): string => `${name} <${address}>`
