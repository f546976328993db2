import type { FastifyInstance } from 'fastify'
import { listAssignees } from '../../../core/actions/list-assignees.ts'
import { type AlertRecord, findAlert } from '../../../core/alerts/list-alerts.ts'
import { findAlertHeadline } from '../../../core/headline/find-alert-headline.ts'
import { findExplanation } from '../../../core/rehearsal/explanation/find-explanation.ts'
import { findRaisingRule } from '../../../core/rules/rule-store.ts'
import { deviceLane, incidentLane } from '../../../core/webhooks/events/webhook-events.ts'
import { listDeliveriesOfLane } from '../../../core/webhooks/outbox/deliveries-of-lane.ts'
import { mustExist } from '../../../platform/errors.ts'
import type { Html } from '../../../platform/html.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { EMPTY_FORM, type FormState } from '../../frame/forms/forms.ts'
import { readHour } from '../../frame/headline/hour-line.ts'
import { showPage } from '../../frame/page/pages-and-forms.ts'
import { type Reader, readerIn, readerOfDevice } from '../../frame/page/reader.ts'
import { actionNotice } from '../action-notice.ts'
import { alertView } from './alert-view.ts'
import { readAlertGraph } from './read-alert-graph.ts'

export function alertPages(server: FastifyInstance, context: ConsoleContext): void {
  showPage(server, 'viewer', 'site', '/alerts/:id', {
    show: (reader, { params, query }) => alertPage(reader, context, Number(params.id), EMPTY_FORM, query.done),
  })
}

/** The page of an alert. Throws 404. */
export async function alertPage(
  reader: Reader,
  { db, offlineAfterS, openTowns }: ConsoleContext,
  id: number,
  state: FormState,
  what?: string,
): Promise<Html> {
  const alert = mustExist('Alert', await findAlert(db, reader.reach, id))
  const { rule_key, device_id, status } = alert
  const headline = mustExist('Alert', await findAlertHeadline(db, reader.reach, id, openTowns, reader.now))
  const raising = await findRaisingRule(db, reader.reach, alert)
  const [graph, explanation, deliveries, people, hour] = await Promise.all([
    readAlertGraph(db, reader.reach, alert, raising, reader.now),
    status === 'resolved' ? null : findExplanation(db, reader.reach, rule_key, device_id, offlineAfterS, reader.now),
    notificationsOf(db, reader, alert),
    reader.may('operator', alert.site.id) ? listAssignees(db, reader.reach, [alert.site.id]) : [],
    readHour(db, headline, alert.resolved_at ?? reader.now),
  ])
  const rule = raising?.definition ?? null
  const notice = what === undefined ? null : actionNotice(reader, alert, what)
  return alertView(
    { ...readerOfDevice(readerIn(reader, alert.site.id), alert.device_metrics), address: `/alerts/${id}` },
    {
      alert,
      headline,
      hour,
      rule,
      reason: raising?.reason ?? null,
      graph,
      explanation,
      deliveries,
      people,
      notice,
      state,
    },
  )
}

/** Deliveries of its incident, if it has one: receivers get the incident. */
async function notificationsOf(db: ConsoleContext['db'], { reach }: Reader, alert: AlertRecord) {
  if (alert.incident_id !== null) return listDeliveriesOfLane(db, reach, incidentLane(alert.incident_id))
  const all = await listDeliveriesOfLane(db, reach, deviceLane(alert.device_id))
  return all.filter(({ event, created_at }) => event.startsWith('alert.') && isDuring(created_at, alert))
}

const isDuring = (time: Date, { triggered_at, resolved_at }: AlertRecord): boolean =>
  time >= triggered_at && (resolved_at === null || time <= resolved_at)
