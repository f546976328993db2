import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { assignIncident, changeIncidentSeverity } from '../../../core/actions/change-incident.ts'
import { mergeIncidents } from '../../../core/actions/merge-incidents.ts'
import { openIncident } from '../../../core/actions/open-incident.ts'
import { reopenIncident, unacknowledgeIncident } from '../../../core/actions/respond-to-incident.ts'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { IncidentWithTimelineShape } from '../../../core/incidents/incident-shape.ts'
import { SeverityShape } from '../../../core/vocabulary/shapes.ts'
import { emailKey } from '../../../platform/email-key.ts'
import { badRequest, invalidField } from '../../../platform/errors.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import { DataResponse, IdParams, LongId, NameText, ok } from '../../../platform/http/schemas/shapes.ts'
import { incidentResponses } from './incident-responses.ts'
import type { MobileContext } from './mobile-context.ts'

const MOST_MERGED = 50
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

const NewIncidentBody = Type.Object(
  {
    title: NameText({ maxLength: 200 }),
    severity: Type.Optional(SeverityShape),
    device_id: Type.Optional(Id),
    site_id: Type.Optional(Id),
    lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
    lng: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
    note: Type.Optional(NameText({ maxLength: 2_000 })),
  },
  { additionalProperties: false, examples: [{ title: 'Visitor has fallen at gate 2', severity: 'critical' }] },
)

const AssignmentBody = Type.Object(
  {
    user_id: Type.Optional(Type.Unsafe<number | null>({ ...Id, type: ['integer', 'null'] })),
    email: Type.Optional(NameText({ maxLength: 254 })),
  },
  { additionalProperties: false, examples: [{ email: 'op@example.org' }, { user_id: null }] },
)

const SeverityBody = Type.Object({ severity: SeverityShape }, { additionalProperties: false })

const MergeBody = Type.Object(
  { incident_ids: Type.Array(LongId(), { minItems: 1, maxItems: MOST_MERGED, uniqueItems: true }) },
  { additionalProperties: false, examples: [{ incident_ids: [8, 9] }] },
)

/** Actions of operators on incidents other than acknowledging and resolving. */
export const incidentActionRoutes: FastifyPluginAsyncTypebox<MobileContext> = async (server, context) => {
  const { db, now } = context
  const { getIncident } = incidentResponses(context)
  const oneIncident = async (request: FastifyRequest, id: number) => ok(await getIncident(request, id))
  const single = { params: IdParams, response: { 200: DataResponse(IncidentWithTimelineShape) } }

  server.post(
    '/api/mobile/incidents',
    endpoint('operator', 'site', forPrograms('openIncident', 'Incidents', 'Declare an incident'), {
      body: NewIncidentBody,
      response: { 201: DataResponse(IncidentWithTimelineShape) },
    }),
    async (request, reply) => {
      const { title, severity = 'warning', device_id = null, site_id = null, lat, lng, note = null } = request.body
      if ((lat === undefined) !== (lng === undefined)) throw invalidField('/lat', 'in_english', 'and lng go together')
      const position = lat === undefined || lng === undefined ? null : { lat, lng }
      const report = { title: title.trim(), severity, siteId: site_id, deviceId: device_id, position, note }
      const id = await openIncident(db, report, changeBy(request), now())
      return reply.code(201).send(await oneIncident(request, id))
    },
  )

  server.delete(
    '/api/mobile/incidents/:id/acknowledgement',
    endpoint(
      'operator',
      'site',
      forPrograms('unacknowledgeIncident', 'Incidents', 'Unacknowledge an incident'),
      single,
    ),
    async (request) => {
      await unacknowledgeIncident(db, Number(request.params.id), changeBy(request), now())
      return oneIncident(request, Number(request.params.id))
    },
  )

  server.post(
    '/api/mobile/incidents/:id/reopening',
    endpoint(
      'operator',
      'site',
      forPrograms('reopenIncident', 'Incidents', 'Reopen an incident up to 15 minutes after its resolution'),
      { ...single },
    ),
    async (request) => {
      await reopenIncident(db, Number(request.params.id), changeBy(request), now())
      return oneIncident(request, Number(request.params.id))
    },
  )

  server.post(
    '/api/mobile/incidents/:id/assignment',
    endpoint(
      'operator',
      'site',
      forPrograms('assignIncident', 'Incidents', 'Assign an incident to a person, by ID or email, or unassign it'),
      { ...single, body: AssignmentBody },
    ),
    async (request) => {
      const { user_id, email } = request.body
      if ((user_id === undefined) === (email === undefined)) throw badRequest('in_english', 'Say user_id or email')
      const assignee = email === undefined ? (user_id ?? null) : emailKey(email)
      await assignIncident(db, Number(request.params.id), assignee, changeBy(request), now())
      return oneIncident(request, Number(request.params.id))
    },
  )

  server.post(
    '/api/mobile/incidents/:id/severity',
    endpoint(
      'operator',
      'site',
      forPrograms('changeIncidentSeverity', 'Incidents', 'Change the severity of an incident'),
      {
        ...single,
        refusals: [409],
        body: SeverityBody,
      },
    ),
    async (request) => {
      const { severity } = request.body
      await changeIncidentSeverity(db, Number(request.params.id), severity, changeBy(request), now())
      return oneIncident(request, Number(request.params.id))
    },
  )

  server.post(
    '/api/mobile/incidents/:id/merge',
    endpoint('operator', 'site', forPrograms('mergeIncidents', 'Incidents', 'Merge other incidents into this one'), {
      ...single,
      refusals: [409],
      body: MergeBody,
    }),
    async (request) => {
      await mergeIncidents(db, Number(request.params.id), request.body.incident_ids, changeBy(request), now())
      return oneIncident(request, Number(request.params.id))
    },
  )
}
