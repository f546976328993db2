import { type Content, type Html, html } from '../../platform/html.ts'
import { severityBadge } from '../parts/badges.ts'
import type { Visit } from '../shell/visit.ts'
import { measureName } from '../words/words.ts'
import type { DeviceEvent } from './device-events.ts'

/** What happened, by day on the calendar of the reader, newest first. */
export function eventList(visit: Visit, events: readonly DeviceEvent[]): Html {
  const days = new Map<string, DeviceEvent[]>()
  const calendar = calendarOf(visit)
  for (const event of events) {
    const day = calendar.format(event.at)
    days.set(day, [...(days.get(day) ?? []), event])
  }
  return html`<div class="days">${[...days].map(
    ([day, ofDay]) =>
      html`<section><h3>${day}</h3><ol class="timeline">${ofDay.map((event) => item(visit, event))}</ol></section>`,
  )}</div>`
}

/** A few of them, without their days. */
export const shortEventList = (visit: Visit, events: readonly DeviceEvent[]): Html =>
  html`<ol class="timeline">${events.map((event) => item(visit, event))}</ol>`

const calendarOf = ({ preferences, format }: Visit): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(preferences.language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'full',
    timeZone: format.zone,
  })

const item = (visit: Visit, event: DeviceEvent): Html =>
  html`<li class="event ${event.kind}"><span class="meta">${visit.format.at(event.at)}</span> <span>${said(visit, event)}</span></li>`

function said({ t }: Visit, { kind, raised, alert }: DeviceEvent): Content {
  const { events } = t.telemetry
  if (alert !== null) {
    return html`${severityBadge(t, alert.severity)} <a href="/alerts/${alert.id}">${events[alert.is](alert.title)}</a>`
  }
  if (kind === 'alarm') return html`<strong>${raised.map((flag) => measureName(t, flag)).join(', ')}</strong>`
  return kind === 'measurement' ? events.measured : events.heard
}
