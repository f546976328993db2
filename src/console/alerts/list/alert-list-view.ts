import type { AlertRecord } from '../../../core/alerts/list-alerts.ts'
import type { OpenCount } from '../../../core/incidents/count-open.ts'
import type { OpenOrder } from '../../../core/incidents/open-order.ts'
import type { Actor } from '../../../core/people/actor.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { urlOf, withQuery } from '../../parts/addresses.ts'
import { selectionBar } from '../../parts/bulk/selection-bar.ts'
import { foldedFilters, otherParameters, pager } from '../../parts/list-parts.ts'
import { emptyState, icon, live } from '../../parts/page-parts.ts'
import { savedFilters } from '../../parts/saved-filters.ts'
import { sortChips } from '../../parts/sorting.ts'
import { shell } from '../../shell/layout.ts'
import type { Reader } from '../../shell/reader.ts'
import { ALERT_VIEWS, type AlertListQuery } from './alert-filter.ts'
import { alertColumns, alertTable } from './alert-table.ts'
import { countFilters, filterChips, viewTabs } from './list-filters.ts'

export interface AlertList {
  query: AlertListQuery
  order: OpenOrder | null
  alerts: readonly AlertRecord[]
  nextCursor: string | null
  counts: readonly OpenCount[]
  rules: readonly { key: string; name: string; enabled: boolean }[]
  /** The device of the filter `device_id`. */
  device: { id: number; name: string } | null
  /** To whom the alerts can be assigned. */
  people: readonly Actor[]
  notice: Content
}

export function alertListView(reader: Reader, list: AlertList): Html {
  const { t } = reader
  const { alerts, order, people } = list
  const { status: view = 'open' } = list.query
  const filters = { ...list, views: ALERT_VIEWS, names: { ...t.shared.alertStatuses, ...t.alerts.views }, view }
  const columns = alertColumns(reader, { order, isSelectable: true })
  const { pathname, search } = urlOf(reader.address)
  const exported = html`<a class="button" href="${withQuery(`${pathname}/export.csv${search}`, {})}" download>${icon('download')}${t.alerts.export}</a>`
  return shell(
    reader,
    { title: t.alerts.title, place: 'alerts', actions: exported },
    html`${list.notice}
    ${live('alert-views', 'alert', viewTabs(reader, filters))}
    ${foldedFilters(
      reader,
      countFilters(list.query),
      html`${live('alert-filters', 'alert', filterChips(reader, filters))}${moreFilters(reader, list)}${savedFilters(reader, 'alerts', isNarrowed(list.query))}${sortChips(reader, columns)}`,
    )}
    ${reader.may('operator') && view !== 'resolved' ? selectionBar(reader, 'alerts', people) : null}
    ${live('alerts', 'alert incident', alerts.length === 0 ? nothing(reader, list) : html`${alertTable(reader, alerts, columns)}${pager(reader, list.nextCursor)}`)}`,
  )
}

/** Filters that need a form instead of a link. */
function moreFilters(reader: Reader, { query, rules }: AlertList): Html {
  const { filters: words } = reader.t.alerts
  const { pathname } = urlOf(reader.address)
  return html`<form method="get" action="${pathname}" class="filters more-filters" role="search">
    ${otherParameters(reader.address, ['name', 'rule'])}
    <label class="unseen" for="filter-name">${words.device}</label>
    <span class="search">${icon('search')}<input id="filter-name" type="search" name="name" value="${query.name ?? ''}" placeholder="${words.device}" maxlength="100" data-shortcut="/"></span>
    <label class="unseen" for="filter-rule">${words.rule}</label>
    <select id="filter-rule" name="rule">
      <option value="">${words.anyRule}</option>
      ${rules.map(({ key, name }) => html`<option value="${key}"${key === query.rule ? html` selected` : null}>${name}</option>`)}
    </select>
    <button>${words.apply}</button>
    ${isNarrowed(query) ? html`<a href="${withQuery(pathname, { status: query.status ?? null })}">${words.clear}</a>` : null}
  </form>`
}

const isNarrowed = (query: AlertListQuery): boolean => countFilters(query) > 0

function nothing({ t }: Reader, { query, rules }: AlertList): Html {
  const { status: view = 'open' } = query
  if (isNarrowed(query) || query.cursor !== undefined) {
    return emptyState('search', t.alerts.noMatch, html`<a class="button" href="/alerts">${t.alerts.filters.clear}</a>`)
  }
  if (view !== 'all') {
    return emptyState(
      'circle-check',
      view === 'open' ? t.alerts.noneOpen : t.alerts.noMatch,
      html`<a class="button" href="/alerts?status=all">${t.alerts.showAll}</a>`,
    )
  }
  const on = rules.filter(({ enabled }) => enabled).length
  return emptyState('bell', t.alerts.noneYet(on), html`<a class="button" href="/rules">${t.alerts.toRules}</a>`)
}
