import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { getDevice } from '../../../core/devices/lists/list-devices.ts'
import { reachOf } from '../../../core/people/credentials/caller.ts'
import { rangeQuery, timeRangeIn } from '../../../core/telemetry/time-range.ts'
import { readTrips } from '../../../core/telemetry/track/read-trips.ts'
import { TripShape } from '../../../core/telemetry/track/trips.ts'
import { badRequest } from '../../../platform/errors.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import { DataResponse, IdParams, ok, Time } from '../../../platform/http/schemas/shapes.ts'
import type { MobileContext } from './mobile-context.ts'

const DAY_MS = 86_400_000

const TripsShape = Type.Object(
  {
    trips: Type.Array(TripShape),
    stops: Type.Array(
      Type.Object(
        { from: Time, to: Time, lat: Type.Number(), lng: Type.Number(), duration_s: Type.Number() },
        { title: 'TripStop' },
      ),
    ),
    every_s: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'Of very many locations, one in this many seconds is read',
    }),
    odometer_m: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'Metres that the odometer of the device counted in the range; null without one',
    }),
  },
  { title: 'Trips' },
)

/** The trips of a device between its stops. */
export const tripRoutes: FastifyPluginAsyncTypebox<MobileContext> = async (server, { db, now }) => {
  server.get(
    '/api/mobile/devices/:id/trips',
    endpoint('viewer', 'device', forPrograms('getTrips', 'History', 'Get the trips of a device'), {
      description: 'Trips and stops, oldest first, in a range of up to 31 days. By default the last day.',
      params: IdParams,
      querystring: Type.Object(rangeQuery),
      response: { 200: DataResponse(TripsShape) },
    }),
    async (request) => {
      const { id } = await getDevice(db, reachOf(request), Number(request.params.id))
      const asked = timeRangeIn(request.query)
      const to = asked.to ?? now()
      const from = asked.from ?? new Date(to.getTime() - DAY_MS)
      if (to <= from) throw badRequest('range_reversed')
      return ok(await readTrips(db, id, { from, to }))
    },
  )
}
