import { type Content, type Html, html } from '../../../platform/html.ts'

/** Deeper values, and those behind the last one, are shown as text. */
const DEEPEST = 8
const MOST_VALUES = 400
const LONGEST_TEXT = 500
/** Objects with more are closed at first. */
const OPEN_VALUES = 12

/** A JSON value with parts that open and close. */
export function jsonTree(value: unknown): Html {
  const left = { values: MOST_VALUES }
  return html`<div class="stack tight">${nodeOf(value, 0, left)}</div>`
}

function nodeOf(value: unknown, depth: number, left: { values: number }): Content {
  if (typeof value !== 'object' || value === null) return html`<code>${cut(JSON.stringify(value) ?? '')}</code>`
  const entries = Object.entries(value)
  if (depth === DEEPEST || left.values < entries.length) return html`<code>${cut(JSON.stringify(value))}</code>`
  left.values -= entries.length
  return html`<dl class="pairs">${entries.map(
    ([name, inner]) => html`<div><dt><code>${name}</code></dt><dd>${innerOf(inner, depth, left)}</dd></div>`,
  )}</dl>`
}

function innerOf(inner: unknown, depth: number, left: { values: number }): Content {
  if (typeof inner !== 'object' || inner === null) return nodeOf(inner, depth + 1, left)
  const keys = Object.keys(inner)
  if (keys.length === 0) return html`<code>${Array.isArray(inner) ? '[]' : '{}'}</code>`
  const says = Array.isArray(inner) ? `[ ${keys.length} ]` : `{ ${cut(keys.join(', '), 80)} }`
  return html`<details class="more"${keys.length <= OPEN_VALUES && depth < 2 ? html` open` : null}><summary><code>${says}</code></summary>${nodeOf(inner, depth + 1, left)}</details>`
}

const cut = (text: string, most = LONGEST_TEXT): string => (text.length > most ? `${text.slice(0, most)}…` : text)
