import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { RESOLUTIONS } from '../../../core/incidents/incident.ts'
import type { Html } from '../../../platform/html.ts'
import { OneOf } from '../../../platform/http/schemas/shapes.ts'
import { BackTo, backTo, Chosen, idsOf } from '../forms/form-fields.ts'
import type { FormState } from '../forms/forms.ts'
import { SNOOZE_CHOICES, snoozeOf } from '../forms/snooze.ts'
import { takeForm } from '../page/pages-and-forms.ts'
import { readerOf } from '../page/reader.ts'
import { actOnEach, outcomeQuery } from './outcome.ts'

const MOST_SELECTED = 500
/** Limit of the scope of a silence. */
const MOST_SILENCED = 500

const SelectionForm = Type.Object({
  to: BackTo,
  ids: Chosen(MOST_SELECTED),
  what: Type.Enum(['acknowledge', 'snooze', 'resolve', 'assign', 'silence']),
  user_id: Type.Optional(Type.String({ pattern: '^[0-9]{0,9}$' })),
  resolution: Type.Optional(OneOf(RESOLUTIONS)),
  snooze: Type.Optional(OneOf(SNOOZE_CHOICES)),
})

interface Selection {
  /** Actions on one row; they return whether they changed it. An acknowledgement until a time is a snooze. */
  acts: (
    request: FastifyRequest,
    fields: { until: Date | null; assignee: number | null; resolution: (typeof RESOLUTIONS)[number] },
  ) => Record<'acknowledge' | 'resolve' | 'assign', (id: number) => Promise<boolean>>
  /** The devices that rows are about. */
  devicesOf: (request: FastifyRequest, ids: readonly number[]) => Promise<number[]>
  again: (request: FastifyRequest, state: FormState) => Promise<Html>
}

/** The word of the notice, and the reason why a row was not changed. */
const TOLD = {
  acknowledge: { done: 'acknowledged-all', unchanged: 'handled' },
  snooze: { done: 'snoozed-all', unchanged: 'snoozed' },
  resolve: { done: 'resolved-all', unchanged: 'resolved' },
  assign: { done: 'assigned-all', unchanged: 'handled' },
  unassign: { done: 'unassigned-all', unchanged: 'handled' },
} as const

/** Acts on the selected rows of a list, whose page then says how many were changed, and why others were not. */
export function takeSelection(
  server: FastifyInstance,
  list: '/alerts' | '/incidents',
  { acts, devicesOf, again }: Selection,
): void {
  takeForm(server, 'operator', 'site', `${list}/selection`, {
    body: SelectionForm,
    async submit(request, { to, ids: chosen, what, user_id = '', resolution = 'manual', ...more }) {
      const ids = idsOf(chosen)
      if (ids.length === 0) return backTo(to, list, { done: 'nothing-selected' })
      if (what === 'silence') return silenceFor(await devicesOf(request, ids), (why) => backTo(to, list, { done: why }))
      const assignee = user_id === '' ? null : Number(user_id)
      const { done, unchanged } = TOLD[what === 'assign' && assignee === null ? 'unassign' : what]
      const { format, now } = readerOf(request)
      const until = what === 'snooze' ? snoozeOf({ snooze: SNOOZE_CHOICES[0], ...more }, format.zone, now) : null
      const act = acts(request, { until, assignee, resolution })[what === 'snooze' ? 'acknowledge' : what]
      const outcome = await actOnEach(ids, act, unchanged)
      return backTo(to, list, { done, ...outcomeQuery(outcome) })
    },
    again,
  })
}

/** The form of a new silence, filled with these devices; or back with a word for why not. */
export function silenceFor(deviceIds: readonly number[], back: (why: string) => string): string {
  if (deviceIds.length === 0) return back('no-devices')
  if (deviceIds.length > MOST_SILENCED) return back('many-devices')
  return `/silences/new?device_id=${deviceIds.join(',')}`
}
