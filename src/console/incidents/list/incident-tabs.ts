import type { OpenCount } from '../../../core/incidents/count-open.ts'
import type { Html } from '../../../platform/html.ts'
import { type OpenList, viewTabs } from '../../alerts/list/list-filters.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { INCIDENT_VIEWS } from './incident-filter.ts'

type IncidentView = (typeof INCIDENT_VIEWS)[number]

/** The views of the list as `viewTabs` and `severityChips` take them; null on the tab of the statistics. */
export const incidentViews = (
  { t }: Reader,
  counts: readonly OpenCount[],
  view: IncidentView | null,
): OpenList<IncidentView> => ({
  ...{ views: INCIDENT_VIEWS, view, counts },
  names: { ...t.shared.incidentStatuses, ...t.incidents.views },
})

/** The views, and the statistics as the last tab. */
export const incidentTabs = (reader: Reader, views: OpenList<IncidentView>): Html =>
  viewTabs(reader, views, [
    { text: reader.t.incidents.statistics.tab, address: '/incidents/statistics', isHere: views.view === null },
  ])
