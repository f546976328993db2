import type { AlertRecord } from '../../../core/alerts/list-alerts.ts'
import type { OpenCount } from '../../../core/incidents/count-open.ts'
import type { OpenOrder } from '../../../core/incidents/open-order.ts'
import type { Actor } from '../../../core/people/actor.ts'
import type { RuleName } from '../../../core/rules/rule-store.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { selectionBar } from '../../frame/bulk/selection-bar.ts'
import { type DeviceField, deviceField } from '../../frame/forms/device-field.ts'
import { choice, EMPTY_FORM } from '../../frame/forms/forms.ts'
import { type ChosenFilter, filterForm, listFilters, pager } from '../../frame/lists/list-parts.ts'
import { type Period, periodFilter } from '../../frame/lists/period-filter.ts'
import { savedFilters } from '../../frame/lists/saved-filters.ts'
import { sortChips } from '../../frame/lists/sorting.ts'
import { urlOf, withQuery } from '../../frame/page/addresses.ts'
import { shell } from '../../frame/page/layout.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { emptyState, icon, live } from '../../frame/parts/page-parts.ts'
import { ALERT_VIEWS, type AlertListQuery } from './alert-filter.ts'
import { alertColumns, alertTable } from './alert-table.ts'
import { chosenOf, countFilters, moduleChips, severityChips, viewTabs } from './list-filters.ts'

interface AlertList {
  query: AlertListQuery
  order: OpenOrder | null
  period: Period
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
    ${listFilters(reader, {
      quick: html`${live('alert-filters', 'alert', severityChips(reader, filters))}${periodFilter(reader, list.period)}`,
      folded: html`${moduleChips(reader)}${fieldFilters(reader, list)}${sortChips(reader, columns)}`,
      active: countFilters(list.query),
      chosen: chosen(reader, list),
      more: savedFilters(reader, 'alerts', isNarrowed(list.query)),
    })}
    ${live('alerts', 'alert incident', alerts.length === 0 ? nothing(reader, list) : html`${alertTable(reader, alerts, columns)}${pager(reader, list.nextCursor)}`)}
    ${reader.may('operator') && view !== 'resolved' ? selectionBar(reader, 'alerts', people) : null}`,
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

function chosen(reader: Reader, { query, device, rules }: AlertList): ChosenFilter[] {
  const { t, address } = reader
  const { name = '', rule = '' } = query
  const without = (parameter: string) => withQuery(address, { [parameter]: null })
  const ruleName = rules.find(({ key }) => key === rule)?.name ?? rule
  return [
    ...chosenOf(reader, device),
    ...(name === '' ? [] : [{ text: t.shared.filters.hasName.replace('#', () => name), without: without('name') }]),
    ...(rule === '' ? [] : [{ text: ruleName, without: without('rule') }]),
  ]
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
