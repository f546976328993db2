import type { Envelope } from '../events/envelope.ts'
import { WEBHOOK_PAYLOADS } from '../events/webhook-payloads.ts'
import { messageOf } from './event-texts.ts'

const PLACEHOLDER = /\{\{([^{}]*)\}\}/
/** Names beside those of the data of events. */
/** `url` is only of messages to people. */
const COMMON = ['event', 'timestamp', 'title', 'text', 'tone', 'url'] as const

/** All names that a template may have, in the order of the documentation. */
export const TEMPLATE_NAMES: readonly string[] = [
  ...COMMON,
  ...new Set(
    Object.values(WEBHOOK_PAYLOADS).flatMap(({ properties }) => Object.keys(properties).map((name) => `data.${name}`)),
  ),
]

/** The template with the values of an event. Pure. */
export const templateBody = (template: string, envelope: Envelope): string =>
  filledTemplate(template, valuesOf(envelope))

/**
 * The template with these values. Inside quotes, a value is text, and an absent one is empty; elsewhere it is JSON, and
 * an absent one is null. So the result is valid JSON if the template is. Pure.
 */
export const filledTemplate = (template: string, values: Readonly<Record<string, unknown>>): string =>
  piecesOf(template)
    .map(({ name, text, isInText }) => (name === null ? text : written(values[name] ?? null, isInText)))
    .join('')

/** Null: the template can be used. Otherwise an unknown name, or an empty text if the result is no JSON. */
export function faultOfTemplate(template: string): string | null {
  const unknown = piecesOf(template).find(({ name }) => name !== null && !TEMPLATE_NAMES.includes(name))
  if (unknown !== undefined) return unknown.name
  const withoutValues = piecesOf(template).map(({ name, text, isInText }) =>
    name === null ? text : written(null, isInText),
  )
  try {
    JSON.parse(withoutValues.join(''))
    return null
  } catch {
    return ''
  }
}

function valuesOf(envelope: Envelope): Record<string, unknown> {
  const { title, tone, facts } = messageOf(envelope)
  const text = facts.map(({ name, value }) => `${name}: ${value}`).join('\n')
  const { event, timestamp } = envelope
  const data = Object.entries(envelope.data).map(([name, value]) => [`data.${name}`, value])
  return { event, timestamp, title, text, tone, ...Object.fromEntries(data) }
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
