import { invalidField } from '../../../platform/errors.ts'
import type { Envelope } from '../events/envelope.ts'
import type { WebhookEvent } from '../events/webhook-events.ts'
import { alertmanagerBody, alertsUrl, withPageUrls, withTagsLabel } from './alertmanager.ts'
import { discordBody, ntfyBody, slackBody, teamsBody, telegramBody } from './chat-bodies.ts'
import { messageOf, type Present } from './event-texts.ts'
import { pagerdutyBody } from './pagerduty.ts'
import { faultOfTemplate, templateBody } from './template.ts'

/** Formats of webhook bodies. */
export const FORMATS = [
  'envelope',
  'slack',
  'teams',
  'discord',
  'pagerduty',
  'ntfy',
  'telegram',
  'alertmanager',
  'template',
] as const
export type Format = (typeof FORMATS)[number]

export type FormatOptions = Record<string, string>

/** Formats that show a message to people. */
export const CHAT_BODIES = {
  slack: slackBody,
  teams: teamsBody,
  discord: discordBody,
  ntfy: ntfyBody,
  telegram: telegramBody,
}

/** Whether a delivery is a message for people about an incident, which says its headline at the moment of sending. Pure. */
export const saysHeadline = ({ format, event }: { format: Format; event: WebhookEvent }): boolean =>
  (format in CHAT_BODIES || format === 'pagerduty') && event.startsWith('incident.')

/**
 * The body of a delivery when it is queued, or its event, if it gets its words before it is sent; null if the format has no
 * message for the event. Pure.
 */
export function queuedBody(format: Format, envelope: Envelope): string | null {
  const body = bodyOf(format, envelope)
  return body !== null && saysHeadline({ format, event: envelope.event }) ? JSON.stringify(envelope) : body
}

/** The body; null if the format has no message for the event. Pure. */
export function bodyOf(format: Format, envelope: Envelope, present: Present | null = null): string | null {
  // The template is a stored option, filled in when it is sent.
  if (format === 'envelope' || format === 'template') return JSON.stringify(envelope)
  if (format === 'pagerduty') return pagerdutyBody(envelope, present)
  if (format === 'alertmanager') return alertmanagerBody(envelope)
  return CHAT_BODIES[format](messageOf(envelope, present))
}

/** The body with the tags to which the webhook is limited, where the format has a place for them. Pure. */
export const withTagsOf = (format: Format, body: string, tags: readonly string[]): string =>
  format === 'alertmanager' && tags.length > 0 ? withTagsLabel(body, tags) : body

/** Options by format, and their patterns. Their values are credentials, private, or may hold such. */
const OPTIONS: Partial<Record<Format, Record<string, RegExp>>> = {
  pagerduty: { routing_key: /^[A-Za-z0-9]{32}$/ },
  telegram: { chat_id: /^(-?[0-9]{1,20}|@[A-Za-z0-9_]{5,32})$/ },
  template: { template: /^[\s\S]{2,10000}$/ },
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
  if (format === 'template') checkTemplate(options.template!)
  if (format === 'ntfy' && topicOf(new URL(url)) === '') throw invalidField('/url', 'url_topic')
}

/** Throws 400 unless its names are known and it makes JSON. */
export function checkTemplate(template: string): void {
  const fault = faultOfTemplate(template)
  if (fault === '') throw invalidField('/format_options/template', 'template_no_json')
  if (fault !== null) throw invalidField('/format_options/template', 'template_name', fault)
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
  if (format === 'alertmanager') return { url: alertsUrl(request.url), body: request.body }
  if (format === 'template') {
    const body = templateBody(options.template!, JSON.parse(request.body) as Envelope)
    return { url: request.url, body }
  }
  return Object.keys(options).length === 0 ? request : { url: request.url, body: withFirst(options, request.body) }
}

/** The stored body with whole URLs of pages: it has their paths. Pure. */
export const linked = (format: Format, body: string, publicUrl: string): string =>
  format === 'alertmanager' ? withPageUrls(body, publicUrl) : body

/** ntfy accepts JSON at the parent address of the topic. */
const topicOf = (url: URL): string => url.pathname.match(/[-_A-Za-z0-9]{1,64}$/)?.[0] ?? ''

/** The JSON object with these members inserted first. */
const withFirst = (members: FormatOptions, body: string): string =>
  `${JSON.stringify(members).slice(0, -1)},${body.slice(1)}`
