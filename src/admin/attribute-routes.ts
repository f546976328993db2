import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { changeBy } from '../audit-log/record-change.ts'
import { findAttributes, saveAttributes } from '../devices/device-attributes.ts'
import { notFound } from '../platform/errors.ts'
import { requireJsonBody } from '../platform/http/json-bodies.ts'
import { operation } from '../platform/http/route-list.ts'
import { Answer, IdParams, ok } from '../platform/http/shapes.ts'
import type { AdminContext } from './admin-context.ts'

export const AttributesShape = Type.Unsafe<Record<string, number | string | boolean>>({
  type: 'object',
  maxProperties: 64,
  patternProperties: {
    '^[a-z][a-z0-9_]{0,63}$': {
      type: ['number', 'string', 'boolean'],
      maxLength: 200,
      pattern: '^[^\\u0000\\ud800-\\udfff]*$',
    },
  },
  additionalProperties: false,
  title: 'DeviceAttributes',
  description: "Values of a device's own, which rules may refer to as limits",
  examples: [{ max_systolic: 165 }],
})

/** Values of a device's own, which rules may refer to as limits. */
export const attributeRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, { db, now }) => {
  const response = { 200: Answer(AttributesShape) }

  server.get(
    '/api/admin/devices/:id/attributes',
    {
      config: { policy: 'operator' },
      schema: {
        ...operation('getDeviceAttributes', 'Devices', 'Get the attributes of a device'),
        params: IdParams,
        response,
      },
    },
    async (request) => {
      const attributes = await findAttributes(db, Number(request.params.id))
      if (attributes === null) throw notFound('Device')
      return ok(attributes)
    },
  )

  server.put(
    '/api/admin/devices/:id/attributes',
    {
      config: { policy: 'operator' },
      onRequest: async (request) => requireJsonBody(request),
      schema: {
        ...operation('setDeviceAttributes', 'Devices', 'Set the attributes of a device'),
        params: IdParams,
        body: AttributesShape,
        response,
      },
    },
    async (request) => ok(await saveAttributes(db, Number(request.params.id), request.body, changeBy(request), now())),
  )
}
