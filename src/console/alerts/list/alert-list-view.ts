import type { AlertRecord } from '../../../core/alerts/list-alerts.ts'
import type { OpenCount } from '../../../core/incidents/count-open.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { urlOf, withQuery } from '../../parts/addresses.ts'
import { otherParameters, pager } from '../../parts/list-parts.ts'
import { emptyState, icon, live } from '../../parts/page-parts.ts'
import { savedFilters } from '../../parts/saved-filters.ts'
import { selectionForm } from '../../parts/selection.ts'
import { shell } from '../../shell/layout.ts'
import type { Reader } from '../../shell/reader.ts'
import { ALERT_VIEWS, type AlertListQuery } from './alert-filter.ts'
import { alertTable } from './alert-table.ts'
import { isNarrowed, listFilters } from './list-filters.ts'

export interface AlertList {
  query: AlertListQuery
  alerts: readonly AlertRecord[]
  nextCursor: string | null
  counts: readonly OpenCount[]
  rules: readonly { key: string; name: string; enabled: boolean }[]
  /** The device of the filter `device_id`. */
  device: { id: number; name: string } | null
  notice: Content
}

export function alertListView(reader: Reader, list: AlertList): Html {
  const { t } = reader
  const { status: view = 'open' } = list.query
  const names = { ...t.shared.alertStatuses, ...t.alerts.views }
  const { pathname, search } = urlOf(reader.address)
  const exported = html`<a class="button" href="${pathname}/export.csv${search}" download>${icon('download')}${t.alerts.export}</a>`
  return shell(
    reader,
    { title: t.alerts.title, place: 'alerts', actions: exported },
    html`${list.notice}
    ${live('alert-views', 'alert', listFilters(reader, { views: ALERT_VIEWS, names, view, ...list }))}
    ${moreFilters(reader, list)}
    ${savedFilters(reader, 'alerts', isNarrowed(list.query))}
    ${reader.may('operator') && list.alerts.length > 0 ? selectionBar(reader) : null}
    ${live('alerts', 'alert incident', list.alerts.length === 0 ? nothing(reader, list) : html`${alertTable(reader, { alerts: list.alerts, isSelectable: true })}${pager(reader, list.nextCursor)}`)}`,
  )
}

/** Filters that need a form instead of a link. */
function moreFilters(reader: Reader, { query, rules }: AlertList): Html {
  const { filters: words } = reader.t.alerts
  const { pathname } = urlOf(reader.address)
  return html`<form method="get" action="${pathname}" class="filters more-filters" role="search">
    ${otherParameters(reader.address, ['name', 'rule', 'about'])}
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

const selectionBar = (reader: Reader): Html => {
  const { alerts: words } = reader.t
  return html`<div class="selection">${selectionForm(
    reader,
    '/alerts/selection',
    words.selectAll,
    html`<button class="quiet" name="what" value="acknowledge">${icon('check')}${words.acknowledgeSelected}</button>
    <button class="quiet" name="what" value="resolve">${icon('check-check')}${words.resolveSelected}</button>`,
  )}</div>`
}

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
