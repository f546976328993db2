import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { ALERT_STATUSES, listAlerts } from '../../../core/alerts/list-alerts.ts'
import { listRulesOfDevice } from '../../../core/rehearsal/explanation/rules-of-device.ts'
import { SEVERITIES } from '../../../core/vocabulary/severities.ts'
import { html } from '../../../platform/html.ts'
import { pageById, pageQuery } from '../../../platform/http/pagination.ts'
import { WordList, wordsIn } from '../../../platform/http/schemas/query-words.ts'
import { alertColumns, alertTable } from '../../alerts/list/alert-table.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { chips, filterBar, pager } from '../../frame/lists/list-parts.ts'
import { showPage } from '../../frame/page/pages-and-forms.ts'
import { emptyState, live } from '../../frame/parts/page-parts.ts'
import { noticeOf, noticeQuery } from './alert-list.ts'
import { deviceShell } from './device-header.ts'
import { shownDevice } from './find-device.ts'
import { rulesOfDevice } from './rule-of-device-page.ts'

export function deviceAlertsPage(server: FastifyInstance, { db }: ConsoleContext): void {
  showPage(server, 'viewer', 'device', '/devices/:id/alerts', {
    query: Type.Object({
      ...pageQuery,
      ...noticeQuery,
      status: WordList(ALERT_STATUSES),
      severity: WordList(SEVERITIES),
    }),
    async show(visitor, { params, query }) {
      const { device, reader } = await shownDevice(db, visitor, params)
      const { t } = reader
      const filter = {
        statuses: wordsIn('status', query.status, ALERT_STATUSES),
        severities: wordsIn('severity', query.severity, SEVERITIES),
        modules: null,
        deviceId: device.id,
        from: null,
        to: null,
      }
      const { data: alerts, next_cursor } = await pageById(query, 'alert_id', (place) =>
        listAlerts(db, reader.reach, filter, place),
      )
      return deviceShell(
        reader,
        device,
        'alerts',
        {},
        html`${await noticeOf(db, reader, query)}
          ${filterBar(
            chips(
              reader,
              t.shared.places.alerts,
              'status',
              ALERT_STATUSES.map((value) => ({ text: t.shared.alertStatuses[value], value })),
            ),
            chips(
              reader,
              t.shared.places.alerts,
              'severity',
              SEVERITIES.toReversed().map((value) => ({ text: t.shared.severities[value], value })),
            ),
          )}
          ${live(
            'alerts',
            'alert',
            html`${alerts.length === 0 ? emptyState('bell', t.telemetry.noAlerts) : alertTable(reader, alerts, alertColumns(reader, { withoutDevice: true }))}${pager(reader, next_cursor)}`,
            device.id,
          )}
          ${live('rules-of-device', 'rule', rulesOfDevice(reader, device.id, await listRulesOfDevice(db, reader.reach, device.id)))}`,
      )
    },
  })
}
