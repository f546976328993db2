import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { addDeviceNote, deleteDeviceNote, LONGEST_DEVICE_NOTE } from '../../../core/devices/device-notes.ts'
import type { Html } from '../../../platform/html.ts'
import { IdParams, PlainText } from '../../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { BackTo, backTo, idOf, instantOf } from '../../frame/forms/form-fields.ts'
import type { FormState } from '../../frame/forms/forms.ts'
import { takeForm } from '../../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../../frame/page/reader.ts'
import { deviceAddress } from './device-header.ts'

/** Forms of the notes on a device. `again` shows its events with what was refused. */
export function noteActions(
  server: FastifyInstance,
  { db, now }: ConsoleContext,
  again: (reader: Reader, id: number, state: FormState) => Promise<Html>,
): void {
  takeForm(server, 'operator', 'device', '/devices/:id/notes', {
    body: Type.Object({
      to: BackTo,
      at: Type.String({ maxLength: 30 }),
      text: PlainText({ minLength: 1, maxLength: LONGEST_DEVICE_NOTE }),
    }),
    async submit(request, { to, at, text }) {
      const time = new Date(instantOf('at', at, readerOf(request).format.zone))
      await addDeviceNote(db, idOf(request), { at: time, text }, changeBy(request), now())
      return backTo(to, deviceAddress(idOf(request), 'events'), { done: 'noted' })
    },
    again: (request, state) => again(readerOf(request), idOf(request), state),
  })

  takeForm(server, 'operator', 'device', '/devices/:id/notes/:note_id/deletion', {
    params: Type.Object({ ...IdParams.properties, note_id: Type.String({ pattern: '^[1-9][0-9]{0,14}$' }) }),
    body: Type.Object({ to: BackTo }),
    async submit(request, { to }) {
      await deleteDeviceNote(db, idOf(request), Number(request.params.note_id), changeBy(request), now())
      return backTo(to, deviceAddress(idOf(request), 'events'), { done: 'note-deleted' })
    },
    again: (request, state) => again(readerOf(request), idOf(request), state),
  })
}
