import Type from 'typebox'
import type { OpenCount } from '../../../core/incidents/count-open.ts'
import { filterQuery } from '../../../core/incidents/filter-query.ts'
import { MODULES } from '../../../core/vocabulary/modules.ts'
import { SEVERITIES, type Severity } from '../../../core/vocabulary/severities.ts'
import { type Html, html } from '../../../platform/html.ts'
import { pageQuery } from '../../../platform/http/pagination.ts'
import { withQuery } from '../../parts/addresses.ts'
import { moduleIcon, severityShape } from '../../parts/badges.ts'
import { chips, countOf, filterBar } from '../../parts/list-parts.ts'
import { icon } from '../../parts/page-parts.ts'
import { tabLinks } from '../../parts/tab-links.ts'
import { doneQuery } from '../../shell/pages-and-forms.ts'
import type { Reader } from '../../shell/reader.ts'

/** Parameters common to the lists of alerts and incidents, beside the view. */
export const listQuery = {
  ...pageQuery,
  ...filterQuery,
  ...doneQuery,
  about: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
}

/** Whether any filter besides the view is set. */
export const isNarrowed = (query: object): boolean =>
  Object.entries(query).some(([name, value]) => (name in filterQuery || name === 'name' || name === 'rule') && value)

interface ListFilters<View extends string> {
  /** The first one, the default, has everything that is not resolved. */
  views: readonly View[]
  names: Record<View, string> & { label: string }
  view: View
  counts: readonly OpenCount[]
  /** The device of the filter `device_id`. */
  device: { name: string } | null
}

/** Tabs and filter chips common to alerts and incidents: view, severity and module. */
export function listFilters<View extends string>(reader: Reader, list: ListFilters<View>): Html {
  const { views, names, view, counts, device } = list
  const isDefault = (one: View) => one === views[0]
  const isCounted = (one: View) => one !== 'resolved' && one !== 'all'
  const countIn = (one: View, severity?: Severity) =>
    countOf(
      counts,
      (row) => (isDefault(one) || row.status === one) && (severity === undefined || row.severity === severity),
    )
  const tabs = views.map((one) => ({
    text: names[one],
    address: withQuery(reader.address, { status: isDefault(one) ? null : one, about: null }),
    isHere: one === view,
    count: isCounted(one) ? countIn(one) : undefined,
  }))
  const { t } = reader
  const severities = SEVERITIES.toReversed().map((severity) => ({
    value: severity,
    text: t.shared.severities[severity],
    mark: severityShape(severity),
    ...(isCounted(view) ? { count: countIn(view, severity) } : {}),
  }))
  const modules = MODULES.map((value) => ({ value, text: t.shared.modules[value], mark: icon(moduleIcon(value)) }))
  return html`${tabLinks(reader, names.label, tabs)}${filterBar(
    chips(reader, t.alerts.filters.severity, 'severity', severities),
    chips(reader, t.alerts.filters.module, 'module', modules),
    device === null
      ? null
      : html`<a class="button quiet" href="${withQuery(reader.address, { device_id: null })}">${t.alerts.filters.only(device.name)}${icon('x')}</a>`,
  )}`
}
