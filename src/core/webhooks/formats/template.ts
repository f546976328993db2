import { type Fault, faultOf } from '../../../platform/error-messages/reasons.ts'
import type { Envelope, NotificationEvent } from '../events/envelope.ts'
import { WEBHOOK_PAYLOADS } from '../events/webhook-payloads.ts'
import { envelopeFormat } from './envelope.ts'
import { toneToPerson, webhookMessage } from './event-texts.ts'
import type { FormatKind } from './format.ts'

const PLACEHOLDER = /\{\{([^{}]*)\}\}/
/** Names beside those of the data of events. `url` is only of messages to people. */
const COMMON = ['event', 'timestamp', 'title', 'text', 'tone', 'url'] as const

/** All names that a template may have, in the order of the documentation. */
export const TEMPLATE_NAMES: readonly string[] = [
  ...COMMON,
  ...new Set(
    Object.values(WEBHOOK_PAYLOADS).flatMap(({ properties }) => Object.keys(properties).map((name) => `data.${name}`)),
  ),
]

/** A body of one's own. The template is a stored option, filled in when it is sent. */
export const templateFormat = {
  ...envelopeFormat,
  options: {
    template: {
      pattern: /^[\s\S]{2,10000}$/,
      example: '{"text":"{{title}}"}',
      isLong: true,
      fault: faultOfTemplate,
      preview: filledTemplate,
    },
  },
  request: ({ url, body }, options) => ({ url, body: filledTemplate(options.template!, JSON.parse(body)) }),
} satisfies FormatKind

/**
 * The template with the values of an event. Inside quotes, a value is text, and an absent one is empty; elsewhere it is JSON,
 * and an absent one is null. So the result is valid JSON if the template is.
 */
export function filledTemplate(template: string, event: Envelope | NotificationEvent): string {
  const values = valuesOf(event)
  return piecesOf(template)
    .map(({ name, text, isInText }) => (name === null ? text : written(values[name] ?? null, isInText)))
    .join('')
}

/** A name that no event has, or no JSON. */
export function faultOfTemplate(template: string): Fault | null {
  const unknown = piecesOf(template).find(({ name }) => name !== null && !TEMPLATE_NAMES.includes(name))
  if (unknown !== undefined && unknown.name !== '') return faultOf('template_name', unknown.name!)
  if (unknown !== undefined) return faultOf('template_no_json')
  const withoutValues = piecesOf(template).map(({ name, text, isInText }) =>
    name === null ? text : written(null, isInText),
  )
  try {
    JSON.parse(withoutValues.join(''))
    return null
  } catch {
    return faultOf('template_no_json')
  }
}

function valuesOf(happened: Envelope | NotificationEvent): Record<string, unknown> {
  const { event, timestamp, data } = happened
  const named = Object.entries(data).map(([name, value]) => [`data.${name}`, value])
  return { event, timestamp, ...wordsOf(happened), ...Object.fromEntries(named) }
}

function wordsOf(happened: Envelope | NotificationEvent): Record<string, string> {
  if (happened.event === 'notification') {
    const { title, text, url } = happened.data
    return { title, text, url, tone: toneToPerson(happened) }
  }
  const { title, tone, facts } = webhookMessage(happened)
  return { title, text: facts.map(({ name, value }) => `${name}: ${value}`).join('\n'), tone }
}

function written(value: unknown, isInText: boolean): string {
  if (!isInText) return JSON.stringify(value)
  const text = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  return JSON.stringify(text).slice(1, -1)
}

interface Piece {
  text: string
  /** Null: text to be sent as it is. */
  name: string | null
  /** Whether it is between the quotes of a JSON text. */
  isInText: boolean
}

function piecesOf(template: string): Piece[] {
  const pieces: Piece[] = []
  let rest = template
  let isInText = false
  for (;;) {
    const found = PLACEHOLDER.exec(rest)
    const text = found === null ? rest : rest.slice(0, found.index)
    pieces.push({ text, name: null, isInText })
    // A quote behind a backslash does not end a text, and a backslash hides the one behind it.
    for (const [sign] of text.matchAll(/\\.|"/gs)) if (sign === '"') isInText = !isInText
    if (found === null) return pieces
    pieces.push({ text: found[0], name: found[1]!.trim(), isInText })
    rest = rest.slice(found.index + found[0].length)
  }
}
