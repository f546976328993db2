import type { GiveWay } from './long-work/time-slices.ts'

/** Items that are shown one by one while the page is written. */
class Items {
  readonly items: readonly unknown[]
  readonly show: (item: unknown, place: number) => Content

  constructor(items: Items['items'], show: Items['show']) {
    this.items = items
    this.show = show
  }

  text(place: number): HtmlText {
    return html`${this.show(this.items[place], place)}`
  }
}

type Piece = string | Items

class HtmlText {
  readonly #pieces: readonly Piece[]

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces.every((piece) => typeof piece === 'string') ? [pieces.join('')] : pieces
  }

  get pieces(): readonly Piece[] {
    return this.#pieces
  }

  toString(): string {
    return this.#pieces
      .map((piece) => (typeof piece === 'string' ? piece : piece.items.map((_, place) => piece.text(place)).join('')))
      .join('')
  }
}

/** Text that is already HTML. Only this file creates it, so nothing else gets into a page unescaped. */
export type Html = HtmlText

/** Values allowed in a template: lists are joined; null, undefined and false render nothing. */
export type Content = Html | string | number | null | undefined | false | readonly Content[]

/**
 * A template that escapes every value. Attributes must be quoted. A value must not be inside `<script>` or `<style>`,
 * nor at the beginning of a link's address.
 */
export function html(texts: TemplateStringsArray, ...values: Content[]): Html {
  const pieces: Piece[] = []
  for (const [place, text] of texts.entries()) {
    if (place > 0) add(values[place - 1], pieces)
    pieces.push(text)
  }
  return new HtmlText(pieces)
}

/**
 * Items as `show` shows them, like `items.map(show)`, but each is shown only when it is written: a page with hundreds of
 * them does not keep everything else waiting. `show` may be called later, so it must not change anything.
 */
export const each = <Item>(items: readonly Item[], show: (item: Item, place: number) => Content): Html =>
  new HtmlText([new Items(items, show as Items['show'])])

/** The text of a page; gives way between the items of `each`. */
export async function writeHtml(page: Html, giveWay: GiveWay): Promise<string> {
  let text = ''
  for (const piece of page.pieces) {
    if (typeof piece === 'string') {
      text += piece
      continue
    }
    for (const place of piece.items.keys()) {
      await giveWay()
      text += await writeHtml(piece.text(place), giveWay)
    }
  }
  return text
}

function add(value: Content, pieces: Piece[]): void {
  if (value === null || value === undefined || value === false) return
  if (value instanceof HtmlText) pieces.push(...value.pieces)
  else if (Array.isArray(value)) for (const item of value) add(item, pieces)
  else pieces.push(escaped(String(value)))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!)
