import type { DeviceRecord } from '../../../core/devices/lists/list-devices.ts'
import { type Content, each, type Html, html } from '../../../platform/html.ts'
import { measureName } from '../../../words/words.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { severityBadge } from '../../frame/parts/badges.ts'
import { icon } from '../../frame/parts/page-parts.ts'
import { person } from '../../frame/parts/people.ts'
import { type DeviceEvent, type EventRun, runsOf } from './device-events.ts'
import { deleteNoteButton } from './device-note-form.ts'

/** Events by day in the reader's time zone, newest first. */
export function eventList(reader: Reader, device: DeviceRecord, events: readonly DeviceEvent[]): Html {
  const { t, format } = reader
  const tool = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(t.language.locale, { ...options, timeZone: format.zone })
  const [calendar, clock] = [tool({ dateStyle: 'full' }), tool({ timeStyle: 'medium' })]
  const days = Map.groupBy(events, ({ at }) => calendar.format(at))
  const when = (at: Date) =>
    html`<time datetime="${at.toISOString()}" title="${format.exact(at)}">${clock.format(at)}</time>`
  return html`<div class="days">${each(
    [...days],
    ([day, ofDay]) =>
      html`<section><h2><time>${day}</time></h2><ol class="timeline">${each(runsOf(ofDay), (event) => item(reader, event, when(event.at), device))}</ol></section>`,
  )}</div>`
}

/** The latest events, without days. */
export const shortEventList = (reader: Reader, events: readonly DeviceEvent[], most: number): Html =>
  html`<ol class="timeline">${runsOf(events)
    .slice(0, most)
    .map((event) => item(reader, event, reader.format.ago(event.at)))}</ol>`

/** `device`: notes on it can be deleted. */
const item = (reader: Reader, event: EventRun, when: Html, device?: DeviceRecord): Html =>
  html`<li class="event ${event.kind}"><span class="meta">${when}</span> <span>${said(reader, event, device)}${event.count === 1 ? null : html` <span class="meta">${reader.t.telemetry.events.times(event.count, reader.format.exact(event.since))}</span>`}</span></li>`

function said(reader: Reader, { kind, raised, alert, note }: DeviceEvent, device?: DeviceRecord): Content {
  const { t, titleOf } = reader
  const { events } = t.telemetry
  if (note !== null) {
    const mayDelete = device !== undefined && reader.may('operator', device.site.id)
    return html`${icon('file-text')} <span class="note-text">${note.text}</span> <span class="meta">${person(note.by)}</span>${mayDelete ? deleteNoteButton(reader, device.id, note) : null}`
  }
  if (alert !== null) {
    return html`${severityBadge(t, alert.severity)} <a href="/alerts/${alert.id}">${events[alert.is](titleOf(alert))}</a>`
  }
  if (kind === 'alarm') return html`<strong>${raised.map((flag) => measureName(t, flag)).join(', ')}</strong>`
  return kind === 'measurement' ? events.measured : events.heard
}
