import { type Html, html } from '../../../platform/html.ts'

type Fields = Readonly<Record<string, unknown>>

interface DiffWords {
  before: string
  after: string
  nothing: string
}

/** The fields of two states, with removed values struck out. */
export function diff(words: DiffWords, before: Fields | null, after: Fields | null): Html {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return html`<dl class="diff">${keys.map(
    (key) => html`<div><dt><code>${key}</code></dt><dd>
      ${before !== null && Object.hasOwn(before, key) ? html`<del><span class="unseen">${words.before}: </span>${shown(before[key], words)}</del>` : null}
      ${after !== null && Object.hasOwn(after, key) ? html`<ins><span class="unseen">${words.after}: </span>${shown(after[key], words)}</ins>` : null}
    </dd></div>`,
  )}</dl>`
}

function shown(value: unknown, { nothing }: DiffWords): string {
  if (value === null || value === undefined || value === '') return nothing
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) {
    return value.length === 0 ? nothing : value.join(', ')
  }
  return typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value)
}
