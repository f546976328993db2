import { type Fault, faultOf } from '../../../platform/error-messages/reasons.ts'
import { parseSender, parseSmtpUrl, type SmtpSettings } from './smtp-settings.ts'

/** How the service and the outside reach each other, each by the environment or by a choice of administrators. */
export const CONNECTIONS = ['public_url', 'smtp', 'ntfy', 'telegram_bot_token', 'heartbeat_url'] as const
export type ConnectionKey = (typeof CONNECTIONS)[number]
export type SettingOrigin = 'default' | 'environment' | 'settings'

/** Origin of a setting that can be chosen although the environment sets it; undefined: nothing was chosen. Pure. */
export const originOf = (chosen: unknown, isDefault: boolean): SettingOrigin =>
  chosen !== undefined ? 'settings' : isDefault ? 'default' : 'environment'

/** As they are entered, with their secrets. */
export interface GivenConnections {
  public_url: string
  smtp: { url: string; from: string }
  ntfy: { url: string; token: string | null }
  telegram_bot_token: string
  heartbeat_url: string
}

/** The parts of each that may be shown. */
export interface ShownConnections {
  public_url: string
  /** The URL is without its password. */
  smtp: { url: string; from: string; has_password: boolean }
  ntfy: { url: string; token_hint: string | null }
  telegram_bot_token: { hint: string }
  heartbeat_url: { hint: string }
}

/** How this installation reaches people, by kind of contact method. Null: that way is not set up. */
export interface ChannelSettings {
  email: SmtpSettings | null
  ntfy: NtfySettings
  /** The token of a bot. */
  telegram: string | null
  /** Settings of kinds that administrators cannot set up; only the kind itself knows them. */
  [kind: string]: unknown
}

export interface NtfySettings {
  /** Server of new contact methods, as `URL.origin` spells it. */
  url: string
  /** Sent to that server only. */
  token: string | null
  /** Whether the environment chose the server, so that it may be in a private network. */
  isOwn: boolean
}

export const PUBLIC_NTFY = 'https://ntfy.sh'
const URL_LIMIT = 2_000
const HINT_CHARACTERS = 4
/** A shorter secret has no hint: it would be much of the secret. */
const LEAST_FOR_A_HINT = 12

/** A URL of the web, without a slash at the end; null if it is none. Pure. */
export function webAddress(text: string): string | null {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href.replace(/\/$/, '') : null
}

/** The origin of a URL that has nothing else; null if it is none. Pure. */
export function webOrigin(text: string): string | null {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` ? url.origin : null
}

export const isBotToken = (text: string): boolean => /^\d{5,20}:[A-Za-z0-9_-]{30,64}$/.test(text)
export const isNtfyToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

type Faults = { field: string; fault: Fault | null }[]

/** The faults of each, by the path of its field below the setting. Pure. */
export const FAULTS: { [Key in ConnectionKey]: (given: GivenConnections[Key]) => Faults } = {
  public_url: (url) => [{ field: '', fault: faultOfOrigin(url) }],
  smtp: ({ url, from }) => [
    { field: '/url', fault: parseSmtpUrl(url) === null ? faultOf('no_mail_server') : null },
    { field: '/from', fault: parseSender(from) === null ? faultOf('no_sender') : null },
  ],
  ntfy: ({ url, token }) => [
    { field: '/url', fault: faultOfOrigin(url) },
    { field: '/token', fault: token === null || isNtfyToken(token) ? null : faultOf('no_ntfy_token') },
  ],
  telegram_bot_token: (token) => [{ field: '', fault: isBotToken(token) ? null : faultOf('no_bot_token') }],
  heartbeat_url: (url) => [{ field: '', fault: faultOfUrl(url) }],
}

/** The same URL, token or sender is always stored in the same spelling. Pure; for what has no faults. */
export const SPELLED: { [Key in ConnectionKey]: (given: GivenConnections[Key]) => GivenConnections[Key] } = {
  public_url: (url) => webOrigin(url)!,
  smtp: ({ url, from }) => ({ url: URL.parse(url)!.href, from: from.trim() }),
  ntfy: ({ url, token }) => ({ url: webOrigin(url)!, token }),
  telegram_bot_token: (token) => token,
  heartbeat_url: (url) => URL.parse(url)!.href,
}

/** Pure. */
export const SHOWN_CONNECTION: { [Key in ConnectionKey]: (given: GivenConnections[Key]) => ShownConnections[Key] } = {
  public_url: (url) => url,
  smtp: ({ url, from }) => ({ url: withoutPassword(url), from, has_password: new URL(url).password !== '' }),
  ntfy: ({ url, token }) => ({ url, token_hint: token === null ? null : endOf(token) }),
  telegram_bot_token: (token) => ({ hint: `${token.split(':')[0]}:…${endOf(token)}` }),
  // The rest of it is a secret: whoever knows it can report that all is well.
  heartbeat_url: (url) => ({ hint: `${new URL(url).origin}/…${endOf(url.slice(new URL(url).origin.length))}` }),
}

const endOf = (secret: string): string => (secret.length < LEAST_FOR_A_HINT ? '' : secret.slice(-HINT_CHARACTERS))

/** Pure. */
function withoutPassword(url: string): string {
  const shown = new URL(url)
  shown.password = ''
  return shown.href
}

function faultOfUrl(text: string): Fault | null {
  if (text.length > URL_LIMIT) return faultOf('too_long', URL_LIMIT)
  const url = URL.parse(text)
  if (url === null) return faultOf('no_url')
  return /^https?:$/.test(url.protocol) ? null : faultOf('not_web')
}

function faultOfOrigin(text: string): Fault | null {
  const fault = faultOfUrl(text)
  if (fault !== null) return fault
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return faultOf('url_user')
  return webOrigin(text) === null ? faultOf('url_path') : null
}
