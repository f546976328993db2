import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Device } from '../../../core/devices/device.ts'
import { tooBusy } from '../../../core/ingestion/group-commit.ts'
import { toReading } from '../../../core/telemetry/reading.ts'
import { forbidden } from '../../../platform/errors.ts'
import { operation } from '../../../platform/http/route-list.ts'
import { AnyObject } from '../../../platform/http/schemas/shapes.ts'
import { READING_LIMIT_BYTES } from '../batch-items.ts'
import type { IngestionApi } from '../ingestion-context.ts'
import { readOsmAnd } from './osmand.ts'
import { readingOfOwnTracks } from './owntracks.ts'
import { leftOutText, storableReading, type TrackerMessage } from './tracker-message.ts'
import { tokenInHeaders } from './tracker-token.ts'
import { trackerJson } from './tracker-values.ts'

const Stored = Type.Object({ status: Type.Literal('ok'), ts: Type.Integer() })

/** Routes for apps and trackers with protocols of their own. Their data becomes a reading of the device's module. */
export async function trackerRoutes(server: FastifyInstance, options: IngestionApi): Promise<void> {
  const { findDevice, commits, refusals, refuseToken, now, tokenInAddress } = options
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)

  /** Before the body is read: many trackers send no Content-Type, or a wrong one. */
  const onRequest = async (request: FastifyRequest) => {
    if (commits.isFull()) throw tooBusy()
    const token = tokenInHeaders(request.headers)
    if (token !== null) await deviceOf(request, token)
  }
  async function deviceOf(request: FastifyRequest, token: string): Promise<Device> {
    request.presentedToken = token
    const device = await findDevice(token)
    if (device === null) throw refuseToken(request.ip)
    request.device = device
    return device
  }
  async function store(device: Device, message: TrackerMessage, bytes: number, address: string): Promise<number> {
    const { body, leftOut } = storableReading(message)
    const reading = toReading(body, now().getTime())
    await commits.submit({ device, reading }, bytes)
    for (const fault of leftOut) {
      refusals.note({ device, token: null, status: 200, message: leftOutText(fault), address })
    }
    return reading.ts
  }
  async function ingestOsmAnd(request: FastifyRequest): Promise<{ status: 'ok'; ts: number }> {
    const { raw, body, device, ip } = request
    const text = textOf(body as Buffer | undefined)
    const message = readOsmAnd(raw.url!, text)
    if (message.isTokenInAddress && !tokenInAddress && device === null) {
      throw forbidden('in_english', 'A token in the address is not taken here; see DEVICE_TOKEN_IN_ADDRESS')
    }
    const sender = device ?? (await deviceOf(request, message.token))
    return { status: 'ok', ts: await store(sender, message.readingOf(sender.module), text.length, ip) }
  }

  server.post<{ Body: Buffer | undefined }>(
    '/api/telemetry/owntracks',
    {
      config: { policy: 'device', scope: 'none' },
      bodyLimit: READING_LIMIT_BYTES,
      onRequest,
      schema: {
        ...operation('ingestOwnTracks', 'Readings', 'Send a location with OwnTracks'),
        description: 'In its HTTP mode. The token is the password of basic authentication, with any user name.',
        bodyContent: { 'application/json': OwnTracksMessage },
        response: { 200: Type.Array(Type.Object({}), { examples: [[]] }) },
      },
    },
    async ({ device, body, ip }) => {
      if (device === null) throw refuseToken(ip)
      // Sent when somebody is removed from a list.
      if (body === undefined || body.length === 0) return []
      const message = readingOfOwnTracks(trackerJson(textOf(body)), device.module)
      if (message !== null) await store(device, message, body.length, ip)
      return []
    },
  )
  const description = `Traccar Client, OsmAnd and many trackers. The token is the id (device_id in JSON), or the password of
basic authentication. As part of the address it is taken only where DEVICE_TOKEN_IN_ADDRESS allows it.`
  server.post(
    '/api/telemetry/osmand',
    {
      config: { policy: 'device', scope: 'none' },
      bodyLimit: READING_LIMIT_BYTES,
      onRequest,
      schema: {
        ...operation('ingestOsmAnd', 'Readings', 'Send a location with the OsmAnd protocol'),
        description,
        refusals: [403],
        bodyContent: { 'application/json': TraccarLocation, 'application/x-www-form-urlencoded': LocationParameters },
        response: { 200: Stored },
      },
    },
    ingestOsmAnd,
  )
  server.get(
    '/api/telemetry/osmand',
    {
      config: { policy: 'device', scope: 'none' },
      exposeHeadRoute: false,
      onRequest,
      schema: {
        ...operation('ingestOsmAndQuery', 'Readings', 'Send a location in the query (OsmAnd)'),
        description: 'As above, with everything in the query.',
        refusals: [403],
        querystring: LocationParameters,
        response: { 200: Stored },
      },
      // The parser decides: an alarm with a parameter that appears twice is stored.
      validatorCompiler: () => () => true,
    },
    ingestOsmAnd,
  )
}

/** Nothing of a message but its numbers is stored, so bytes that are no UTF-8 cost it at most a value. */
const textOf = (body: Buffer | undefined): string => body?.toString('utf8') ?? ''

/** Shapes of foreign messages in the reference; `owntracks.ts` and `osmand.ts` parse them. */
const OwnTracksMessage = Type.Object(
  { _type: Type.String(), lat: Type.Number(), lon: Type.Number(), tst: Type.Integer() },
  {
    additionalProperties: true,
    examples: [{ _type: 'location', lat: 48.85833, lon: 2.29513, tst: 1795263622, vel: 61, cog: 271, batt: 67 }],
  },
)

const TraccarLocation = Type.Object(
  { device_id: Type.String({ description: 'The token' }), location: AnyObject },
  {
    examples: [
      {
        location: {
          timestamp: '2026-11-21T12:20:22.000Z',
          coords: { latitude: 48.85833, longitude: 2.29513, accuracy: 5, speed: 16.9, heading: 271, altitude: 167 },
          battery: { level: 0.67, is_charging: false },
        },
        device_id: '89b80fd6f82ae688a1c27b5d3e4f60718293a4b5c6d7e8f90a1b2c3d4e5f725e',
      },
    ],
  },
)

const LocationParameters = Type.Object({
  lat: Type.Optional(Type.String()),
  lon: Type.Optional(Type.String()),
})
