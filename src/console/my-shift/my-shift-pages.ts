import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { handOverIncidents } from '../../core/actions/hand-over-incidents.ts'
import { changeBy } from '../../core/audit-log/record-change.ts'
import {
  deleteShiftNote,
  LONGEST_NOTE,
  markShiftNoteSeen,
  writeShiftNote,
} from '../../core/on-call/manage-shift-notes.ts'
import { userOf } from '../../core/people/credentials/caller.ts'
import { NameText } from '../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../console-context.ts'
import { Chosen, idOf, idsOf } from '../frame/forms/form-fields.ts'
import { EMPTY, type FormState } from '../frame/forms/forms.ts'
import { showPage, takeForm } from '../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../frame/page/reader.ts'
import { myShiftView } from './my-shift-view.ts'
import { readMyShift } from './read-my-shift.ts'

const Id = Type.String({ pattern: '^[1-9][0-9]{0,8}$' })
const MOST_NAMED = 50

/** The pages of a shift: what its person takes over, leaves behind and has done. */
export const myShiftPages: FastifyPluginAsync<ConsoleContext> = async (server, { db, now }) => {
  const page = async (reader: Reader, state: FormState, done?: string) =>
    myShiftView(reader, { shift: await readMyShift(db, reader), done, state })
  const again = (request: FastifyRequest, state: FormState) =>
    page({ ...readerOf(request), address: '/my-shift' }, state)
  const byPerson = (request: FastifyRequest) => ({ ...changeBy(request), actor: userOf(request) })

  showPage(server, 'viewer', 'site', '/my-shift', { show: (reader, { query }) => page(reader, EMPTY, query.done) })

  takeForm(server, 'operator', 'site', '/my-shift/notes', {
    body: Type.Object({ schedule_id: Id, text: NameText({ maxLength: LONGEST_NOTE }) }),
    async submit(request, { schedule_id, text }) {
      await writeShiftNote(db, Number(schedule_id), text.trim(), byPerson(request), now())
      return '/my-shift?done=noted'
    },
    again,
  })

  takeForm(server, 'operator', 'site', '/my-shift/notes/:id/seen', {
    async submit(request) {
      await markShiftNoteSeen(db, idOf(request), byPerson(request), now())
      return '/my-shift?done=seen'
    },
    again,
  })

  takeForm(server, 'operator', 'site', '/my-shift/notes/:id/removal', {
    async submit(request) {
      await deleteShiftNote(db, idOf(request), byPerson(request), now())
      return '/my-shift?done=deleted'
    },
    again,
  })

  takeForm(server, 'operator', 'site', '/my-shift/hand-over', {
    body: Type.Object({ user_id: Id, ids: Chosen(MOST_NAMED) }),
    async submit(request, { user_id, ids }) {
      const count = await handOverIncidents(db, idsOf(ids), Number(user_id), byPerson(request), now())
      return `/my-shift?done=${count === 0 ? 'nothing' : 'handedOver'}`
    },
    again,
  })
}
