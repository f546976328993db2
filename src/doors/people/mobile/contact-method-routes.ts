import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { addContactMethod } from '../../../core/contact-methods/add-contact-method.ts'
import {
  CodeBody,
  ContactMethodShape,
  howVerified,
  MethodChangesBody,
  NewContactMethodShape,
  NewMethodBody,
} from '../../../core/contact-methods/contact-method-shapes.ts'
import { listMethods } from '../../../core/contact-methods/contact-method-store.ts'
import {
  changeContactMethod,
  removeContactMethod,
  testContactMethod,
} from '../../../core/contact-methods/manage-contact-methods.ts'
import {
  NotificationPreferencesShape,
  readNotificationPreferences,
  saveNotificationPreferences,
} from '../../../core/contact-methods/notification-preferences.ts'
import { sendCode, verifyByCode } from '../../../core/contact-methods/verify-contact-method.ts'
import { userOf } from '../../../core/people/credentials/caller.ts'
import { provenBy } from '../../../core/people/second-factor/recent-proof.ts'
import { endpoint, forPeople } from '../../../platform/http/route-list.ts'
import { DataResponse, IdParams, ListResponse, ok } from '../../../platform/http/schemas/shapes.ts'
import type { MobileContext } from './mobile-context.ts'

const METHODS = '/api/mobile/me/contact-methods'
const PREFERENCES = '/api/mobile/me/notification-preferences'

/** How a person is reached, and what they want to be notified of. */
export const contactMethodRoutes: FastifyPluginAsyncTypebox<MobileContext> = async (server, { db, channels, now }) => {
  const described = (operationId: string, summary: string) => forPeople(operationId, 'Notifications', summary)
  const done = { params: IdParams, response: { 200: DataResponse(Type.Null()) } }

  server.get(
    METHODS,
    endpoint('viewer', 'self', described('listMyContactMethods', 'List your contact methods'), {
      response: { 200: ListResponse(ContactMethodShape) },
    }),
    async (request) => ({ ...ok(await listMethods(db, userOf(request).id)), next_cursor: null }),
  )

  server.post(
    METHODS,
    endpoint('viewer', 'self', described('addMyContactMethod', 'Add a contact method'), {
      description: howVerified,
      body: NewMethodBody,
      response: { 201: DataResponse(NewContactMethodShape) },
      refusals: [409, 429],
    }),
    async (request, reply) => {
      const prove = () => provenBy(db, request, now())
      const { method, shown } = await addContactMethod(db, userOf(request), request.body, channels(), prove, now())
      return reply.code(201).send(ok({ ...method, ...shown }))
    },
  )

  server.patch(
    `${METHODS}/:id`,
    endpoint(
      'viewer',
      'self',
      described('updateMyContactMethod', 'Change the label or the details of a contact method'),
      {
        params: IdParams,
        body: MethodChangesBody,
        response: { 200: DataResponse(ContactMethodShape) },
      },
    ),
    async (request) => {
      const id = Number(request.params.id)
      return ok(await changeContactMethod(db, userOf(request), id, request.body, changeBy(request), now()))
    },
  )

  server.delete(
    `${METHODS}/:id`,
    endpoint('viewer', 'self', described('deleteMyContactMethod', 'Delete a contact method'), done),
    async (request) => {
      await removeContactMethod(db, userOf(request), Number(request.params.id), changeBy(request), now())
      return ok(null)
    },
  )

  server.post(
    `${METHODS}/:id/code`,
    endpoint('viewer', 'self', described('sendMyContactCode', 'Send a new code to a contact method'), {
      description:
        'Six digits, valid for 15 minutes and five tries. At most five codes an hour for one address, and 20 in all.',
      ...done,
      refusals: [409, 429],
    }),
    async (request) => {
      await sendCode(db, userOf(request), Number(request.params.id), now())
      return ok(null)
    },
  )

  server.post(
    `${METHODS}/:id/verification`,
    endpoint(
      'viewer',
      'self',
      described('verifyMyContactMethod', 'Verify a contact method by the code that was sent to it'),
      {
        ...done,
        body: CodeBody,
      },
    ),
    async (request) => {
      const id = Number(request.params.id)
      await verifyByCode(db, userOf(request), id, request.body.code, changeBy(request), now())
      return ok(null)
    },
  )

  server.post(
    `${METHODS}/:id/test`,
    endpoint('viewer', 'self', described('testMyContactMethod', 'Send a test message, at most once a minute'), {
      ...done,
      refusals: [409, 429],
    }),
    async (request) => {
      await testContactMethod(db, userOf(request), Number(request.params.id), now())
      return ok(null)
    },
  )

  server.get(
    PREFERENCES,
    endpoint('viewer', 'self', described('getMyNotificationPreferences', 'Get your notification preferences'), {
      response: { 200: DataResponse(NotificationPreferencesShape) },
    }),
    async (request) => ok(await readNotificationPreferences(db, userOf(request).id)),
  )

  server.put(
    PREFERENCES,
    endpoint('viewer', 'self', described('setMyNotificationPreferences', 'Replace your notification preferences'), {
      body: NotificationPreferencesShape,
      response: { 200: DataResponse(NotificationPreferencesShape) },
    }),
    async (request) =>
      ok(await saveNotificationPreferences(db, userOf(request), request.body, changeBy(request), now())),
  )
}
