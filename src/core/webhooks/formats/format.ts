import { invalidField } from '../../../platform/errors.ts'
import type { Envelope } from '../events/envelope.ts'
import { discordBody } from './discord.ts'
import { messageOf } from './event-texts.ts'
import { ntfyBody } from './ntfy.ts'
import { pagerdutyBody } from './pagerduty.ts'
import { slackBody } from './slack.ts'
import { teamsBody } from './teams.ts'
import { telegramBody } from './telegram.ts'

/** Formats of webhook bodies. */
export const FORMATS = ['envelope', 'slack', 'teams', 'discord', 'pagerduty', 'ntfy', 'telegram'] as const
export type Format = (typeof FORMATS)[number]

export type FormatOptions = Record<string, string>

/** The body, fixed when a delivery is queued; null if the format has no message for the event. Pure. */
export function bodyOf(format: Format, envelope: Envelope): string | null {
  switch (format) {
    case 'envelope':
      return JSON.stringify(envelope)
    case 'slack':
      return slackBody(messageOf(envelope))
    case 'teams':
      return teamsBody(messageOf(envelope))
    case 'discord':
      return discordBody(messageOf(envelope))
    case 'pagerduty':
      return pagerdutyBody(envelope)
    case 'ntfy':
      return ntfyBody(messageOf(envelope))
    case 'telegram':
      return telegramBody(messageOf(envelope))
  }
}

/** Options by format, and their patterns. Their values are credentials or private. */
const OPTIONS: Partial<Record<Format, Record<string, RegExp>>> = {
  pagerduty: { routing_key: /^[A-Za-z0-9]{32}$/ },
  telegram: { chat_id: /^(-?[0-9]{1,20}|@[A-Za-z0-9_]{5,32})$/ },
}

/** Throws 400 unless these are all the options of this format, and the address is complete. */
export function checkFormat(format: Format, url: string, options: FormatOptions): void {
  const wanted = OPTIONS[format] ?? {}
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(wanted, name)) throw invalidField(`/format_options/${name}`, 'option_unknown', format)
  }
  for (const [name, shape] of Object.entries(wanted)) {
    if (options[name] === undefined) throw invalidField(`/format_options/${name}`, 'option_missing', format)
    if (!shape.test(options[name])) throw invalidField(`/format_options/${name}`, 'option_wrong', format)
  }
  if (format === 'ntfy' && topicOf(new URL(url)) === '') throw invalidField('/url', 'url_topic')
}

/**
 * Address and body of a request. Adds the options that a receiver expects in the body, which are not stored in it.
 * Pure.
 */
export function addressed(
  format: Format,
  options: FormatOptions,
  request: { url: string; body: string },
): { url: string; body: string } {
  if (format === 'ntfy') {
    const url = new URL(request.url)
    const topic = topicOf(url)
    url.pathname = url.pathname.slice(0, -topic.length)
    return { url: url.href, body: withFirst({ topic }, request.body) }
  }
  return Object.keys(options).length === 0 ? request : { url: request.url, body: withFirst(options, request.body) }
}

/** ntfy accepts JSON at the parent address of the topic. */
const topicOf = (url: URL): string => url.pathname.match(/[-_A-Za-z0-9]{1,64}$/)?.[0] ?? ''

/** The JSON object with these members inserted first. */
const withFirst = (members: FormatOptions, body: string): string =>
  `${JSON.stringify(members).slice(0, -1)},${body.slice(1)}`
