import { type Content, html } from '../../../platform/html.ts'
import { icon } from '../parts/page-parts.ts'
import { PASSING, urlOf } from './addresses.ts'
import type { Reader } from './reader.ts'

/** Chooses the site that lists are about; nothing for who reaches only one. */
export function siteSwitch(reader: Reader): Content {
  const { sites, site, t } = reader
  if (sites.length < 2) return null
  const choices = [
    { id: 'all', name: t.sites.all, isHere: site === null },
    ...sites.map(({ id, name }) => ({ id: String(id), name, isHere: id === site?.id })),
  ]
  return html`<details class="sites"><summary title="${t.sites.choose}">${icon('building-2')}<span>${site?.name ?? t.sites.all}</span>${icon('chevron-down')}</summary>
    <ul class="menu">${choices.map(({ id, name, isHere }) => html`<li><a href="${addressOf(reader, id)}"${isHere ? html` aria-current="true"` : null}>${name}</a></li>`)}</ul></details>`
}

/** The page the reader is on, from its beginning. */
function addressOf({ address }: Reader, site: string): string {
  const url = urlOf(address)
  for (const name of PASSING) url.searchParams.delete(name)
  url.searchParams.set('site', site)
  return `${url.pathname}${url.search}`
}
