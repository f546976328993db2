import type { AlertRecord } from '../../../core/alerts/list-alerts.ts'
import type { OpenCount } from '../../../core/incidents/count-open.ts'
import type { OpenOrder } from '../../../core/incidents/open-order.ts'
import type { Actor } from '../../../core/people/actor.ts'
import type { RuleName } from '../../../core/rules/rule-store.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { selectionBar } from '../../frame/bulk/selection-bar.ts'
import { type DeviceField, deviceField } from '../../frame/forms/device-field.ts'
import { choice, EMPTY_FORM } from '../../frame/forms/forms.ts'
import { filterForm, foldedFilters, pager } from '../../frame/lists/list-parts.ts'
import { savedFilters } from '../../frame/lists/saved-filters.ts'
import { sortChips } from '../../frame/lists/sorting.ts'
import { urlOf, withQuery } from '../../frame/page/addresses.ts'
import { shell } from '../../frame/page/layout.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { emptyState, icon, live } from '../../frame/parts/page-parts.ts'
import { ALERT_VIEWS, type AlertListQuery } from './alert-filter.ts'
import { alertColumns, alertTable } from './alert-table.ts'
import { countFilters, filterChips, viewTabs } from './list-filters.ts'

interface AlertList {
  query: AlertListQuery
  order: OpenOrder | null
  alerts: readonly AlertRecord[]
  nextCursor: string | null
  counts: readonly OpenCount[]
  rules: readonly RuleName[]
  device: DeviceField
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
    { title: t.shared.places.alerts, place: 'alerts', actions: exported },
    html`${list.notice}
    ${live('alert-views', 'alert', viewTabs(reader, filters))}
    ${foldedFilters(
      reader,
      countFilters(list.query),
      html`${live('alert-filters', 'alert', filterChips(reader, filters))}${fieldFilters(reader, list)}${savedFilters(reader, 'alerts', isNarrowed(list.query))}${sortChips(reader, columns)}`,
    )}
    ${reader.may('operator') && view !== 'resolved' ? selectionBar(reader, 'alerts', people) : null}
    ${live('alerts', 'alert incident', alerts.length === 0 ? nothing(reader, list) : html`${alertTable(reader, alerts, columns)}${pager(reader, list.nextCursor)}`)}`,
  )
}

function fieldFilters(reader: Reader, { query, rules, device }: AlertList): Html {
  const { rule, anyRule } = reader.t.alerts.filters
  const { pathname } = urlOf(reader.address)
  const options = [{ value: '', text: anyRule }, ...rules.map(({ key, name }) => ({ value: key, text: name }))]
  return filterForm(
    reader,
    {
      own: ['device', 'device_id', 'name', 'rule'],
      clear: isNarrowed(query) ? withQuery(pathname, { status: query.status ?? null }) : null,
    },
    html`${deviceField(reader, device, { partOfName: query.name ?? '' })}
    ${choice({ name: 'rule', label: rule, options, chosen: query.rule ?? '', isLong: true }, EMPTY_FORM)}`,
  )
}

const isNarrowed = (query: AlertListQuery): boolean => countFilters(query) > 0

function nothing({ t }: Reader, { query, rules }: AlertList): Html {
  const { status: view = 'open' } = query
  if (isNarrowed(query) || query.cursor !== undefined) {
    return emptyState('search', t.alerts.noMatch, html`<a class="button" href="/alerts">${t.shared.filters.clear}</a>`)
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
