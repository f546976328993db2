import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Device } from '../../devices/device.ts'
import { forbidden, unauthorized } from '../../platform/errors.ts'
import { decodeUtf8, parseJsonText } from '../../platform/http/json-bodies.ts'
import { operation } from '../../platform/http/route-list.ts'
import { AnyObject } from '../../platform/http/shapes.ts'
import { toReading } from '../../telemetry/reading.ts'
import { BODY_LIMIT_BYTES } from '../batch-items.ts'
import { checkedReading } from '../checked-reading.ts'
import { tooBusy } from '../group-commit.ts'
import type { IngestionApi } from '../ingestion-api.ts'
import { readingOfJson, readingOfParameters } from './osmand.ts'
import { readingOfOwnTracks } from './owntracks.ts'
import { tokenInHeaders } from './tracker-token.ts'

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
const Stored = Type.Object({ status: Type.Literal('ok'), ts: Type.Integer() })
const LOCATION_QUERY = Type.Object({ lat: Type.Optional(Type.String()), lon: Type.Optional(Type.String()) })

/** Doors for apps and trackers that speak a language of their own. What they tell becomes a reading of the device's own module. */
export async function trackerRoutes(server: FastifyInstance, options: IngestionApi): Promise<void> {
  const { findDevice, commits, now, tokenInAddress } = options
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)

  /** Before the body is read: many of them name no type for it, or a wrong one. */
  const onRequest = async (request: FastifyRequest) => {
    if (commits.isFull()) throw tooBusy()
    const token = tokenInHeaders(request.headers)
    if (token !== null) await deviceOf(request, token)
  }
  async function deviceOf(request: FastifyRequest, token: string): Promise<Device> {
    request.presentedToken = token
    const device = await findDevice(token)
    if (device === null) throw unauthorized('Invalid device token', { connection: 'close' })
    request.device = device
    return device
  }
  async function store(device: Device, body: object, bytes: number): Promise<number> {
    const reading = toReading(checkedReading(body), now().getTime())
    await commits.submit({ device, reading }, bytes)
    return reading.ts
  }
  /** As JSON, where it looks like that, and the parameters in the address and in a form together. */
  async function takeOsmAnd(request: FastifyRequest): Promise<number> {
    const text = decodeUtf8((request.body as Buffer | undefined) ?? Buffer.alloc(0))
    const parameters = new URLSearchParams(request.raw.url!.split('?')[1] ?? '')
    if (tokenOf(parameters) !== null && !tokenInAddress && request.device === null) {
      throw forbidden('A token in the address is not taken here; see DEVICE_TOKEN_IN_ADDRESS')
    }
    if (text.startsWith('{')) {
      const body = parseJsonText(text) as Record<string, unknown>
      const device = request.device ?? (await deviceOf(request, String(body.device_id ?? '')))
      return store(device, readingOfJson(body, device.module), text.length)
    }
    for (const [name, value] of new URLSearchParams(text)) parameters.append(name, value)
    const device = request.device ?? (await deviceOf(request, tokenOf(parameters) ?? ''))
    return store(device, readingOfParameters(parameters, device.module), text.length)
  }

  server.post<{ Body: Buffer | undefined }>(
    '/api/telemetry/owntracks',
    {
      config: { policy: 'device' },
      bodyLimit: BODY_LIMIT_BYTES,
      onRequest,
      schema: {
        ...operation('takeOwnTracks', 'Readings', 'Take a message of OwnTracks'),
        description: 'In its HTTP mode. The token is the password of basic authentication; the user can have any name.',
        bodyContent: { 'application/json': OwnTracksMessage },
        response: { 200: Type.Array(Type.Object({}), { examples: [[]] }) },
      },
    },
    async ({ device, body }) => {
      if (device === null) throw unauthorized('Invalid device token', { connection: 'close' })
      // Sent when somebody is removed from a list.
      if (body === undefined || body.length === 0) return []
      const reading = readingOfOwnTracks(parseJsonText(decodeUtf8(body)), device.module)
      if (reading !== null) await store(device, reading, body.length)
      return []
    },
  )
  const description = `Traccar Client, OsmAnd and many trackers. The token is the id (device_id in JSON), or the password of
basic authentication. As part of the address it is taken only where DEVICE_TOKEN_IN_ADDRESS allows it.`
  server.post(
    '/api/telemetry/osmand',
    {
      config: { policy: 'device' },
      bodyLimit: BODY_LIMIT_BYTES,
      onRequest,
      schema: {
        ...operation('takeOsmAnd', 'Readings', 'Take a location by the OsmAnd protocol'),
        description,
        refusals: [403],
        bodyContent: { 'application/json': TraccarLocation, 'application/x-www-form-urlencoded': LOCATION_QUERY },
        response: { 200: Stored },
      },
    },
    async (request) => ({ status: 'ok' as const, ts: await takeOsmAnd(request) }),
  )
  server.get(
    '/api/telemetry/osmand',
    {
      config: { policy: 'device' },
      exposeHeadRoute: false,
      onRequest,
      schema: {
        ...operation('takeOsmAndQuery', 'Readings', 'Take a location in an address'),
        description: 'As above, with everything in the query.',
        refusals: [403],
        querystring: LOCATION_QUERY,
        response: { 200: Stored },
      },
    },
    async (request) => ({ status: 'ok' as const, ts: await takeOsmAnd(request) }),
  )
}

const tokenOf = (parameters: URLSearchParams): string | null => parameters.get('id') ?? parameters.get('deviceid')
