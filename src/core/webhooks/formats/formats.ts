import { invalidField, invalidFields } from '../../../platform/errors.ts'
import type { Envelope } from '../events/envelope.ts'
import type { WebhookEvent } from '../events/webhook-events.ts'
import { alertmanagerFormat } from './alertmanager.ts'
import { discordFormat } from './discord.ts'
import { envelopeFormat } from './envelope.ts'
import type { Present } from './event-texts.ts'
import { type FormatKind, type FormatOption, type FormatOptions, type FormatRequest, prepend } from './format.ts'
import { ntfyFormat } from './ntfy.ts'
import { pagerdutyFormat } from './pagerduty.ts'
import { slackFormat } from './slack.ts'
import { teamsFormat } from './teams.ts'
import { telegramFormat } from './telegram.ts'
import { templateFormat } from './template.ts'

/** All formats of webhook bodies, in the order of forms and documents. */
const KINDS = {
  envelope: envelopeFormat,
  slack: slackFormat,
  teams: teamsFormat,
  discord: discordFormat,
  pagerduty: pagerdutyFormat,
  ntfy: ntfyFormat,
  telegram: telegramFormat,
  alertmanager: alertmanagerFormat,
  template: templateFormat,
} satisfies Record<string, FormatKind>

export type Format = keyof typeof KINDS
/** Names of the options of all formats. */
export type OptionName = {
  [F in Format]: (typeof KINDS)[F] extends { options: infer O } ? keyof O & string : never
}[Format]

export const FORMATS = Object.keys(KINDS) as Format[]
export const isFormat = (name: string): name is Format => Object.hasOwn(KINDS, name)

/**
 * A format that a later version has stored is treated as the envelope while nodes of both versions run: its webhook must
 * not keep readings from being stored.
 */
export const formatKind = (format: string): FormatKind => (isFormat(format) ? KINDS[format] : envelopeFormat)

/** Names and facts of the options that a format needs. */
export const optionsOf = (format: Format) => Object.entries(formatKind(format).options ?? {})

/** Formats that people may choose for a receiver of their own. The others follow the life of alerts and incidents. */
export const PERSONAL_FORMATS = FORMATS.filter((format) => formatKind(format).personalBody !== undefined)

export const OPTIONS: Readonly<Record<OptionName, FormatOption>> = Object.assign(
  {},
  ...FORMATS.map((format) => formatKind(format).options),
)
export const OPTION_NAMES = Object.keys(OPTIONS) as OptionName[]

/** Which format has which options, for the reference and the command line. */
export const OPTIONS_BY_FORMAT = FORMATS.flatMap((format) => {
  const names = optionsOf(format).map(([name]) => name)
  return names.length === 0 ? [] : [`${format}: ${names.join(', ')}`]
}).join('. ')

/** Whether a delivery is a message for people about an incident, which says its headline at the moment of sending. Pure. */
export const saysHeadline = ({ format, event }: { format: Format; event: WebhookEvent }): boolean =>
  formatKind(format).isForPeople && event.startsWith('incident.')

/** The body; null if the format has no message for the event. Pure. */
export const webhookBody = (format: Format, envelope: Envelope, present: Present | null = null): string | null =>
  formatKind(format).body(envelope, present)

/**
 * The body of a delivery when it is queued, or its event, if it gets its words before it is sent; null if the format has no
 * message for the event. Pure.
 */
export function queuedBody(format: Format, envelope: Envelope): string | null {
  const body = webhookBody(format, envelope)
  return body !== null && saysHeadline({ format, event: envelope.event }) ? JSON.stringify(envelope) : body
}

/** The body with the tags to which the webhook is limited, where the format has a place for them. Pure. */
export const withTagsOf = (format: Format, body: string, tags: readonly string[]): string =>
  tags.length === 0 ? body : (formatKind(format).withTags?.(body, tags) ?? body)

/** Throws 400 unless these are all the options of this format, and the address is complete. */
export function checkFormat(format: Format, url: string, options: FormatOptions): void {
  const { options: wanted = {}, urlFault } = formatKind(format)
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(wanted, name)) throw invalidField(`/format_options/${name}`, 'option_unknown', format)
  }
  for (const [name, option] of Object.entries(wanted)) {
    const value = options[name]
    if (value === undefined) throw invalidField(`/format_options/${name}`, 'option_missing', format)
    if (!option.pattern.test(value)) throw invalidField(`/format_options/${name}`, 'option_wrong', format)
    checkOption(name, option, value)
  }
  const fault = urlFault?.(new URL(url)) ?? null
  if (fault !== null) throw invalidFields([{ field: '/url', ...fault }])
}

/** Throws 400 for a value that looks right and cannot be used. */
export function checkOption(name: string, option: FormatOption, value: string): void {
  const fault = option.fault?.(value) ?? null
  if (fault !== null) throw invalidFields([{ field: `/format_options/${name}`, ...fault }])
}

/**
 * Address and body of a request. Adds the options that a receiver expects in the body, which are not stored in it.
 * Pure.
 */
export function withAddress(format: Format, options: FormatOptions, stored: FormatRequest): FormatRequest {
  const { request } = formatKind(format)
  if (request !== undefined) return request(stored, options)
  return Object.keys(options).length === 0 ? stored : { ...stored, body: prepend(options, stored.body) }
}

/** The stored body with whole URLs of pages: it has their paths. Pure. */
export const linked = (format: Format, body: string, publicUrl: string): string =>
  formatKind(format).withLinks?.(body, publicUrl) ?? body
