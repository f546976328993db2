import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { type AlertRecord, findAlert } from '../../alerts/list-alerts.ts'
import { findRaisingRule } from '../../alerts/rule-store.ts'
import { notFound } from '../../platform/errors.ts'
import type { Html } from '../../platform/html.ts'
import { IdParams } from '../../platform/http/shapes.ts'
import { findExplanation } from '../../rehearsal/find-explanation.ts'
import { listAssignees } from '../../response/list-assignees.ts'
import { listDeliveriesOfLane } from '../../webhooks/deliveries-of-lane.ts'
import { deviceLane, incidentLane } from '../../webhooks/webhook-events.ts'
import type { ConsoleContext } from '../console-context.ts'
import { EMPTY, type FormState } from '../shell/forms.ts'
import { showPage } from '../shell/show-page.ts'
import type { Visit } from '../shell/visit.ts'
import { alertNotice } from './alert-notice.ts'
import { alertView } from './alert-view.ts'
import { readAlertGraph } from './read-alert-graph.ts'

export function alertPages(server: FastifyInstance, context: ConsoleContext): void {
  showPage(server, {
    path: '/alerts/:id',
    policy: 'viewer',
    params: IdParams,
    query: Type.Object({ done: Type.Optional(Type.String({ maxLength: 40 })) }),
    show: (visit, { params, query }) => alertPage(visit, context, Number(params.id), EMPTY, query.done),
  })
}

/** Throws 404. */
export async function alertPage(
  visit: Visit,
  { db, offlineAfterS }: ConsoleContext,
  id: number,
  state: FormState,
  what?: string,
): Promise<Html> {
  const alert = await findAlert(db, id)
  if (alert === null) throw notFound('Alert')
  const { rule_key, device_id, status } = alert
  const raising = await findRaisingRule(db, alert)
  const [graph, explanation, deliveries, people] = await Promise.all([
    readAlertGraph(db, alert, raising, visit.now),
    status === 'resolved' ? null : findExplanation(db, rule_key, device_id, offlineAfterS, visit.now),
    notificationsOf(db, alert),
    visit.may('operator') ? listAssignees(db) : [],
  ])
  const rule = raising?.definition ?? null
  const notice = what === undefined ? null : alertNotice(visit, alert, what)
  return alertView(
    { ...visit, address: `/alerts/${id}` },
    { alert, rule, graph, explanation, deliveries, people, notice, state },
  )
}

/** Of its incident, where it has one: that is what receivers are told of. */
async function notificationsOf(db: ConsoleContext['db'], alert: AlertRecord) {
  if (alert.incident_id !== null) return listDeliveriesOfLane(db, incidentLane(alert.incident_id))
  const all = await listDeliveriesOfLane(db, deviceLane(alert.device_id))
  return all.filter(({ event, created_at }) => event.startsWith('alert.') && isDuring(created_at, alert))
}

const isDuring = (time: Date, { triggered_at, resolved_at }: AlertRecord): boolean =>
  time >= triggered_at && (resolved_at === null || time <= resolved_at)
