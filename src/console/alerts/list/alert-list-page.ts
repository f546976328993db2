import type { FastifyInstance } from 'fastify'
import { findAlert, listAlerts } from '../../../core/alerts/list-alerts.ts'
import { listDeviceNames } from '../../../core/devices/lists/list-devices.ts'
import { countOpen } from '../../../core/incidents/count-open.ts'
import { listedReach, userOf } from '../../../core/people/credentials/caller.ts'
import { listRules } from '../../../core/rules/rule-store.ts'
import type { Content, Html } from '../../../platform/html.ts'
import { pageById } from '../../../platform/http/pagination.ts'
import { fileSender } from '../../../platform/http/send-file.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { filterNotice } from '../../parts/saved-filters.ts'
import { done } from '../../shell/forms.ts'
import { showPage } from '../../shell/pages-and-forms.ts'
import { type Reader, readerOf } from '../../shell/reader.ts'
import { actionNotice } from '../action-notice.ts'
import { AlertListQuery, alertFilterOf } from './alert-filter.ts'
import { alertListView } from './alert-list-view.ts'
import { alertsCsv } from './export-alerts.ts'

/** The list of alerts, as a page and as a file. */
export function alertListPages(server: FastifyInstance, { db, now }: ConsoleContext): void {
  const sendFile = fileSender(server)

  showPage(server, 'viewer', 'site', '/alerts', {
    query: AlertListQuery,
    show: async (reader, { query }) => alertListPage(reader, db, query, await noticeOf(reader, query)),
  })

  server.get(
    '/alerts/export.csv',
    {
      config: { policy: 'viewer', scope: 'site' },
      schema: { hide: true, querystring: AlertListQuery },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const filter = alertFilterOf(request.query as AlertListQuery)
      return sendFile(reply, {
        name: `alerts-${now().toISOString().slice(0, 10)}.csv`,
        type: 'text/csv; charset=utf-8',
        reader: userOf(request).id,
        check: request.readmit,
        pieces: (signal) =>
          alertsCsv(db, () => listedReach(request, readerOf(request).site?.id ?? null), filter, signal),
      })
    },
  )

  async function noticeOf(reader: Reader, { done: what, about }: AlertListQuery): Promise<Content> {
    if (what === undefined) return null
    const { manyAcknowledged, manyResolved } = reader.t.alerts
    if (what === 'acknowledged-all') return done(manyAcknowledged(Number(about ?? 0)))
    if (what === 'resolved-all') return done(manyResolved(Number(about ?? 0)))
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
  const filter = alertFilterOf(query)
  const [{ data: alerts, next_cursor: nextCursor }, counts, rules, [device]] = await Promise.all([
    pageById(query, 'alert_id', (place) => listAlerts(db, reader.listed, filter, place)),
    countOpen(db, reader.listed, 'alerts'),
    listRules(db, reader.reach),
    filter.deviceId === null ? [] : listDeviceNames(db, reader.reach, [filter.deviceId]),
  ])
  const named = rules.map(({ key, enabled, definition }) => ({ key, enabled, name: reader.ruleName(definition) }))
  return alertListView(reader, { query, alerts, nextCursor, counts, rules: named, device: device ?? null, notice })
}
