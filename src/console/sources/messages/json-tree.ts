import { type Content, type Html, html } from '../../../platform/html.ts'

/** Deeper values, and those behind the last one, are shown as text. */
const DEEPEST = 8
const MOST_VALUES = 400
const LONGEST_TEXT = 500
/** Objects with more are closed at first. */
const OPEN_VALUES = 12

/** A number, text or truth in a message, with its JSON pointer. */
export interface JsonLeaf {
  pointer: string
  value: string | number | boolean
}

/** A JSON value with parts that open and close. `show`: how a value is shown, if not as text. */
export function jsonTree(value: unknown, show: (leaf: JsonLeaf) => Content = textOf): Html {
  const tree: Tree = { left: MOST_VALUES, show }
  return html`<div class="json">${nodeOf(value, '', 0, tree)}</div>`
}

interface Tree {
  /** Values that may still be shown. */
  left: number
  show: (leaf: JsonLeaf) => Content
}

function nodeOf(value: unknown, pointer: string, depth: number, tree: Tree): Content {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return tree.show({ pointer, value })
  if (typeof value !== 'object' || value === null) return html`<code>null</code>`
  const entries = Object.entries(value)
  if (depth === DEEPEST || tree.left < entries.length) return html`<code>${cut(JSON.stringify(value))}</code>`
  tree.left -= entries.length
  return html`<dl>${entries.map(
    ([name, inner]) =>
      html`<div><dt><code>${cut(name)}</code></dt><dd>${innerOf(inner, `${pointer}/${escaped(name)}`, depth, tree)}</dd></div>`,
  )}</dl>`
}

function innerOf(inner: unknown, pointer: string, depth: number, tree: Tree): Content {
  if (typeof inner !== 'object' || inner === null) return nodeOf(inner, pointer, depth + 1, tree)
  const keys = Object.keys(inner)
  if (keys.length === 0) return html`<code>${Array.isArray(inner) ? '[]' : '{}'}</code>`
  const says = Array.isArray(inner) ? `[ ${keys.length} ]` : `{ ${cut(keys.join(', '), 60)} }`
  return html`<details class="more"${keys.length <= OPEN_VALUES && depth < 2 ? html` open` : null}><summary><code>${says}</code></summary>${nodeOf(inner, pointer, depth + 1, tree)}</details>`
}

export const textOf = ({ value }: JsonLeaf): Html => html`<code>${cut(JSON.stringify(value))}</code>`

/** A name as a step of a JSON pointer (RFC 6901). */
const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

const cut = (text: string, most = LONGEST_TEXT): string => (text.length > most ? `${text.slice(0, most)}…` : text)
