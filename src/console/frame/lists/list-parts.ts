import { type Content, type Html, html } from '../../../platform/html.ts'
import { ownProperty } from '../../../platform/own-property.ts'
import { PASSING, toggled, urlOf, withQuery } from '../page/addresses.ts'
import type { Reader } from '../page/reader.ts'
import { icon } from '../parts/page-parts.ts'

interface Chip {
  text: string
  value: string
  count?: number | undefined
  /** Shape before the text, as in the badge of the same state. */
  mark?: Content
}

/** Choices of one parameter as links, so that each choice has an address. */
export function chips(reader: Reader, label: string, name: string, all: readonly Chip[]): Html {
  const given = urlOf(reader.address).searchParams.get(name) ?? ''
  const chosen = given.split(',')
  return html`<ul class="chips" aria-label="${label}">${all.map(
    ({ text, value, count, mark }) =>
      html`<li><a href="${withQuery(reader.address, { [name]: toggled(given, value) })}"${chosen.includes(value) ? html` aria-current="true"` : null}>${mark}${text}${count === undefined ? null : html` <span class="count">${reader.format.number(count)}</span>`}</a></li>`,
  )}</ul>`
}

/** The parameters of the page as hidden fields, but for those that a form sets itself; what it shows begins at the first page. */
export const otherParameters = (address: string, own: readonly string[]): Html[] =>
  [...urlOf(address).searchParams]
    .filter(([name]) => ![...own, ...PASSING].includes(name))
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)

/** A search field; keeps the other parameters of the page. */
export function searchBox(reader: Reader, { name, label }: { name: string; label: string }): Html {
  const { pathname, searchParams } = urlOf(reader.address)
  return html`<form method="get" action="${pathname}" class="search" role="search">
  ${otherParameters(reader.address, [name])}
  <label class="unseen" for="search-${name}">${label}</label>
  ${icon('search')}<input id="search-${name}" type="search" name="${name}" value="${searchParams.get(name) ?? ''}" placeholder="${label}" data-shortcut="/">
</form>`
}

/**
 * Filters that need fields, with the parameters that these set; keeps the others. `clear`: the address without filters.
 * With scripts, what is chosen applies at once.
 */
export function filterForm(
  { t, address }: Reader,
  { own, clear }: { own: readonly string[]; clear: string | null },
  fields: Content,
): Html {
  const { apply, clear: words } = t.shared.filters
  return html`<form method="get" action="${urlOf(address).pathname}" class="inline-filters" role="search" data-applies>
  ${otherParameters(address, own)}
  ${fields}
  <button>${apply}</button>
  ${clear === null ? null : html`<a href="${clear}">${words}</a>`}
</form>`
}

/** The sum of the counts that fit. */
export const countOf = <Counted extends { count: number }>(
  counts: readonly Counted[],
  fits: (one: Counted) => boolean,
): number => counts.filter(fits).reduce((sum, { count }) => sum + count, 0)

export interface ChosenFilter {
  text: string
  /** The address of the list without it. */
  without: string
}

/** The words of a parameter of the address, `health,worker`. */
export function chosenWords(
  { address }: Reader,
  name: string,
  texts: Readonly<Record<string, string>>,
): ChosenFilter[] {
  const given = urlOf(address).searchParams.get(name) ?? ''
  return given
    .split(',')
    .filter((word) => word !== '')
    .map((word) => ({
      text: ownProperty<string>(texts, word) ?? word,
      without: withQuery(address, { [name]: toggled(given, word) }),
    }))
}

interface ListFilters {
  /** Links that wide screens always show, and narrow ones with the rest. */
  quick: Content
  /** Shown on request. */
  folded: Content
  isOpen?: boolean
  /** How many are set. */
  active: number
  /** Those of the folded ones that are set. */
  chosen: readonly ChosenFilter[]
  /** Behind them in the line. */
  more?: Content
}

/** The filters of a list in one line. */
export const listFilters = (
  { t }: Reader,
  { quick, folded, isOpen = false, active, chosen, more = null }: ListFilters,
): Html => html`
<div class="list-filters"><div class="filters quick">${quick}</div>
<details class="folded-filters" data-menu${isOpen ? html` open` : null}><summary class="button quiet">${icon('filter')}${t.shared.filters.fold(active)}</summary><div class="menu stack tight">${folded}</div></details>
${chosen.length === 0 ? null : html`<ul class="chips chosen" aria-label="${t.shared.filters.chosen}">${chosen.map(({ text, without }) => html`<li><a href="${without}" aria-current="true" aria-label="${t.shared.filters.without(text)}">${text}${icon('x')}</a></li>`)}</ul>`}${more}</div>`

export const filterBar = (...content: Content[]): Html => html`<div class="filters">${content}</div>`

/** Links to the next page and back to the first. */
export function pager(reader: Reader, nextCursor: string | null): Content {
  const isFirst = !urlOf(reader.address).searchParams.has('cursor')
  if (isFirst && nextCursor === null) return null
  const { newer, older } = reader.t.shared
  return html`<nav class="pager" aria-label="${older}">
  ${isFirst ? html`<span></span>` : html`<a class="button" href="${withQuery(reader.address, {})}">${newer}</a>`}
  ${nextCursor === null ? null : html`<a class="button" rel="next" href="${withQuery(reader.address, { cursor: nextCursor })}">${older}</a>`}
</nav>`
}

/** Like `chips`, but with one choice at a time. */
export function choiceChips(reader: Reader, label: string, name: string, all: readonly Chip[]): Html {
  const given = urlOf(reader.address).searchParams.get(name)
  return html`<ul class="chips" aria-label="${label}">${all.map(
    ({ text, value }) =>
      html`<li><a href="${withQuery(reader.address, { [name]: value === given ? null : value })}"${value === given ? html` aria-current="true"` : null}>${text}</a></li>`,
  )}</ul>`
}
