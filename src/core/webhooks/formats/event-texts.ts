import type { Headline } from '../../headline/headline.ts'
import { backText, howText, whatText, whereText, whoText } from '../../headline/headline-words.ts'
import { DEFAULT_PREFERENCES } from '../../people/preferences/preferences.ts'
import type { TitleOf } from '../../vocabulary/titles.ts'
import type { Envelope, NotificationEvent } from '../events/envelope.ts'

/** An event as a message for people, independent of the program that shows it. */
export interface Message {
  title: string
  tone: 'critical' | 'warning' | 'info' | 'good'
  facts: { name: string; value: string }[]
  /** ISO 8601. */
  at: string
}

type Value = string | number | null | undefined

/** Facts of an incident at the time at which its message is sent; the headline is null if it is not known. */
export interface Present {
  headline: Headline | null
  now: Date
}

/** Converts an event to a message with one line per fact. Pure. */
export function webhookMessage(envelope: Envelope, present: Present | null = null): Message {
  const content = contentOf(envelope)
  const { title, tone, facts } =
    present?.headline == null ? content : withHeadline(envelope, content, present.headline, present.now)
  return {
    title: oneLine(title),
    tone,
    facts: Object.entries(facts).flatMap(([name, value]) =>
      value == null || value === '' ? [] : [{ name, value: oneLine(String(value)) }],
    ),
    at: envelope.timestamp,
  }
}

/** A message to one person, which has its words already. Pure. */
export function messageToPerson(notification: NotificationEvent): Message {
  const { title, text, url } = notification.data
  const lines = text === '' ? [] : [{ name: 'Details', value: text.replaceAll('\n', ' · ') }]
  const facts = [...lines, { name: 'Link', value: url }]
  return { title, tone: toneToPerson(notification), facts, at: notification.timestamp }
}

export const toneToPerson = ({ data: { severity, quiet } }: NotificationEvent): Message['tone'] =>
  quiet ? 'good' : (severity ?? 'info')

type Content = Pick<Message, 'title' | 'tone'> & { facts: Record<string, Value> }

function contentOf(envelope: Envelope): Content {
  const { event, data } = envelope
  switch (event) {
    case 'alert.triggered':
      return {
        title: `${capital(data.severity)} alert: ${data.title}`,
        tone: data.severity,
        facts: {
          Device: data.device_name,
          Value: data.triggered_value,
          Limit: data.threshold,
          Measured: `${data.triggered_at}${data.late ? ' (reported late)' : ''}`,
          Incident: number(data.incident_id),
        },
      }
    case 'alert.escalated':
      return {
        title: `Now ${data.severity}: ${data.title}`,
        tone: data.severity,
        facts: {
          Device: data.device_name,
          Value: data.last_value,
          Limit: data.threshold,
          Incident: number(data.incident_id),
        },
      }
    case 'alert.acknowledged':
      return {
        title: `Alert ${acknowledgedOrSnoozed(data)}: ${data.title}`,
        tone: 'info',
        facts: {
          Device: data.device_name,
          By: who(data.acknowledged_by),
          Until: data.snoozed_until,
          Incident: number(data.incident_id),
        },
      }
    case 'alert.resolved':
      return {
        title: `Alert resolved: ${data.title}`,
        tone: 'good',
        facts: { Device: data.device_name, By: who(data.resolved_by), Incident: number(data.incident_id) },
      }
    case 'incident.created':
      return {
        title: `${capital(data.severity)} incident: ${data.title}`,
        tone: data.severity,
        facts: {
          Incident: number(data.incident_id),
          Device: data.device_name,
          Devices: data.devices?.map(({ name }) => name).join(', ') ?? null,
          Position: place(data),
        },
      }
    case 'incident.acknowledged':
      return {
        title: `Incident ${acknowledgedOrSnoozed(data)}: ${data.title}`,
        tone: 'info',
        facts: {
          Incident: number(data.incident_id),
          Device: data.device_name,
          By: who(data.acknowledged_by),
          Until: data.snoozed_until,
        },
      }
    case 'incident.reopened':
      return {
        title: `${capital(data.severity)} incident is back: ${data.title}`,
        tone: data.severity,
        facts: { Incident: number(data.incident_id), Device: data.device_name, Position: place(data) },
      }
    case 'incident.nobody_told':
      return {
        title: `Nobody notified: ${data.title}`,
        tone: data.severity,
        facts: { Incident: number(data.incident_id), Device: data.device_name, Policy: data.policy },
      }
    case 'incident.resolved':
      return {
        title: `Incident resolved: ${data.title}`,
        tone: 'good',
        facts: {
          Incident: number(data.incident_id),
          Device: data.device_name,
          By: who(data.resolved_by),
          'Open for': duration(data.duration_s),
          Note: data.note,
        },
      }
    case 'device.offline':
      return {
        title: `Device offline: ${data.device_name}`,
        tone: 'warning',
        facts: { 'Last seen': data.last_seen, Battery: percent(data.battery), Position: place(data) },
      }
    case 'device.online':
      return {
        title: `Device online again: ${data.device_name}`,
        tone: 'good',
        facts: { Battery: percent(data.battery), Position: place(data) },
      }
    case 'webhook.test':
      return { title: data.message, tone: 'info', facts: { Webhook: data.webhook_name } }
  }
}

/** The headline (who, how bad, since when, where and what helps) before what the event says itself. */
function withHeadline({ event, data }: Envelope, { tone, facts }: Content, headline: Headline, now: Date): Content {
  const { Device: _, Position, ...others } = facts
  const what = whatText(headline, RECEIVER, AS_IT_IS)
  const isBack = headline.is_cleared || headline.cleared_since !== null
  const title = isBack ? backText(headline, RECEIVER, AS_IT_IS) : what
  const state = event === 'incident.acknowledged' ? acknowledgedOrSnoozed(data) : event.split('.')[1]!
  const suffix = state === 'created' || (state === 'resolved' && isBack) ? '' : `, ${STATES[state] ?? state}`
  return {
    title: `${titled(whoText(headline), title)}${suffix}`,
    tone,
    facts: {
      ...(event === 'incident.resolved' ? {} : { Severity: howText(headline, RECEIVER, now) }),
      Where: whereText(headline, RECEIVER) ?? Position,
      Notes: headline.notes,
      ...others,
    },
  }
}

const STATES: Record<string, string> = { nobody_told: 'nobody notified' }
/** Receivers are in English, UTC and the units of readings. */
const RECEIVER = DEFAULT_PREFERENCES
const AS_IT_IS: TitleOf = ({ title }) => title

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const number = (id: number | null): string | null => (id === null ? null : `#${id}`)
const percent = (value: number | null): string | null => (value === null ? null : `${value} %`)
const who = ({ email }: { email: string | null }): string => email ?? 'Tocsin'
const acknowledgedOrSnoozed = ({ snoozed_until }: { snoozed_until: string | null }): string =>
  snoozed_until == null ? 'acknowledged' : 'snoozed'
const place = ({ lat, lng }: { lat: number | null; lng: number | null }): string | null =>
  lat === null || lng === null ? null : `${lat}, ${lng}`

function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (seconds < 90) return `${seconds} s`
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}

/** "Room 3: systolic 196 mmHg (above 180)". A title that begins with the device says it once. */
export function titled(who: string | null, what: string): string {
  const [name, text] = [who === null ? '' : oneLine(who), oneLine(what)]
  const isSaid = text.startsWith(name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length))
  return name === '' || isSaid ? text : `${name}: ${text}`
}

/** With line breaks and invisible characters, a device name could imitate a message. */
export const oneLine = (words: string): string => words.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()

/** At most this many UTF-16 units, as receivers count their limits, without splitting a character. */
export const cut = (words: string, length: number): string =>
  words.length <= length
    ? words
    : `${words
        .slice(0, length - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`
