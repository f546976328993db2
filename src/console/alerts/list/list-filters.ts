import Type from 'typebox'
import type { OpenCount } from '../../../core/incidents/count-open.ts'
import { filterQuery } from '../../../core/incidents/filter-query.ts'
import { MOST_URGENT, OPEN_SORTS, type OpenOrder } from '../../../core/incidents/open-order.ts'
import { MODULES } from '../../../core/vocabulary/modules.ts'
import { SEVERITIES, type Severity } from '../../../core/vocabulary/severities.ts'
import type { Html } from '../../../platform/html.ts'
import { pageQuery } from '../../../platform/http/pagination.ts'
import { refusedQuery } from '../../frame/bulk/outcome.ts'
import type { DeviceField } from '../../frame/forms/device-field.ts'
import type { Column } from '../../frame/lists/data-table.ts'
import { type ChosenFilter, chips, chosenWords, countOf } from '../../frame/lists/list-parts.ts'
import { orderIn, sortBy, sortWords } from '../../frame/lists/sorting.ts'
import { type TabLink, tabLinks } from '../../frame/lists/tab-links.ts'
import { timeRangeQuery } from '../../frame/lists/time-range.ts'
import { withQuery } from '../../frame/page/addresses.ts'
import { doneQuery } from '../../frame/page/pages-and-forms.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { moduleIcon, severityShape } from '../../frame/parts/badges.ts'
import { icon } from '../../frame/parts/page-parts.ts'

/** Parameters common to the lists of alerts and incidents, beside the view. */
export const listQuery = {
  ...pageQuery,
  ...filterQuery,
  ...timeRangeQuery,
  ...doneQuery,
  ...refusedQuery,
  about: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
  sort: Type.Optional(Type.Enum(sortWords(OPEN_SORTS))),
}

/** The chosen order; null, newest first, for lists with resolved ones, of which there may be millions. */
export const openOrderOf = ({ sort }: { sort?: string }, statuses: readonly string[] | null): OpenOrder | null =>
  statuses === null || statuses.includes('resolved') ? null : sort === undefined ? MOST_URGENT : orderIn(sort)

/** A column that lists can be sorted by. Its first click begins with what matters most. */
export const sortable = (
  reader: Reader,
  order: OpenOrder | null,
  first: '-severity' | 'status' | 'device' | '-time',
): Pick<Column<unknown>, 'sort'> => (order === null ? {} : { sort: sortBy(reader, order, first) })

const NARROWING = [...Object.keys(filterQuery), 'range', 'name', 'rule']

/** How many filters are set, beside the view. */
export const countFilters = (query: object): number =>
  Object.entries(query).filter(([name, value]) => NARROWING.includes(name) && value).length

/** An open list as its tabs and filters show it. */
export interface OpenList<View extends string> {
  /** The first one, the default, has everything that is not resolved. */
  views: readonly View[]
  names: Record<View, string> & { label: string }
  /** Null on a tab that shows something else. */
  view: View | null
  counts: readonly OpenCount[]
}

/** Count of a view; undefined for views with resolved ones, which are not counted. */
function countIn<View extends string>({ views, counts }: OpenList<View>, view: View, severity?: Severity) {
  if (view === 'resolved' || view === 'all') return undefined
  const fits = (row: OpenCount) => view === views[0] || row.status === view
  return countOf(counts, (row) => fits(row) && (severity === undefined || row.severity === severity))
}

/** The views of a list as tabs, and `others` behind them. */
export function viewTabs<View extends string>(
  reader: Reader,
  list: OpenList<View>,
  others: readonly TabLink[] = [],
): Html {
  const tabs = list.views.map((one) => ({
    text: list.names[one],
    address: withQuery(reader.address, { status: one === list.views[0] ? null : one }),
    isHere: one === list.view,
    count: countIn(list, one),
  }))
  return tabLinks(reader, list.names.label, [...tabs, ...others])
}

export function severityChips<View extends string>(reader: Reader, list: OpenList<View>): Html {
  const { t } = reader
  const severities = SEVERITIES.toReversed().map((severity) => ({
    value: severity,
    text: t.shared.severities[severity],
    mark: severityShape(severity),
    count: list.view === null ? undefined : countIn(list, list.view, severity),
  }))
  return chips(reader, t.terms.severity, 'severity', severities)
}

export function moduleChips(reader: Reader): Html {
  const { t } = reader
  const modules = MODULES.map((value) => ({ value, text: t.shared.modules[value], mark: icon(moduleIcon(value)) }))
  return chips(reader, t.terms.module, 'module', modules)
}

/** The chosen modules and the chosen device, as filters to take away. */
export function chosenOf(reader: Reader, device: DeviceField): ChosenFilter[] {
  return [
    ...chosenWords(reader, 'module', reader.t.shared.modules),
    ...[...device.names.values()].map((text) => ({ text, without: withQuery(reader.address, { device_id: null }) })),
  ]
}
