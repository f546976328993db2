import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { type Html, html } from '../../../platform/html.ts'
import { WordList, wordsIn } from '../../../platform/http/schemas/query-words.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { doneOf, type FormState } from '../../frame/forms/forms.ts'
import { chips, filterBar } from '../../frame/lists/list-parts.ts'
import { shownRangeOf, timeRangePicker, timeRangeQuery } from '../../frame/lists/time-range.ts'
import { withQuery } from '../../frame/page/addresses.ts'
import { showPage } from '../../frame/page/pages-and-forms.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { emptyState, live } from '../../frame/parts/page-parts.ts'
import { type DeviceEvent, EVENT_KINDS, listDeviceEvents, TELLING } from './device-events.ts'
import { deviceAddress, deviceShell } from './device-header.ts'
import { addNoteForm } from './device-note-form.ts'
import { eventList } from './event-list.ts'
import { shownDevice } from './find-device.ts'
import { noteActions } from './note-actions.ts'

const AT_ONCE = 100

const Query = Type.Object({ ...timeRangeQuery, kind: WordList(EVENT_KINDS) })

/** Events of a device by day. */
export function eventsPage(server: FastifyInstance, context: ConsoleContext): void {
  const { db } = context

  showPage(server, 'viewer', 'device', '/devices/:id/events', {
    query: Query,
    show: (visitor, { params, query }) => page(visitor, params.id, query),
  })
  noteActions(server, context, (visitor, id, state) =>
    page({ ...visitor, address: deviceAddress(id, 'events') }, String(id), {}, state),
  )

  async function page(
    visitor: Reader,
    id: string,
    query: Static<typeof Query> & { done?: string },
    state?: FormState,
  ): Promise<Html> {
    const { device, reader } = await shownDevice(db, visitor, { id })
    const range = shownRangeOf(reader, query, '7d')
    const kinds = wordsIn('kind', query.kind, EVENT_KINDS) ?? TELLING
    const events = await listDeviceEvents(db, { deviceId: device.id, kinds, ...range, limit: AT_ONCE })
    const { events: t, notes } = reader.t.telemetry
    return deviceShell(
      reader,
      device,
      'events',
      { actions: addNoteForm(reader, device, state) },
      html`
        ${doneOf(notes.done, query.done)}
        ${timeRangePicker(reader, range)}
        ${filterBar(
          chips(
            reader,
            t.types,
            'kind',
            EVENT_KINDS.map((value) => ({ text: t[value], value })),
          ),
        )}
        ${live(
          'events',
          'alert reading',
          html`${events.length === 0 ? emptyState('history', t.none) : eventList(reader, device, events)}${older(reader, events, range.from)}`,
          device.id,
        )}`,
    )
  }
}

/** Link to earlier events. */
function older({ t, address }: Reader, events: readonly DeviceEvent[], from: Date) {
  const last = events.at(-1)
  if (last === undefined || events.length < AT_ONCE || last.at <= from) return null
  const before = withQuery(address, { range: null, from: from.toISOString(), to: last.at.toISOString() })
  return html`<nav class="pager" aria-label="${t.shared.older}"><span></span><a class="button" rel="next" href="${before}">${t.shared.older}</a></nav>`
}
