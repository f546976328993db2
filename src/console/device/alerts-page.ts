import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { ALERT_STATUSES, listAlerts } from '../../alerts/list-alerts.ts'
import { html } from '../../platform/html.ts'
import { idBehind, limitOf, page, pageQuery } from '../../platform/http/pages.ts'
import { Words, wordsIn } from '../../platform/http/query-words.ts'
import { IdParams } from '../../platform/http/shapes.ts'
import { SEVERITIES } from '../../vocabulary/severities.ts'
import { alertTable } from '../alerts/alert-table.ts'
import type { ConsoleContext } from '../console-context.ts'
import { chips, filterBar, pager } from '../parts/list-parts.ts'
import { emptyState, live } from '../parts/page-parts.ts'
import { showPage } from '../shell/show-page.ts'
import { noticeOf, noticeQuery } from './alert-list.ts'
import { deviceShell } from './device-header.ts'
import { shownDevice } from './find-device.ts'

/** All alerts that a device has raised, newest first. */
export function deviceAlertsPage(server: FastifyInstance, { db }: ConsoleContext): void {
  showPage(server, {
    path: '/devices/:id/alerts',
    policy: 'viewer',
    params: IdParams,
    query: Type.Object({ ...pageQuery, ...noticeQuery, status: Words(ALERT_STATUSES), severity: Words(SEVERITIES) }),
    async show(visit, { params, query }) {
      const { t } = visit
      const device = await shownDevice(db, params, visit.now)
      const filter = {
        statuses: wordsIn('status', query.status, ALERT_STATUSES),
        severities: wordsIn('severity', query.severity, SEVERITIES),
        modules: null,
        deviceId: device.id,
        from: null,
        to: null,
      }
      const limit = limitOf(query)
      const found = await listAlerts(db, filter, { beforeId: idBehind(query), limit: limit + 1 })
      const { data: alerts, next_cursor } = page(found, limit, ({ alert_id }) => [alert_id])
      return deviceShell(
        visit,
        device,
        'alerts',
        {},
        html`${await noticeOf(db, visit, query)}
          ${filterBar(
            chips(
              visit,
              t.shared.places.alerts,
              'status',
              ALERT_STATUSES.map((value) => ({ text: t.shared.alertStatuses[value], value })),
            ),
            chips(
              visit,
              t.shared.places.alerts,
              'severity',
              SEVERITIES.toReversed().map((value) => ({ text: t.shared.severities[value], value })),
            ),
          )}
          ${live(
            'alerts',
            'alert',
            html`${alerts.length === 0 ? emptyState('bell', t.telemetry.noAlerts) : alertTable(visit, { alerts, withoutDevice: true })}${pager(visit, next_cursor)}`,
            device.id,
          )}`,
      )
    },
  })
}
