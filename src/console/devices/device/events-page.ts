import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { html } from '../../../platform/html.ts'
import { WordList, wordsIn } from '../../../platform/http/schemas/query-words.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { withQuery } from '../../parts/addresses.ts'
import { chips, filterBar } from '../../parts/list-parts.ts'
import { emptyState, live } from '../../parts/page-parts.ts'
import { shownRangeOf, timeRangePicker, timeRangeQuery } from '../../parts/time-range.ts'
import { showPage } from '../../shell/pages-and-forms.ts'
import type { Reader } from '../../shell/reader.ts'
import { type DeviceEvent, EVENT_KINDS, listDeviceEvents, TELLING } from './device-events.ts'
import { deviceShell } from './device-header.ts'
import { eventList } from './event-list.ts'
import { shownDevice } from './find-device.ts'

const AT_ONCE = 100

/** Events of a device by day. */
export function eventsPage(server: FastifyInstance, { db }: ConsoleContext): void {
  showPage(server, 'viewer', 'device', '/devices/:id/events', {
    query: Type.Object({ ...timeRangeQuery, kind: WordList(EVENT_KINDS) }),
    async show(visitor, { params, query }) {
      const { device, reader } = await shownDevice(db, visitor, params)
      const range = shownRangeOf(reader, query, '7d')
      const kinds = wordsIn('kind', query.kind, EVENT_KINDS) ?? TELLING
      const events = await listDeviceEvents(db, { deviceId: device.id, kinds, ...range, limit: AT_ONCE })
      const { events: t } = reader.t.telemetry
      return deviceShell(
        reader,
        device,
        'events',
        {},
        html`
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
            html`${events.length === 0 ? emptyState('history', t.none) : eventList(reader, events)}${older(reader, events, range.from)}`,
            device.id,
          )}`,
      )
    },
  })
}

/** Link to earlier events. */
function older({ t, address }: Reader, events: readonly DeviceEvent[], from: Date) {
  const last = events.at(-1)
  if (last === undefined || events.length < AT_ONCE || last.at <= from) return null
  const before = withQuery(address, { range: null, from: from.toISOString(), to: last.at.toISOString() })
  return html`<nav class="pager" aria-label="${t.shared.older}"><span></span><a class="button" rel="next" href="${before}">${t.shared.older}</a></nav>`
}
