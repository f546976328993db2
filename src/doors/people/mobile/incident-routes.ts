import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { acknowledgeIncident, noteOnIncident, resolveIncident } from '../../../core/actions/respond-to-incident.ts'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { filterOf, filterQuery, statusesIn } from '../../../core/incidents/filter-query.ts'
import { INCIDENT_STATUSES, RESOLUTIONS } from '../../../core/incidents/incident.ts'
import { IncidentShape, IncidentWithTimelineShape } from '../../../core/incidents/incident-shape.ts'
import { listIncidents } from '../../../core/incidents/list-incidents.ts'
import { AcknowledgementBody, checkedSnooze, SNOOZES } from '../../../core/incidents/snooze.ts'
import { listedReach } from '../../../core/people/credentials/caller.ts'
import { siteQuery } from '../../../core/sites/site-choice.ts'
import { pageById, pageQuery } from '../../../platform/http/pagination.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import { WordList } from '../../../platform/http/schemas/query-words.ts'
import {
  DataResponse,
  IdParams,
  ListResponse,
  OneOf,
  OptionalBody,
  ok,
  PlainText,
} from '../../../platform/http/schemas/shapes.ts'
import { incidentResponses } from './incident-responses.ts'
import type { MobileContext } from './mobile-context.ts'

const IDEMPOTENT = 'With its open alerts. A second time changes nothing and returns who was first.'
const ACTIVE = { word: 'active', means: ['open', 'acknowledged'] } as const

const IncidentQuery = Type.Object({
  ...pageQuery,
  ...siteQuery,
  status: WordList([ACTIVE.word, ...INCIDENT_STATUSES], 'active means open or acknowledged'),
  ...filterQuery,
})

const NoteText = PlainText({ minLength: 1, maxLength: 2_000, examples: ['Cuff was loose'] })
const ResolutionBody = Type.Object({
  resolution: Type.Optional(OneOf(RESOLUTIONS, { default: 'manual' })),
  note: Type.Optional(NoteText),
})
const NoteBody = Type.Object({ text: NoteText })

export const incidentRoutes: FastifyPluginAsyncTypebox<MobileContext> = async (server, context) => {
  const { db, rules, now } = context
  const { getIncident, withHeadlines } = incidentResponses(context)
  const oneIncident = async (request: FastifyRequest, id: string) => ok(await getIncident(request, Number(id)))

  server.get(
    '/api/mobile/incidents',
    endpoint('viewer', 'site', forPrograms('listIncidents', 'Incidents', 'List incidents'), {
      description: 'Newest first. from and to refer to created_at.',
      querystring: IncidentQuery,
      response: { 200: ListResponse(IncidentShape) },
    }),
    async (request) => {
      const { query } = request
      const filter = { statuses: statusesIn(query.status, INCIDENT_STATUSES, ACTIVE), ...filterOf(query) }
      const page = await pageById(query, 'incident_id', (place) =>
        listIncidents(db, listedReach(request), filter, place),
      )
      return { ...page, data: await withHeadlines(page.data) }
    },
  )

  const single = { params: IdParams, response: { 200: DataResponse(IncidentWithTimelineShape) } }

  server.get(
    '/api/mobile/incidents/:id',
    endpoint('viewer', 'site', forPrograms('getIncident', 'Incidents', 'Get an incident with its timeline'), single),
    async (request) => oneIncident(request, request.params.id),
  )

  server.post(
    '/api/mobile/incidents/:id/acknowledgement',
    endpoint('operator', 'site', forPrograms('acknowledgeIncident', 'Incidents', 'Acknowledge an incident'), {
      description: `${IDEMPOTENT} ${SNOOZES}`,
      ...single,
      body: AcknowledgementBody,
    }),
    async (request) => {
      const until = checkedSnooze(request.body?.until, now())
      await acknowledgeIncident(db, Number(request.params.id), changeBy(request), now(), until)
      return oneIncident(request, request.params.id)
    },
  )

  server.post(
    '/api/mobile/incidents/:id/resolution',
    endpoint('operator', 'site', forPrograms('resolveIncident', 'Incidents', 'Resolve an incident'), {
      description: IDEMPOTENT,
      ...single,
      body: OptionalBody(ResolutionBody),
    }),
    async (request) => {
      const { resolution = 'manual', note = null } = request.body ?? {}
      const how = { resolution, note }
      await resolveIncident(db, Number(request.params.id), how, changeBy(request), rules(), now())
      return oneIncident(request, request.params.id)
    },
  )

  server.post(
    '/api/mobile/incidents/:id/notes',
    endpoint('operator', 'site', forPrograms('addIncidentNote', 'Incidents', 'Add a note to an incident'), {
      ...single,
      body: NoteBody,
    }),
    async (request) => {
      await noteOnIncident(db, Number(request.params.id), changeBy(request), request.body.text, now())
      return oneIncident(request, request.params.id)
    },
  )
}
