class HtmlText {
  readonly #text: string

  constructor(pieces: readonly string[]) {
    this.#text = pieces.join('')
  }

  toString(): string {
    return this.#text
  }
}

/** Text that is already HTML. Only `html` creates it, so nothing else gets into a page unescaped. */
export type Html = HtmlText

/** Values allowed in a template: lists are joined; null, undefined and false render nothing. */
export type Content = Html | string | number | null | undefined | false | readonly Content[]

/**
 * A template that escapes every value. Attributes must be quoted. A value must not be inside `<script>` or `<style>`,
 * nor at the beginning of a link's address.
 */
export function html(texts: TemplateStringsArray, ...values: Content[]): Html {
  return new HtmlText(texts.flatMap((text, place) => (place === 0 ? [text] : [rendered(values[place - 1]), text])))
}

function rendered(value: Content): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof HtmlText) return value.toString()
  if (Array.isArray(value)) return value.map(rendered).join('')
  return escaped(String(value))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!)
