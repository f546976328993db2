import Type, { type Static } from 'typebox'
import type { ConnectionChanges } from '../../../core/contact-methods/connections/change-connections.ts'
import type { ConnectionTest } from '../../../core/contact-methods/connections/test-connection.ts'
import type { ConnectionKey } from '../../../core/settings/connections/connection.ts'
import { mailServerUrl, type ShownInForce } from '../../../core/settings/connections/shown-connections.ts'
import { parseSender, parseSmtpUrl } from '../../../core/settings/connections/smtp-settings.ts'
import { invalidField } from '../../../platform/errors.ts'
import { PlainText } from '../../../platform/http/schemas/shapes.ts'

/** The sections of the page, which are also what is tested. */
export const SECTIONS = ['address', 'mail', 'ntfy', 'telegram', 'heartbeat'] as const
export type ConnectionSection = (typeof SECTIONS)[number]

export const KEYS: Record<ConnectionSection, ConnectionKey> = {
  address: 'public_url',
  mail: 'smtp',
  ntfy: 'ntfy',
  telegram: 'telegram_bot_token',
  heartbeat: 'heartbeat_url',
}
export const TEST_OF: Record<ConnectionSection, ConnectionTest> = {
  address: 'public_url',
  mail: 'mail',
  ntfy: 'ntfy',
  telegram: 'telegram',
  heartbeat: 'heartbeat',
}

export const ENCRYPTIONS = ['tls', 'starttls', 'optional'] as const
const PORTS = { tls: 465, starttls: 587, optional: 25 }
const HOST = /^([a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?|[0-9a-f:]*:[0-9a-f:.]*)$/i

const Short = Type.Optional(PlainText({ maxLength: 500 }))
const Long = Type.Optional(PlainText({ maxLength: 2_000 }))

/** The fields of all sections; each form has its own. */
export const ConnectionForm = Type.Object({
  intent: Type.Optional(Type.Enum(['save', 'test', 'anyway'])),
  /** The page to come back to. */
  from: Type.Optional(Type.Enum(['overview'])),
  public_url: Long,
  mail_host: Short,
  mail_port: Type.Optional(Type.String({ pattern: '^[0-9]{0,5}$' })),
  mail_encryption: Type.Optional(Type.Enum([...ENCRYPTIONS])),
  mail_user: Short,
  mail_password: Short,
  mail_name: Short,
  mail_address: Short,
  mail_to: Short,
  ntfy_url: Long,
  ntfy_token: Short,
  telegram_token: Short,
  telegram_to: Short,
  heartbeat_url: Long,
})
export type ConnectionFields = Static<typeof ConnectionForm>

/** Changes of a form, as the API takes them; a secret that is left out stays. Empty if nothing was entered. Throws 400. */
export function enteredIn(section: ConnectionSection, fields: ConnectionFields): ConnectionChanges {
  const text = (value: string | undefined) => value?.trim() ?? ''
  switch (section) {
    case 'address':
      return { public_url: withScheme(text(fields.public_url)) }
    case 'mail':
      return { smtp: { url: mailUrl(fields), from: sender(fields) } }
    case 'ntfy': {
      const token = text(fields.ntfy_token)
      return { ntfy: { url: withScheme(text(fields.ntfy_url)), ...(token === '' ? {} : { token }) } }
    }
    case 'telegram':
      return text(fields.telegram_token) === '' ? {} : { telegram_bot_token: text(fields.telegram_token) }
    case 'heartbeat':
      return text(fields.heartbeat_url) === '' ? {} : { heartbeat_url: withScheme(text(fields.heartbeat_url)) }
  }
}

/** People leave out what their browser leaves out. */
const withScheme = (text: string): string => (text === '' || text.includes('://') ? text : `https://${text}`)

function mailUrl({
  mail_host,
  mail_port,
  mail_encryption = 'tls',
  mail_user,
  mail_password,
}: ConnectionFields): string {
  const host = mail_host?.trim() ?? ''
  if (!HOST.test(host)) throw invalidField('/mail_host', 'no_host')
  return mailServerUrl({
    host,
    port: Number(mail_port || PORTS[mail_encryption]),
    secure: mail_encryption === 'tls',
    requireTls: mail_encryption === 'starttls',
    user: mail_user?.trim() ?? '',
    ...(mail_password ? { password: mail_password } : {}),
  })
}

const sender = ({ mail_name, mail_address }: ConnectionFields): string => {
  const [name, address] = [mail_name?.trim() ?? '', mail_address?.trim() ?? '']
  return name === '' ? address : `${name} <${address}>`
}

/** The recipient of a test message. */
export const RECIPIENTS: Partial<Record<ConnectionSection, 'mail_to' | 'telegram_to'>> = {
  mail: 'mail_to',
  telegram: 'telegram_to',
}

/** The fields of a form by those of the API, but for the recipient. */
export const FIELDS: Record<string, string> = {
  'smtp/url': 'mail_host',
  'smtp/from': 'mail_address',
  'ntfy/url': 'ntfy_url',
  'ntfy/token': 'ntfy_token',
  telegram_bot_token: 'telegram_token',
}

/** The connections in force as values of the forms, without secrets. Pure. */
export function valuesOf({ public_url, smtp, ntfy }: ShownInForce): Record<string, string> {
  const server = smtp && parseSmtpUrl(smtp.url)
  const from = smtp && parseSender(smtp.from)
  return {
    public_url: public_url ?? '',
    mail_host: server?.host ?? '',
    mail_port: server ? String(server.port) : '',
    mail_encryption: server?.secure === false ? (server.requireTls ? 'starttls' : 'optional') : 'tls',
    mail_user: server?.auth?.user ?? '',
    mail_name: from?.name ?? 'Tocsin',
    mail_address: from?.address ?? '',
    ntfy_url: ntfy?.url ?? '',
  }
}
