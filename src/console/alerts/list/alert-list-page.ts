import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { findAlert, listAlerts, listOpenAlerts } from '../../../core/alerts/list-alerts.ts'
import { recordDownload } from '../../../core/audit-log/record-download.ts'
import { countOpen } from '../../../core/incidents/count-open.ts'
import { openSortType } from '../../../core/incidents/open-order.ts'
import { userOf } from '../../../core/people/credentials/caller.ts'
import { listRuleNames } from '../../../core/rules/rule-store.ts'
import type { Content, Html } from '../../../platform/html.ts'
import { pageById, pageSorted } from '../../../platform/http/pagination.ts'
import { fileSender } from '../../../platform/http/send-file.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { outcomeNotice } from '../../frame/bulk/outcome.ts'
import { assigneesFor } from '../../frame/bulk/selection-bar.ts'
import { deviceFieldQuery, readDeviceField, takeDeviceField } from '../../frame/forms/device-field.ts'
import { periodOf } from '../../frame/lists/period-filter.ts'
import { filterNotice } from '../../frame/lists/saved-filters.ts'
import { acceptedRange } from '../../frame/lists/time-range.ts'
import { showPage } from '../../frame/page/pages-and-forms.ts'
import { listedHere, type Reader, readerOf } from '../../frame/page/reader.ts'
import { actionNotice } from '../action-notice.ts'
import { AlertListQuery, alertFilterOf } from './alert-filter.ts'
import { alertListView } from './alert-list-view.ts'
import { alertsCsv } from './export-alerts.ts'
import { openOrderOf } from './list-filters.ts'

/** The list of alerts, as a page and as a file. */
export function alertListPages(server: FastifyInstance, { db, now }: ConsoleContext): void {
  const sendFile = fileSender(server)

  showPage(server, 'viewer', 'site', '/alerts', {
    query: Type.Object({ ...AlertListQuery.properties, ...deviceFieldQuery }),
    async show(reader, { query }) {
      const { to } = await takeDeviceField(db, reader, query.device, 'name')
      return to ?? alertListPage(reader, db, query, await noticeOf(reader, query))
    },
  })

  server.get(
    '/alerts/export.csv',
    {
      config: { policy: 'viewer', scope: 'site' },
      schema: { hide: true, querystring: AlertListQuery },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const query = request.query as AlertListQuery
      const filter = alertFilterOf(query, acceptedRange(periodOf(readerOf(request), query)))
      return sendFile(reply, {
        download: {
          name: `alerts-${now().toISOString().slice(0, 10)}.csv`,
          record: () => recordDownload(db, request, { what: 'alerts', reach: listedHere(request) }, now()),
        },
        type: 'text/csv; charset=utf-8',
        reader: userOf(request).id,
        check: request.readmit,
        pieces: (signal) => alertsCsv(db, () => listedHere(request), filter, signal),
      })
    },
  )

  async function noticeOf(reader: Reader, query: AlertListQuery): Promise<Content> {
    const { done: what, about } = query
    if (what === undefined) return null
    const outcome = outcomeNotice(reader, reader.t.alerts.many, query)
    if (outcome !== null) return outcome
    if (about === undefined) return filterNotice(reader, what)
    const alert = await findAlert(db, reader.reach, Number(about))
    return alert === null ? null : actionNotice(reader, alert, what)
  }
}

export async function alertListPage(
  reader: Reader,
  db: ConsoleContext['db'],
  query: AlertListQuery,
  notice: Content,
): Promise<Html> {
  const period = periodOf(reader, query)
  const filter = alertFilterOf(query, period)
  const order = openOrderOf(query, filter.statuses)
  const [{ data: alerts, next_cursor: nextCursor }, counts, people, device] = await Promise.all([
    order === null
      ? pageById(query, 'alert_id', (place) => listAlerts(db, reader.listed, filter, place))
      : pageSorted(query, openSortType(order), (place) => listOpenAlerts(db, reader.listed, filter, order, place)),
    countOpen(db, reader.listed, 'alerts'),
    assigneesFor(db, reader),
    readDeviceField(db, reader, filter.deviceId),
  ])
  // A refresh replaces the list and not the filters; an empty list says how many rules are on.
  const isKnown = reader.isRefresh && alerts.length > 0
  const rules = isKnown ? [] : await listRuleNames(db, reader.reach, reader.preferences.language)
  return alertListView(reader, {
    ...{ query, order, period, alerts, nextCursor, counts, rules, device, people, notice },
  })
}
