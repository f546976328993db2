import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { listedReach } from '../../../core/people/credentials/caller.ts'
import { siteQuery } from '../../../core/sites/site-choice.ts'
import { countReadings } from '../../../core/telemetry/reading-counts.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import { Count, DataResponse, ok, Time } from '../../../platform/http/schemas/shapes.ts'
import { CurrentCountsShape, readCurrentCounts } from './current-counts.ts'
import type { MobileContext } from './mobile-context.ts'

const SummaryShape = Type.Object(
  {
    at: Time,
    ...CurrentCountsShape.properties,
    readings: Type.Object({
      last_minute: Type.Integer({ description: 'Accurate to five seconds' }),
      last_hour: Count,
    }),
  },
  {
    title: 'Summary',
    examples: [
      {
        at: '2026-11-21T12:22:00.000Z',
        devices: { total: 6, online: 4, offline: 1, never_seen: 0, disabled: 1 },
        open_alerts: { info: 0, warning: 1, critical: 1 },
        open_incidents: { open: 1, acknowledged: 0 },
        readings: { last_minute: 60, last_hour: 3_412 },
      },
    ],
  },
)

/** All data of the first screen. */
export const summaryRoutes: FastifyPluginAsyncTypebox<MobileContext> = async (server, { db, counter, now }) => {
  server.get(
    '/api/mobile/summary',
    endpoint('viewer', 'site', forPrograms('getSummary', 'Devices', 'Get a summary in numbers'), {
      querystring: Type.Object(siteQuery),
      response: { 200: DataResponse(SummaryShape) },
    }),
    async (request) => {
      const reach = listedReach(request)
      await counter.flush()
      const at = now()
      const [standing, readings] = await Promise.all([readCurrentCounts(db, reach), countReadings(db, reach, at)])
      return ok({ at, ...standing, readings })
    },
  )
}
