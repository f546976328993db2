import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import {
  addDeviceNote,
  deleteDeviceNote,
  LONGEST_DEVICE_NOTE,
  listDeviceNotes,
  MOST_NOTES,
} from '../../../core/devices/device-notes.ts'
import { getDevice } from '../../../core/devices/lists/list-devices.ts'
import { ActorShape } from '../../../core/people/actor.ts'
import { reachOf } from '../../../core/people/credentials/caller.ts'
import { rangeOf, rangeQuery } from '../../../core/telemetry/time-range.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import { Answer, Count, IdParams, ok, PlainText, Text, Time } from '../../../platform/http/schemas/shapes.ts'
import type { MobileContext } from './mobile-context.ts'

const EXAMPLE = {
  note_id: 1,
  at: '2026-11-21T14:05:00.000Z',
  text: 'Filter changed',
  by: { type: 'user', id: 2, email: 'op@example.org', name: 'Ana' },
}
const DeviceNoteShape = Type.Object(
  { note_id: Count, at: Time, text: Text, by: ActorShape },
  { title: 'DeviceNote', examples: [EXAMPLE] },
)

const NoteBody = Type.Object(
  {
    text: PlainText({ minLength: 1, maxLength: LONGEST_DEVICE_NOTE, examples: ['Filter changed'] }),
    at: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        format: 'date-time',
        description: 'When it happened; not in the future. Without it, now',
      }),
    ),
  },
  { additionalProperties: false },
)
const NoteParams = Type.Object({ ...IdParams.properties, note_id: Type.String({ pattern: '^[1-9][0-9]{0,14}$' }) })

/** What people write on a device about a time. */
export const deviceNoteRoutes: FastifyPluginAsyncTypebox<MobileContext> = async (server, { db, now }) => {
  server.get(
    '/api/mobile/devices/:id/notes',
    endpoint('viewer', 'device', forPrograms('listDeviceNotes', 'History', 'List the notes on a device'), {
      description: `Newest first, all of the range: a device has at most ${MOST_NOTES}.`,
      params: IdParams,
      querystring: Type.Object(rangeQuery),
      response: { 200: Answer(Type.Array(DeviceNoteShape)) },
    }),
    async (request) => {
      const { id } = await getDevice(db, reachOf(request), Number(request.params.id))
      return ok(await listDeviceNotes(db, id, rangeOf(request.query)))
    },
  )

  server.post(
    '/api/mobile/devices/:id/notes',
    endpoint('operator', 'device', forPrograms('addDeviceNote', 'History', 'Add a note to a device'), {
      description: 'Charts and events of the device show it at its time.',
      params: IdParams,
      body: NoteBody,
      refusals: [409],
      response: { 201: Answer(Type.Object({ note_id: Count })) },
    }),
    async (request, reply) => {
      const { text, at } = request.body
      const time = now()
      const note = { text, at: at === undefined ? time : new Date(at) }
      const note_id = await addDeviceNote(db, Number(request.params.id), note, changeBy(request), time)
      return reply.code(201).send(ok({ note_id }))
    },
  )

  server.delete(
    '/api/mobile/devices/:id/notes/:note_id',
    endpoint('operator', 'device', forPrograms('deleteDeviceNote', 'History', 'Delete a note on a device'), {
      params: NoteParams,
      response: { 200: Answer(Type.Null()) },
    }),
    async (request) => {
      const { id, note_id } = request.params
      await deleteDeviceNote(db, Number(id), Number(note_id), changeBy(request), now())
      return ok(null)
    },
  )
}
