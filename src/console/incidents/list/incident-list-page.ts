import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { countOpen, findLastResolution } from '../../../core/incidents/count-open.ts'
import { listIncidentStatistics } from '../../../core/incidents/incident-statistics.ts'
import { findIncident, listIncidents, listOpenIncidents } from '../../../core/incidents/list-incidents.ts'
import { openSortType } from '../../../core/incidents/open-order.ts'
import { secondsAfter } from '../../../platform/clock.ts'
import type { Content, Html } from '../../../platform/html.ts'
import { pageById, pageSorted } from '../../../platform/http/pagination.ts'
import { actionNotice } from '../../alerts/action-notice.ts'
import { openOrderOf } from '../../alerts/list/list-filters.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { outcomeNotice } from '../../frame/bulk/outcome.ts'
import { assigneesFor } from '../../frame/bulk/selection-bar.ts'
import { deviceFieldQuery, readDeviceField, takeDeviceField } from '../../frame/forms/device-field.ts'
import type { FormState } from '../../frame/forms/forms.ts'
import { filterNotice } from '../../frame/lists/saved-filters.ts'
import { showPage } from '../../frame/page/pages-and-forms.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { IncidentListQuery, incidentFilterOf } from './incident-filter.ts'
import { incidentListView, MOST_COUNTED, STATISTICS_DAYS } from './incident-list-view.ts'

export function incidentListPages(server: FastifyInstance, { db }: ConsoleContext): void {
  showPage(server, 'viewer', 'site', '/incidents', {
    query: Type.Object({ ...IncidentListQuery.properties, ...deviceFieldQuery }),
    async show(reader, { query }) {
      const { to, state } = await takeDeviceField(db, reader, query.device)
      return to ?? incidentListPage(reader, db, query, await noticeOf(reader, query), { filter: state })
    },
  })

  async function noticeOf(reader: Reader, query: IncidentListQuery): Promise<Content> {
    const { done: what, about } = query
    if (what === undefined) return null
    const outcome = outcomeNotice(reader, reader.t.incidents.many, query)
    if (outcome !== null) return outcome
    if (about === undefined) return filterNotice(reader, what)
    const incident = await findIncident(db, reader.reach, Number(about))
    return incident === null ? null : actionNotice(reader, incident, what)
  }
}

export async function incidentListPage(
  reader: Reader,
  db: ConsoleContext['db'],
  query: IncidentListQuery,
  notice: Content,
  state: { declare?: FormState; filter?: FormState } = {},
): Promise<Html> {
  const filter = incidentFilterOf(query)
  const order = openOrderOf(query, filter.statuses)
  const lately = {
    from: secondsAfter(reader.now, -STATISTICS_DAYS * 86_400),
    to: null,
    deviceId: null,
    newest: MOST_COUNTED,
  }
  const [{ data: incidents, next_cursor: nextCursor }, counts, [statistics], lastResolution, people, device] =
    await Promise.all([
      order === null
        ? pageById(query, 'incident_id', (place) => listIncidents(db, reader.listed, filter, place))
        : pageSorted(query, openSortType(order), (place) => listOpenIncidents(db, reader.listed, filter, order, place)),
      countOpen(db, reader.listed, 'incidents'),
      listIncidentStatistics(db, reader.listed, 'all', lately),
      findLastResolution(db, reader.listed),
      assigneesFor(db, reader),
      readDeviceField(db, reader, filter.deviceId),
    ])
  return incidentListView(reader, {
    ...{ query, order, incidents, nextCursor, counts, people, lastResolution, notice, device, state },
    statistics: statistics ?? null,
  })
}
