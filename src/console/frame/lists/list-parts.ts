import { type Content, type Html, html } from '../../../platform/html.ts'
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

/** Filters and the like, which narrow screens show on request. `active` is how many are set. */
export const foldedFilters = ({ t }: Reader, active: number, content: Content, isOpen = false): Html => html`
<details class="folded-filters"${isOpen ? html` open` : null}><summary class="button">${icon('filter')}${t.shared.filters.fold(active)}</summary><div class="stack tight">${content}</div></details>`

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
