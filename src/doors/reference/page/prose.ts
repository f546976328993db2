import { type Content, html } from '../../../platform/html.ts'

/** A text of the document, with backticks rendered as code. */
export function prose(text: string | undefined): Content {
  const parts = (text ?? '').split('`')
  return parts.map((part, place) => (place % 2 === 1 ? html`<code>${part}</code>` : part))
}
