import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import { CALL_NOTE_CHARACTERS, type CallTarget, callForHelp } from '../../../core/actions/call-for-help.ts'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { CONTACT_KINDS } from '../../../core/contact-methods/channels/channels.ts'
import { listNotifications } from '../../../core/contact-methods/outbox/list-notifications.ts'
import { NOTIFICATION_STATES } from '../../../core/contact-methods/outbox/notification.ts'
import { outcomeText } from '../../../core/contact-methods/outcome-texts.ts'
import { escalateNow } from '../../../core/escalation/escalate-now.ts'
import { IncidentWithTimelineShape } from '../../../core/incidents/incident-shape.ts'
import { invalidField } from '../../../platform/errors.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import {
  Count,
  DataResponse,
  described as explained,
  IdParams,
  ListResponse,
  NameText,
  NullableText,
  OneOf,
  ok,
  Text,
  Time,
} from '../../../platform/http/schemas/shapes.ts'
import { incidentResponses } from './incident-responses.ts'
import type { MobileContext } from './mobile-context.ts'

const NotificationShape = Type.Object(
  {
    id: Count,
    user: Type.Object({ id: Count, name: Text }),
    kind: OneOf(CONTACT_KINDS),
    label: explained<string>(Text, 'Of the contact method'),
    reason: explained<string>(
      Text,
      'step, call, assigned, update, acknowledged, resolved, digest, answers, nobody_told …',
    ),
    due_at: Time,
    state: OneOf(NOTIFICATION_STATES, {
      description: 'accepted: the service of the method has taken it; nobody knows whether it was seen',
    }),
    outcome: explained<string | null>(NullableText, 'The last outcome in words'),
    at: explained<Date>(Time, 'When the state last changed'),
  },
  { title: 'Notification' },
)

const CallBody = Type.Object(
  {
    to: Type.Object(
      {
        type: OneOf(['next_step', 'schedule', 'user']),
        id: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
      },
      { additionalProperties: false, description: 'next_step: of its escalation policy, without an id' },
    ),
    note: Type.Optional(NameText({ maxLength: CALL_NOTE_CHARACTERS })),
  },
  {
    additionalProperties: false,
    examples: [{ to: { type: 'next_step' } }, { to: { type: 'user', id: 7 }, note: 'Bring the key of hall 4' }],
  },
)

/** The people who were notified of an incident, and a route that takes the next step now. */
export const escalationRoutes: FastifyPluginAsyncTypebox<MobileContext> = async (server, context) => {
  const { db, now } = context
  const { getIncident } = incidentResponses(context)
  const described = (operationId: string, summary: string) => forPrograms(operationId, 'Escalation', summary)

  server.get(
    '/api/mobile/incidents/:id/notifications',
    endpoint(
      'viewer',
      'site',
      described('listNotifications', 'List who was notified of an incident, by what, with what outcome'),
      {
        description: 'Kept for 90 days; the timeline of the incident stays.',
        params: IdParams,
        response: { 200: ListResponse(NotificationShape) },
      },
    ),
    async (request) => {
      const { incident_id } = await getIncident(request, Number(request.params.id))
      const notifications = await listNotifications(db, incident_id)
      const inEnglish = notifications.map(({ outcome, ...notification }) => ({
        ...notification,
        outcome: outcome === null ? null : outcomeText(outcome),
      }))
      return { ...ok(inEnglish), next_cursor: null }
    },
  )

  server.post(
    '/api/mobile/incidents/:id/escalation',
    endpoint('operator', 'site', described('escalateIncident', 'Take the next step of its escalation now'), {
      params: IdParams,
      response: { 200: DataResponse(IncidentWithTimelineShape) },
      refusals: [409],
    }),
    async (request) => {
      const id = Number(request.params.id)
      const incident = await getIncident(request, id)
      await escalateNow(db, id, changeBy(request), now())
      return ok(incident)
    },
  )

  server.post(
    '/api/mobile/incidents/:id/calls',
    endpoint('operator', 'site', described('callForHelp', 'Call somebody for help with an active incident'), {
      description:
        'Notifies like a step of an escalation, also after an acknowledgement, which stays. Whom, and with what outcome, is in ' +
        'the timeline. The same call within ten seconds is one call; ten within ten minutes for an incident, and twenty by a ' +
        'person, are the most.',
      params: IdParams,
      body: CallBody,
      response: { 200: DataResponse(IncidentWithTimelineShape) },
      refusals: [409, 429],
    }),
    async (request) => {
      const { to, note } = request.body
      const id = Number(request.params.id)
      await callForHelp(db, id, { to: targetOf(to), note: note?.trim() ?? null }, changeBy(request), now())
      return ok(await getIncident(request, id))
    },
  )
}

function targetOf({ type, id }: Static<typeof CallBody>['to']): CallTarget {
  if (type === 'next_step' && id === undefined) return { type }
  if (type === 'next_step') throw invalidField('/to/id', 'in_english', 'does not go together with next_step')
  if (id === undefined) throw invalidField('/to/id', 'missing', 'id')
  return { type, id }
}
