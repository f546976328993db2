import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { changeBy, recordChange } from '../audit-log/record-change.ts'
import { DeviceShape } from '../devices/device-shape.ts'
import { findDevice, listDevices, setDeviceEnabled } from '../devices/device-store.ts'
import { createDevice, rotateToken } from '../devices/device-tokens.ts'
import { notFound } from '../platform/errors.ts'
import { requireJsonBody } from '../platform/http/json-bodies.ts'
import { idBehind, limitOf, PageQuery, page } from '../platform/http/pages.ts'
import { operation } from '../platform/http/route-list.ts'
import { Answer, IdParams, ListAnswer, OptionalBody, ok } from '../platform/http/shapes.ts'
import { MODULES } from '../vocabulary/modules.ts'
import type { AdminContext } from './admin-context.ts'

const LONGEST_OVERLAP_S = 7 * 86_400
const Seconds = Type.Optional(
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: 366 * 86_400 }),
)

const NewDeviceBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000]*\\S[^\\u0000]*$' }),
    module: Type.Enum([...MODULES]),
    tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 20 })),
    notes: Type.Optional(Type.String({ maxLength: 2_000, pattern: '^[^\\u0000]*$' })),
    expected_interval_s: Seconds,
    offline_after_s: Seconds,
  },
  { additionalProperties: false },
)

const RotationBody = Type.Object(
  { overlap_s: Type.Optional(Type.Integer({ minimum: 0, maximum: LONGEST_OVERLAP_S })) },
  { additionalProperties: false },
)

const EnabledBody = Type.Object({ enabled: Type.Boolean() }, { additionalProperties: false })

const DeviceWithToken = Type.Object({ ...DeviceShape.properties, token: Type.String() })

export const deviceRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, { db, now }) => {
  async function getDevice(id: number) {
    const device = await findDevice(db, id)
    if (device === null) throw notFound('Device')
    return device
  }

  server.get(
    '/api/admin/devices',
    {
      config: { policy: 'operator' },
      schema: {
        ...operation('adminListDevices', 'Devices', 'List devices, to set up'),
        querystring: PageQuery,
        response: { 200: ListAnswer(DeviceShape) },
      },
    },
    async (request) => {
      const limit = limitOf(request.query)
      const afterId = idBehind(request.query) ?? 0
      const devices = await listDevices(db, { afterId, limit: limit + 1 })
      return page(devices, limit, (device) => [device.id])
    },
  )

  server.post(
    '/api/admin/devices',
    {
      config: { policy: 'operator' },
      onRequest: async (request) => requireJsonBody(request),
      schema: {
        ...operation('createDevice', 'Devices', 'Add a device'),
        body: NewDeviceBody,
        response: { 201: Answer(DeviceWithToken) },
      },
    },
    async (request, reply) => {
      const { name, module, tags = [], notes = '', expected_interval_s = null, offline_after_s = null } = request.body
      const device = { name: name.trim(), module, tags, notes, expected_interval_s, offline_after_s }
      const { id, token } = await createDevice(db, device, changeBy(request), now())
      return reply.code(201).send(ok({ ...(await getDevice(id)), token }))
    },
  )

  server.get(
    '/api/admin/devices/:id',
    {
      config: { policy: 'operator' },
      schema: {
        ...operation('adminGetDevice', 'Devices', 'Get a device, to set up'),
        params: IdParams,
        response: { 200: Answer(DeviceShape) },
      },
    },
    async (request) => ok(await getDevice(Number(request.params.id))),
  )

  server.patch(
    '/api/admin/devices/:id',
    {
      config: { policy: 'operator' },
      onRequest: async (request) => requireJsonBody(request),
      schema: {
        ...operation('updateDevice', 'Devices', 'Change a device'),
        params: IdParams,
        body: EnabledBody,
        response: { 200: Answer(DeviceShape) },
      },
    },
    async (request) => {
      const id = Number(request.params.id)
      await db.transaction(async (tx) => {
        const changed = await setDeviceEnabled(tx, id, request.body.enabled)
        if (changed === null) throw notFound('Device')
        const { name, ...states } = changed
        const subject = { type: 'device', id, name }
        await recordChange(tx, changeBy(request), { action: 'device.updated', subject, ...states }, now())
      })
      return ok(await getDevice(id))
    },
  )

  server.post(
    '/api/admin/devices/:id/token',
    {
      config: { policy: 'operator' },
      schema: {
        ...operation('rotateDeviceToken', 'Devices', 'Give a device a new token'),
        params: IdParams,
        body: OptionalBody(RotationBody),
        response: { 200: Answer(DeviceWithToken) },
      },
    },
    async (request) => {
      const id = Number(request.params.id)
      const token = await rotateToken(db, id, request.body?.overlap_s ?? 0, changeBy(request), now())
      return ok({ ...(await getDevice(id)), token })
    },
  )
}
