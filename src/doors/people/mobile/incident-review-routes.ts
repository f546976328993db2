import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { AlertShape, listAlertsOfIncident } from '../../../core/alerts/list-alerts.ts'
import { IncidentWithTimelineShape } from '../../../core/incidents/incident-shape.ts'
import { listIncidentStatistics, STATISTICS_BY, StatisticsShape } from '../../../core/incidents/incident-statistics.ts'
import { reviewIncident } from '../../../core/incidents/review-incident.ts'
import { listedReach, reachOf } from '../../../core/people/credentials/caller.ts'
import { rangeOf, rangeQuery } from '../../../core/telemetry/history/history-query.ts'
import { ReadingShape } from '../../../core/telemetry/history/reading-record.ts'
import { mustExist } from '../../../platform/errors.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import {
  Count,
  DataResponse,
  IdParams,
  NullableInteger,
  NumberText,
  OneOf,
  ok,
  Text,
} from '../../../platform/http/schemas/shapes.ts'
import { incidentResponses } from './incident-responses.ts'
import type { MobileContext } from './mobile-context.ts'

const ReviewShape = Type.Object({
  incident: IncidentWithTimelineShape,
  alerts: Type.Array(AlertShape),
  time_to_acknowledge_s: NullableInteger,
  time_to_resolve_s: NullableInteger,
  readings: Type.Array(Type.Object({ device_id: Count, device_name: Text, readings: Type.Array(ReadingShape) }), {
    description: 'Readings around the alerts; kept when the history is deleted',
  }),
  readings_around_s: Type.Integer({ description: 'Seconds before and after' }),
})

const StatisticsQuery = Type.Object({
  ...rangeQuery,
  by: Type.Optional(OneOf(STATISTICS_BY)),
  device_id: Type.Optional(NumberText('^[0-9]{1,9}$', { minimum: 0 })),
})

/** Reviews: one incident as a whole, and statistics of all incidents. */
export const incidentReviewRoutes: FastifyPluginAsyncTypebox<MobileContext> = async (server, context) => {
  const { db } = context
  const { withHeadline } = incidentResponses(context)
  server.get(
    '/api/mobile/incidents/statistics',
    endpoint(
      'viewer',
      'site',
      forPrograms('getIncidentStatistics', 'Incidents', 'Get incident statistics: counts, MTTA, MTTR'),
      {
        querystring: StatisticsQuery,
        response: { 200: DataResponse(Type.Array(StatisticsShape)) },
      },
    ),
    async (request) => {
      const { by = 'all', device_id } = request.query
      const filter = { ...rangeOf(request.query), deviceId: device_id === undefined ? null : Number(device_id) }
      return ok(await listIncidentStatistics(db, listedReach(request), by, filter))
    },
  )

  server.get(
    '/api/mobile/incidents/:id/review',
    endpoint(
      'viewer',
      'site',
      forPrograms('reviewIncident', 'Incidents', 'Get an incident with its alerts and the readings around them'),
      { params: IdParams, response: { 200: DataResponse(ReviewShape) } },
    ),
    async (request) => {
      const id = Number(request.params.id)
      const review = mustExist('Incident', await reviewIncident(db, reachOf(request), id))
      const incident = await withHeadline(review.incident)
      return ok({ ...review, incident, alerts: await listAlertsOfIncident(db, reachOf(request), id) })
    },
  )
}
