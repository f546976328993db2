import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { findHeadlines } from '../../../core/headline/find-headlines.ts'
import { countOpen, findLastResolution } from '../../../core/incidents/count-open.ts'
import { findIncident, listIncidents, listOpenIncidents } from '../../../core/incidents/list-incidents.ts'
import { MOST_URGENT, type OpenOrder, openSortType } from '../../../core/incidents/open-order.ts'
import { listRuleNames } from '../../../core/rules/rule-store.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Content, Html } from '../../../platform/html.ts'
import { pageById, pageSorted } from '../../../platform/http/pagination.ts'
import { actionNotice } from '../../alerts/action-notice.ts'
import { openOrderOf } from '../../alerts/list/list-filters.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { outcomeNotice } from '../../frame/bulk/outcome.ts'
import { assigneesFor } from '../../frame/bulk/selection-bar.ts'
import { deviceFieldQuery, readDeviceField, takeDeviceField } from '../../frame/forms/device-field.ts'
import type { FormState } from '../../frame/forms/forms.ts'
import { periodOf } from '../../frame/lists/period-filter.ts'
import { filterNotice } from '../../frame/lists/saved-filters.ts'
import { showPage } from '../../frame/page/pages-and-forms.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { IncidentListQuery, incidentFilterOf } from './incident-filter.ts'
import { listGroups } from './incident-groups.ts'
import { incidentListView } from './incident-list-view.ts'

export function incidentListPages(server: FastifyInstance, context: ConsoleContext): void {
  const { db } = context

  showPage(server, 'viewer', 'site', '/incidents', {
    query: Type.Object({ ...IncidentListQuery.properties, ...deviceFieldQuery }),
    async show(reader, { query }) {
      const { to, state } = await takeDeviceField(db, reader, query.device)
      return to ?? incidentListPage(reader, context, query, await noticeOf(reader, query), { filter: state })
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
  { db, openTowns }: Pick<ConsoleContext, 'db' | 'openTowns'>,
  query: IncidentListQuery,
  notice: Content,
  state: { declare?: FormState; filter?: FormState } = {},
): Promise<Html> {
  const period = periodOf(reader, query)
  const filter = incidentFilterOf(query, period)
  const order = openOrderOf(query, filter.statuses)
  const isGrouped = isMostUrgent(order) && filter.ruleKey === null && filter.deviceId === null
  const groups = isGrouped ? await listGroups(reader, db, filter) : []
  const rest = { ...filter, without: groups }
  const [{ data: incidents, next_cursor: nextCursor }, counts, lastResolution, people, device, rule] =
    await Promise.all([
      order === null
        ? pageById(query, 'incident_id', (place) => listIncidents(db, reader.listed, filter, place))
        : pageSorted(query, openSortType(order), (place) => listOpenIncidents(db, reader.listed, rest, order, place)),
      countOpen(db, reader.listed, 'incidents'),
      findLastResolution(db, reader.listed),
      assigneesFor(db, reader),
      readDeviceField(db, reader, filter.deviceId),
      ruleNameOf(db, reader, query.rule),
    ])
  const ids = incidents.map(({ incident_id }) => incident_id)
  return incidentListView(reader, {
    ...{ query, order, period, incidents, nextCursor, counts, people, lastResolution, notice, device, rule, state },
    // Further pages have the rest alone.
    groups: query.cursor === undefined ? groups : [],
    headlines: await findHeadlines(db, ids, openTowns, reader.now),
  })
}

/** The usual order, whether it was asked for or not. */
const isMostUrgent = (order: OpenOrder | null): boolean =>
  order?.by === MOST_URGENT.by && order.descending === MOST_URGENT.descending

/** The name of the rule that the list is limited to; its key, if it is gone. */
async function ruleNameOf(db: Queryable, reader: Reader, key = ''): Promise<string | null> {
  if (key === '') return null
  const rules = await listRuleNames(db, reader.reach, reader.preferences.language)
  return rules.find((rule) => rule.key === key)?.name ?? key
}
