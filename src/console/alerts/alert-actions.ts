import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { assignAlert, noteOnAlert } from '../../core/actions/annotate-alert.ts'
import { listDevicesOfAlerts } from '../../core/actions/list-affected-devices.ts'
import { acknowledgeAlert, resolveAlert } from '../../core/actions/respond-to-alert.ts'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { reachOf } from '../../core/people/credentials/caller.ts'
import { type IdParams, PlainText } from '../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../console-context.ts'
import { takeSelection } from '../frame/bulk/take-selection.ts'
import { BackTo, backTo, idOf } from '../frame/forms/form-fields.ts'
import { message } from '../frame/forms/forms.ts'
import { Snooze, snoozeOf } from '../frame/forms/snooze.ts'
import { type RequestTo, takeForm } from '../frame/page/pages-and-forms.ts'
import { readerOf } from '../frame/page/reader.ts'
import { alertPage } from './alert/alert-page.ts'
import { alertListPage } from './list/alert-list-page.ts'

/** Actions on one alert or on selected ones. */
export function alertActions(server: FastifyInstance, context: ConsoleContext): void {
  const { db, rules, now } = context
  const again = (request: RequestTo<typeof IdParams>, state: Parameters<typeof alertPage>[3]) =>
    alertPage(readerOf(request), context, idOf(request), state)

  takeForm(server, 'operator', 'site', '/alerts/:id/acknowledgement', {
    body: Type.Object({ to: BackTo, ...Snooze }),
    async submit(request, { to, ...chosen }) {
      const id = idOf(request)
      const until = snoozeOf(chosen, readerOf(request).format.zone, now())
      await acknowledgeAlert(db, id, changeBy(request), now(), until)
      return backTo(to, `/alerts/${id}`, { done: until === null ? 'acknowledged' : 'snoozed', about: String(id) })
    },
    again,
  })

  takeForm(server, 'operator', 'site', '/alerts/:id/resolution', {
    body: Type.Object({ to: BackTo }),
    async submit(request, { to }) {
      const id = idOf(request)
      await resolveAlert(db, id, changeBy(request), rules(), now())
      return backTo(to, `/alerts/${id}`, { done: 'resolved', about: String(id) })
    },
    again,
  })

  takeForm(server, 'operator', 'site', '/alerts/:id/notes', {
    body: Type.Object({ text: PlainText({ minLength: 1, maxLength: 2_000 }) }),
    async submit(request, { text }) {
      await noteOnAlert(db, idOf(request), changeBy(request), text, now())
      return `/alerts/${idOf(request)}?done=noted`
    },
    again,
  })

  takeForm(server, 'operator', 'site', '/alerts/:id/assignment', {
    body: Type.Object({ user_id: Type.String({ pattern: '^[0-9]{0,9}$' }) }),
    async submit(request, { user_id }) {
      await assignAlert(db, idOf(request), user_id === '' ? null : Number(user_id), changeBy(request), now())
      return `/alerts/${idOf(request)}?done=assigned`
    },
    again,
  })

  takeSelection(server, '/alerts', {
    acts(request, { until, assignee }) {
      const by = changeBy(request)
      return {
        acknowledge: (id) => acknowledgeAlert(db, id, by, now(), until),
        resolve: (id) => resolveAlert(db, id, by, rules(), now()),
        assign: (id) => assignAlert(db, id, assignee, by, now()).then(() => true),
      }
    },
    devicesOf: (request, ids) => listDevicesOfAlerts(db, reachOf(request), ids),
    again: (request, state) => alertListPage({ ...readerOf(request), address: '/alerts' }, db, {}, message(state)),
  })
}
