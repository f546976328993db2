import type { FastifyInstance } from 'fastify'
import { listDevicesByIds } from '../../devices/device-store.ts'
import { countActiveIncidents, findLastResolution } from '../../incidents/count-incidents.ts'
import { listIncidentStatistics } from '../../incidents/incident-statistics.ts'
import { findIncident, listIncidents } from '../../incidents/list-incidents.ts'
import { secondsAfter } from '../../platform/clock.ts'
import type { Content, Html } from '../../platform/html.ts'
import { idBehind, limitOf, page } from '../../platform/http/pages.ts'
import type { ConsoleContext } from '../console-context.ts'
import { filterNotice } from '../parts/saved-filters.ts'
import { done, EMPTY, type FormState } from '../shell/forms.ts'
import { showPage } from '../shell/show-page.ts'
import type { Visit } from '../shell/visit.ts'
import { IncidentListQuery, incidentFilterOf } from './incident-filter.ts'
import { incidentListView, MOST_COUNTED, STATISTICS_DAYS } from './incident-list-view.ts'
import { incidentNotice } from './incident-notice.ts'

export function incidentListPages(server: FastifyInstance, { db }: ConsoleContext): void {
  showPage(server, {
    path: '/incidents',
    policy: 'viewer',
    query: IncidentListQuery,
    show: async (visit, { query }) => incidentListPage(visit, db, query, await noticeOf(visit, query)),
  })

  async function noticeOf(visit: Visit, { done: what, about }: IncidentListQuery): Promise<Content> {
    if (what === undefined) return null
    if (what === 'acknowledged-all') return done(visit.t.incidents.manyAcknowledged(Number(about ?? 0)))
    if (about === undefined) return filterNotice(visit, what)
    const incident = await findIncident(db, Number(about))
    return incident === null ? null : incidentNotice(visit, incident, what)
  }
}

export async function incidentListPage(
  visit: Visit,
  db: ConsoleContext['db'],
  query: IncidentListQuery,
  notice: Content,
  state: FormState = EMPTY,
): Promise<Html> {
  const limit = limitOf(query)
  const filter = incidentFilterOf(query)
  const lately = {
    from: secondsAfter(visit.now, -STATISTICS_DAYS * 86_400),
    to: null,
    deviceId: null,
    newest: MOST_COUNTED,
  }
  const [rows, counts, [statistics], lastResolution, [device]] = await Promise.all([
    listIncidents(db, filter, { beforeId: idBehind(query), limit: limit + 1 }),
    countActiveIncidents(db),
    listIncidentStatistics(db, 'all', lately),
    findLastResolution(db),
    filter.deviceId === null ? [] : listDevicesByIds(db, [filter.deviceId]),
  ])
  const { data: incidents, next_cursor: nextCursor } = page(rows, limit, ({ incident_id }) => [incident_id])
  const about = { statistics: statistics ?? null, lastResolution, device: device ?? null }
  return incidentListView(visit, { query, incidents, nextCursor, counts, ...about, notice, state })
}
