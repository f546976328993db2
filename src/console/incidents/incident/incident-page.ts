import type { FastifyInstance } from 'fastify'
import { findOwnCall } from '../../../core/actions/answer-call.ts'
import { listAssignees } from '../../../core/actions/list-assignees.ts'
import { listCallable } from '../../../core/actions/list-callable.ts'
import { type AlertRecord, listAlertsOfIncident } from '../../../core/alerts/list-alerts.ts'
import { listNotifications } from '../../../core/contact-methods/outbox/list-notifications.ts'
import { findEscalation } from '../../../core/escalation/find-escalation.ts'
import { findHeadlines } from '../../../core/headline/find-headlines.ts'
import { listIncidents } from '../../../core/incidents/list-incidents.ts'
import { reviewIncident } from '../../../core/incidents/review-incident.ts'
import { listOtherViewers, noteViewer } from '../../../core/incidents/viewers.ts'
import { credentialOf } from '../../../core/people/credentials/caller.ts'
import { ofSite } from '../../../core/reach/reach.ts'
import { findExplanation } from '../../../core/rehearsal/explanation/find-explanation.ts'
import { findRaisingRule } from '../../../core/rules/rule-store.ts'
import { listLatestStates } from '../../../core/telemetry/latest/latest-states.ts'
import { incidentLane } from '../../../core/webhooks/events/webhook-events.ts'
import { listDeliveriesOfLane } from '../../../core/webhooks/outbox/deliveries-of-lane.ts'
import { mustExist, notFound } from '../../../platform/errors.ts'
import type { Html } from '../../../platform/html.ts'
import { actionNotice } from '../../alerts/action-notice.ts'
import { readAlertGraph } from '../../alerts/alert/read-alert-graph.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { EMPTY_FORM, type FormState } from '../../frame/forms/forms.ts'
import { readHour } from '../../frame/headline/hour-line.ts'
import { showPage } from '../../frame/page/pages-and-forms.ts'
import { type Reader, readerIn } from '../../frame/page/reader.ts'
import { incidentView } from './incident-view.ts'
import { reviewView } from './review-view.ts'
import { viewersOf } from './viewers.ts'

const ANY = { severities: null, modules: null, deviceId: null, from: null, to: null }
const MOST_TO_MERGE = 30
const MOST_EXPLAINED = 5
const MOST_GRAPHS = 4
const MOST_DEVICES = 20

export function incidentPages(server: FastifyInstance, context: ConsoleContext): void {
  showPage(server, 'viewer', 'site', '/incidents/:id', {
    async show(reader, { params, query, request }) {
      const id = Number(params.id)
      // Live updates also run in the background, so they do not count as viewing.
      if (!reader.isPart) await noteViewer(context.db, reader.reach, id, credentialOf(request).id, reader.now)
      return incidentPage(reader, context, id, EMPTY_FORM, query.done)
    },
  })

  showPage(server, 'viewer', 'site', '/incidents/:id/viewers', {
    async show(reader, { params, request }) {
      const [{ db }, id] = [context, Number(params.id)]
      const found = mustExist('Incident', await noteViewer(db, reader.reach, id, credentialOf(request).id, reader.now))
      return viewersOf(reader, id, await listOtherViewers(db, found, reader.user.id, reader.now))
    },
  })

  showPage(server, 'viewer', 'site', '/incidents/:id/review', {
    async show(reader, { params }) {
      const { db } = context
      const review = mustExist('Incident', await reviewIncident(db, reader.reach, Number(params.id)))
      const [alerts, deliveries] = await Promise.all([
        listAlertsOfIncident(db, reader.reach, review.incident.incident_id),
        listDeliveriesOfLane(db, reader.reach, incidentLane(review.incident.incident_id)),
      ])
      return reviewView(reader, { review, alerts, deliveries, graphs: await graphsOf(context, alerts, reader) })
    },
  })
}

/** The page of an incident. Throws 404. */
export async function incidentPage(
  person: Reader,
  context: ConsoleContext,
  id: number,
  state: FormState,
  what?: string,
): Promise<Html> {
  const { db } = context
  const review = mustExist('Incident', await reviewIncident(db, person.reach, id))
  const { incident } = review
  const headline = (await findHeadlines(db, [incident.incident_id], context.openTowns, person.now)).get(id)
  if (headline === undefined) throw notFound('Incident')
  const siteId = incident.site?.id ?? null
  const reader = readerIn(person, siteId)
  const mayAct = reader.may('operator')
  const isOver = incident.status === 'resolved'
  const page = { beforeId: null, limit: MOST_TO_MERGE }
  const [alerts, deliveries, notifications, escalation, people, others, latest, viewers, hour, callable, ownCall] =
    await Promise.all([
      listAlertsOfIncident(db, reader.reach, id),
      listDeliveriesOfLane(db, reader.reach, incidentLane(id)),
      listNotifications(db, incident.incident_id),
      findEscalation(db, incident.incident_id),
      listAssignees(db, reader.reach, [siteId]),
      mayAct && !isOver
        ? listIncidents(db, ofSite(reader.reach, siteId), { ...ANY, statuses: ['open', 'acknowledged'] }, page)
        : [],
      listLatestStates(
        db,
        reader.reach,
        incident.devices.slice(0, MOST_DEVICES).map((device) => device.id),
      ),
      listOtherViewers(db, incident.incident_id, reader.user.id, reader.now),
      readHour(db, headline, incident.resolved_at ?? reader.now),
      mayAct && !isOver ? listCallable(db, reader.reach, incident.incident_id, reader.user.id, reader.now) : null,
      mayAct && !isOver ? findOwnCall(db, incident.incident_id, reader.user.id, reader.now) : null,
    ])
  const worst = alerts.find(({ severity }) => severity === incident.severity)
  const [curve = null] = worst === undefined ? [] : await graphsOf(context, [worst], reader)
  const holding = isOver || !mayAct ? [] : await stillHolding(context, alerts, reader)
  const notice = what === undefined ? null : actionNotice(reader, incident, what)
  const mergeable = others.filter(({ incident_id, site }) => incident_id !== id && site?.id === incident.site?.id)
  const told = { notifications, escalation }
  return incidentView(
    { ...reader, address: `/incidents/${id}` },
    {
      review,
      headline,
      hour,
      alerts,
      holding,
      curve,
      deliveries,
      told,
      callable,
      isCalled: ownCall !== null,
      people,
      mergeable,
      latest,
      viewers,
      notice,
      state,
    },
  )
}

/** Open alerts whose condition still held at the last reading: they would be raised again after resolving. */
async function stillHolding(
  { db, offlineAfterS }: ConsoleContext,
  alerts: readonly AlertRecord[],
  { reach, now }: Reader,
) {
  const open = alerts.filter(({ status, recovering }) => status !== 'resolved' && !recovering).slice(0, MOST_EXPLAINED)
  const holding: AlertRecord[] = []
  for (const alert of open) {
    const explanation = await findExplanation(db, reach, alert.rule_key, alert.device_id, offlineAfterS, now)
    if (explanation?.levels.some(({ broken_since }) => broken_since !== null)) holding.push(alert)
  }
  return holding
}

async function graphsOf({ db }: ConsoleContext, alerts: readonly AlertRecord[], { reach, now }: Reader) {
  const graphs = await Promise.all(
    alerts.slice(0, MOST_GRAPHS).map(async (alert) => ({
      alert,
      graph: await readAlertGraph(db, reach, alert, await findRaisingRule(db, reach, alert), now),
    })),
  )
  return graphs.flatMap(({ alert, graph }) => (graph === null ? [] : [{ alert, graph }]))
}
