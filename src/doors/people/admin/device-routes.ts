import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { deleteDevice } from '../../../core/actions/delete-device.ts'
import { handOverDevice } from '../../../core/actions/hand-over-device.ts'
import { moveDevice } from '../../../core/actions/move-device.ts'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { changeDevice } from '../../../core/devices/change-device.ts'
import {
  ChangedDeviceBody,
  NewDeviceBody,
  newDeviceOf,
  RotationBody,
  settingsInBody,
} from '../../../core/devices/device-bodies.ts'
import { DeviceShape, DeviceWithTokenShape } from '../../../core/devices/device-shape.ts'
import { createDevice, rotateToken } from '../../../core/devices/device-tokens.ts'
import { findDevice, getDevice } from '../../../core/devices/lists/list-devices.ts'
import { reachOf } from '../../../core/people/credentials/caller.ts'
import { invalidField } from '../../../platform/errors.ts'
import { ETAG_HEADER, IfMatch, versionsToMatch, withEtag } from '../../../platform/http/etags.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import { DataResponse, IdParams, OptionalBody, ok } from '../../../platform/http/schemas/shapes.ts'
import { readDevices } from '../read-devices.ts'
import type { AdminContext } from './admin-context.ts'

const SiteBody = Type.Object(
  { site_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) },
  { additionalProperties: false, examples: [{ site_id: 2 }] },
)

export const deviceRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, { db, now }) => {
  /** Answers with the current state of a device, plus its token if it was just created. */
  async function sendDevice(reply: FastifyReply, id: number, more: { token?: string } = {}): Promise<FastifyReply> {
    const device = await getDevice(db, reachOf(reply.request), id)
    return withEtag(reply, device.version).send(ok({ ...device, ...more }))
  }

  readDevices(server, db, {
    path: '/api/admin/devices',
    policy: 'operator',
    list: forPrograms('adminListDevices', 'Devices', 'List devices to configure'),
    get: forPrograms('adminGetDevice', 'Devices', 'Get a device to configure'),
  })

  server.post(
    '/api/admin/devices',
    endpoint('operator', 'site', forPrograms('createDevice', 'Devices', 'Add a device'), {
      description: 'Returns its token, which is shown only this once.',
      body: NewDeviceBody,
      response: { 201: DataResponse(DeviceWithTokenShape) },
      responseHeaders: ETAG_HEADER,
    }),
    async (request, reply) => {
      const { id, token } = await createDevice(db, newDeviceOf(request.body), changeBy(request), now())
      return sendDevice(reply.code(201), id, { token })
    },
  )

  server.patch(
    '/api/admin/devices/:id',
    endpoint('operator', 'device', forPrograms('updateDevice', 'Devices', 'Change a device'), {
      description:
        'Changes only the fields in the body; null clears a number of seconds. You can send back what you read.',
      params: IdParams,
      headers: IfMatch,
      body: ChangedDeviceBody,
      response: { 200: DataResponse(DeviceShape) },
      responseHeaders: ETAG_HEADER,
      refusals: [412],
    }),
    async (request, reply) => {
      const id = Number(request.params.id)
      const { module } = request.body
      const device = module === undefined ? null : await findDevice(db, reachOf(request), id)
      if (device !== null && device.module !== module) throw invalidField('/module', 'in_english', 'cannot be changed')
      await changeDevice(db, id, settingsInBody(request.body), versionsToMatch(request), changeBy(request), now())
      return sendDevice(reply, id)
    },
  )

  server.delete(
    '/api/admin/devices/:id',
    endpoint('operator', 'device', forPrograms('deleteDevice', 'Devices', 'Delete a device'), {
      description:
        'Its token is rejected immediately, its open alerts and incidents are resolved, and its history is erased soon ' +
        'after. Alerts and incidents are kept. To keep the history, disable the device instead.',
      params: IdParams,
      headers: IfMatch,
      response: { 200: DataResponse(Type.Null()) },
      refusals: [412],
    }),
    async (request) => {
      await deleteDevice(db, Number(request.params.id), versionsToMatch(request), changeBy(request), now())
      return ok(null)
    },
  )

  server.post(
    '/api/admin/devices/:id/token',
    endpoint('operator', 'device', forPrograms('rotateDeviceToken', 'Devices', 'Rotate the token of a device'), {
      description: 'The new token works immediately; the old one expires now, or after the given seconds.',
      params: IdParams,
      body: OptionalBody(RotationBody),
      response: { 200: DataResponse(DeviceWithTokenShape) },
      responseHeaders: ETAG_HEADER,
    }),
    async (request, reply) => {
      const id = Number(request.params.id)
      const token = await rotateToken(db, id, request.body?.overlap_s ?? 0, changeBy(request), now())
      return sendDevice(reply, id, { token })
    },
  )

  server.post(
    '/api/admin/devices/:id/move',
    endpoint('operator', 'device', forPrograms('moveDevice', 'Devices', 'Move a device to another site'), {
      description: 'Its history, alerts and incidents go along: people of the former site no longer see them.',
      params: IdParams,
      body: SiteBody,
      response: { 200: DataResponse(DeviceShape) },
      responseHeaders: ETAG_HEADER,
      refusals: [409],
    }),
    async (request, reply) => {
      const id = Number(request.params.id)
      await moveDevice(db, id, request.body.site_id, changeBy(request), now())
      return sendDevice(reply, id)
    },
  )

  server.post(
    '/api/admin/devices/:id/handover',
    endpoint(
      'operator',
      'device',
      forPrograms('handOverDevice', 'Devices', 'Hand a device over to people of another site'),
      {
        description:
          'Makes a new device there with the same settings and token. The former one stays with its past, disabled.',
        params: IdParams,
        body: SiteBody,
        response: { 201: DataResponse(DeviceShape) },
        responseHeaders: ETAG_HEADER,
        refusals: [409],
      },
    ),
    async (request, reply) => {
      const given = await handOverDevice(db, Number(request.params.id), request.body.site_id, changeBy(request), now())
      return sendDevice(reply.code(201), given)
    },
  )
}
