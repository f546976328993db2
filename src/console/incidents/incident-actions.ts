import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { answerOwnCall } from '../../core/actions/answer-call.ts'
import { callForHelp } from '../../core/actions/call-for-help.ts'
import { assignIncident, changeIncidentSeverity } from '../../core/actions/change-incident.ts'
import { listDevicesOfIncidents } from '../../core/actions/list-affected-devices.ts'
import { mergeIncidents } from '../../core/actions/merge-incidents.ts'
import { openIncident } from '../../core/actions/open-incident.ts'
import {
  acknowledgeIncident,
  noteOnIncident,
  reopenIncident,
  resolveIncident,
  unacknowledgeIncident,
} from '../../core/actions/respond-to-incident.ts'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { escalateNow } from '../../core/escalation/escalate-now.ts'
import { RESOLUTIONS } from '../../core/incidents/incident.ts'
import { reachOf } from '../../core/people/credentials/caller.ts'
import { SeverityShape } from '../../core/vocabulary/shapes.ts'
import { NameText, OneOf, PlainText } from '../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../console-context.ts'
import { takeSelection } from '../frame/bulk/take-selection.ts'
import { BackTo, backTo, Chosen, idOf, idsOf } from '../frame/forms/form-fields.ts'
import { type FormState, formMessage } from '../frame/forms/forms.ts'
import { siteIdIn, siteInForm } from '../frame/forms/site-field.ts'
import { Snooze, snoozeOf } from '../frame/forms/snooze.ts'
import { takeForm } from '../frame/page/pages-and-forms.ts'
import { readerOf } from '../frame/page/reader.ts'
import { CallFields, callIn } from './incident/call-for-help.ts'
import { incidentPage } from './incident/incident-page.ts'
import { incidentListPage } from './list/incident-list-page.ts'

const MOST_MERGED = 50
const Nothing = Type.Object({})
const Note = PlainText({ maxLength: 2_000 })

/** Actions on incidents: those of the API, as forms. */
export function incidentActions(server: FastifyInstance, context: ConsoleContext): void {
  const { db, rules, now } = context

  const action = <Body extends ReturnType<typeof Type.Object>>(
    name: string,
    done: string | ((body: Type.Static<Body>) => string),
    body: Body,
    act: (id: number, request: FastifyRequest, body: Type.Static<Body>) => Promise<unknown>,
  ) =>
    takeForm(server, 'operator', 'site', `/incidents/:id/${name}`, {
      body,
      async submit(request, fields) {
        const id = idOf(request)
        await act(id, request, fields)
        const { to } = fields as { to?: string }
        const what = typeof done === 'string' ? done : done(fields)
        return backTo(to, `/incidents/${id}`, { done: what, about: to === undefined ? '' : String(id) })
      },
      again: (request, state) => incidentPage(readerOf(request), context, idOf(request), state),
    })

  action(
    'acknowledgement',
    ({ snooze }) => (snooze === undefined ? 'acknowledged' : 'snoozed'),
    Type.Object({ to: BackTo, ...Snooze }),
    (id, request, chosen) => {
      const until = snoozeOf(chosen, readerOf(request).format.zone, now())
      return acknowledgeIncident(db, id, changeBy(request), now(), until)
    },
  )
  action('withdrawal', 'withdrawn', Nothing, (id, request) => unacknowledgeIncident(db, id, changeBy(request), now()))
  action('reopening', 'reopened', Nothing, (id, request) => reopenIncident(db, id, changeBy(request), now()))
  action('escalation', 'escalated', Nothing, (id, request) => escalateNow(db, id, changeBy(request), now()))
  action('calls', 'called', Type.Object(CallFields), (id, request, fields) =>
    callForHelp(db, id, callIn(fields), changeBy(request), now()),
  )
  action('coming', 'coming', Nothing, (id, request) => {
    const { id: userId, email } = readerOf(request).user
    return answerOwnCall(db, id, { ...changeBy(request), actor: { id: userId, email } }, now())
  })
  const Resolution = Type.Object({ resolution: OneOf(RESOLUTIONS), note: Type.Optional(Note) })
  action('resolution', 'resolved', Resolution, (id, request, { resolution, note = '' }) =>
    resolveIncident(db, id, { resolution, note: note.trim() || null }, changeBy(request), rules(), now()),
  )
  action('notes', 'noted', Type.Object({ text: NameText({ maxLength: 2_000 }) }), (id, request, { text }) =>
    noteOnIncident(db, id, changeBy(request), text, now()),
  )
  action(
    'assignment',
    'assigned',
    Type.Object({ user_id: Type.String({ pattern: '^[0-9]{0,9}$' }) }),
    (id, request, { user_id }) =>
      assignIncident(db, id, user_id === '' ? null : Number(user_id), changeBy(request), now()),
  )
  action('severity', 'severityChanged', Type.Object({ severity: SeverityShape }), (id, request, { severity }) =>
    changeIncidentSeverity(db, id, severity, changeBy(request), now()),
  )
  action('merge', 'merged', Type.Object({ ids: Chosen(MOST_MERGED) }), (id, request, { ids }) =>
    mergeIncidents(db, id, idsOf(ids), changeBy(request), now()),
  )

  const again = (request: FastifyRequest, state: FormState) =>
    incidentListPage({ ...readerOf(request), address: '/incidents' }, context, {}, formMessage(state), {
      declare: state,
    })

  takeSelection(server, '/incidents', {
    acts(request, { until, assignee, resolution }) {
      const by = changeBy(request)
      return {
        acknowledge: (id) => acknowledgeIncident(db, id, by, now(), until),
        resolve: (id) => resolveIncident(db, id, { resolution, note: null }, by, rules(), now()),
        assign: (id) => assignIncident(db, id, assignee, by, now()).then(() => true),
      }
    },
    devicesOf: (request, ids) => listDevicesOfIncidents(db, reachOf(request), ids),
    again,
  })

  takeForm(server, 'operator', 'site', '/incidents', {
    body: Type.Object({
      title: NameText({ maxLength: 200 }),
      severity: SeverityShape,
      note: Type.Optional(Note),
      ...siteInForm,
    }),
    async submit(request, { title, severity, note = '', ...form }) {
      const report = {
        title: title.trim(),
        severity,
        siteId: siteIdIn(form) ?? null,
        deviceId: null,
        position: null,
        note: note.trim() || null,
      }
      const id = await openIncident(db, report, changeBy(request), now())
      return `/incidents/${id}?done=opened`
    },
    again,
  })
}
