import type { CalendarFeed } from '../../core/on-call/calendar/calendar-feeds.ts'
import type { ScheduleGap } from '../../core/on-call/gaps.ts'
import type { ShiftTime } from '../../core/on-call/read-on-call.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { actionButton, choice, doneOf, EMPTY_FORM, type FormState, form, formMessage } from '../frame/forms/forms.ts'
import { siteName } from '../frame/forms/site-field.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card, disclosure, emptyState, icon, keyValues, live } from '../frame/parts/page-parts.ts'
import { secretOnce } from '../frame/parts/secret-once.ts'
import type { ShownSchedule, ShownSchedules } from './read-schedule.ts'
import { scheduleStrip } from './schedule-strip.ts'

interface OnCallPage extends ShownSchedules {
  feeds: readonly CalendarFeed[]
  done: string | undefined
  state: FormState
}

export function onCallView(reader: Reader, page: OnCallPage): Html {
  const { t, may } = reader
  const { onCall: words } = t
  const add = html`<a class="button primary" href="/on-call/new">${icon('plus')}${words.add}</a>`
  return shell(
    reader,
    {
      title: words.title,
      place: 'onCall',
      actions: html`<a class="button" href="/my-shift">${icon('clipboard-check')}${t.shared.places.myShift}</a>${may('admin') ? add : null}`,
    },
    html`${formMessage(page.state)}${doneOf(words.done, page.done)}<p>${words.what}</p>
    ${live('schedules', 'schedule', page.schedules.length === 0 ? emptyState('calendar', words.none) : html`<div class="stack">${page.schedules.map((one) => scheduleCard(reader, one, page.names))}</div>`)}
    ${card(words.calendars.title, calendars(reader, page))}`,
  )
}

const scheduleCard = (reader: Reader, one: ShownSchedule, names: OnCallPage['names']): Html => html`
<section class="card" aria-labelledby="schedule-${one.schedule.id}">
  <header><h2 id="schedule-${one.schedule.id}"><a href="/on-call/${one.schedule.id}">${one.schedule.name}</a>${reader.sites.length < 2 ? null : html` <span class="meta">${siteName(reader, one.site)}</span>`}</h2>${takeButton(reader, one)}</header>
  ${nowAndNext(reader, one, names)}<h3>${reader.t.onCall.strip}</h3>${stripPart(reader, one, names)}
</section>`

export function nowAndNext(reader: Reader, one: ShownSchedule, names: OnCallPage['names']): Html {
  const { onCall: words } = reader.t
  const { format } = reader
  const { now, next, gaps, reachable } = one
  const gap = gaps.find(({ from, to }) => from <= reader.now && to > reader.now)
  const absent = gap?.cause === 'disabled' ? html` <span class="meta">${words.absent(nameOf(names, gap))}</span>` : null
  const none = html`<span class="badge critical">${words.nobody}</span>${absent}`
  return keyValues([
    [
      reader.t.terms.now,
      now === null
        ? none
        : html`<strong>${personOf(reader, now)}</strong>${unreachable(now)} ${now.to === null ? null : words.until(format.toMinute(now.to))}`,
    ],
    [
      words.next,
      next === null
        ? words.noNext
        : html`${personOf(reader, next)}${unreachable(next)} ${words.from(format.toMinute(next.from))}`,
    ],
  ])

  function unreachable({ user }: ShiftTime): Content {
    return reachable.has(user.id) ? null : html` <span class="badge critical">${words.unreachable}</span>`
  }
}

const personOf = ({ t, user }: Reader, { user: person }: ShiftTime): Html =>
  html`${person.name}${person.id === user.id ? html` <span class="badge">${t.terms.you}</span>` : null}`

export function stripPart(reader: Reader, one: ShownSchedule, names: OnCallPage['names']): Html {
  return html`${gapNotice(reader, one.gaps, names)}${scheduleStrip(reader, one, names)}`
}

/** How many gaps there are, the first one without anybody, and the first of each person who cannot be notified. */
function gapNotice({ t, format }: Reader, gaps: readonly ScheduleGap[], names: OnCallPage['names']): Content {
  const { onCall: words } = t
  if (gaps.length === 0) return null
  const firstOfEach = [...Map.groupBy(gaps, ({ user_id }) => user_id).values()].map(([first]) => {
    const { cause, from, to } = first!
    const times = [format.toMinute(from), format.toMinute(to)] as const
    const text = cause === 'nobody' ? words.gapOf.nobody(...times) : words.gapOf[cause](nameOf(names, first!), ...times)
    return html`<li>${text}</li>`
  })
  return html`<div class="notice warn"><p>${words.gaps(gaps.length)}</p><ul>${firstOfEach}</ul></div>`
}

const nameOf = (names: OnCallPage['names'], { user_id }: ScheduleGap): string => names.get(user_id!) ?? `#${user_id}`

/** Asks before it takes over what is left of the present shift; of a gap, until the next one begins. */
export function takeButton(reader: Reader, { schedule, site_id, now, next }: ShownSchedule): Content {
  const { t, csrf, may, user, format } = reader
  const { take, nobody } = t.onCall
  const until = now === null ? (next?.from ?? null) : now.to
  if (!may('operator', site_id) || until === null || now?.user.id === user.id) return null
  return disclosure(
    `take-${schedule.id}`,
    take.button,
    html`<h2>${schedule.name}</h2>${form(
      { action: `/on-call/${schedule.id}/take`, csrf, label: `${take.button}: ${schedule.name}` },
      html`<input type="hidden" name="until" value="${until.toISOString()}">
      <p>${take.question(format.toMinute(until), now?.user.name ?? nobody)}</p><button class="primary">${t.onCall.take.button}</button>`,
    )}`,
  )
}

function calendars(reader: Reader, { feeds, schedules }: OnCallPage): Html {
  const { t, csrf, format } = reader
  const { calendars: words } = t.onCall
  const options = [
    { value: '', text: words.mine },
    ...schedules.map(({ schedule }) => ({ value: String(schedule.id), text: schedule.name })),
  ]
  const rows = feeds.map(({ id, schedule, created_at, last_read_at }) => {
    const name = schedule?.name ?? words.mine
    const read = last_read_at === null ? t.shared.never : format.ago(last_read_at)
    const remove = actionButton(
      { action: `/calendar-feeds/${id}/removal`, csrf, label: `${t.terms.delete}: ${name}` },
      t.terms.delete,
    )
    return html`<li><span>${name} <span class="meta">${t.terms.created} ${format.ago(created_at)} · ${words.lastRead}: ${read}</span></span>${remove}</li>`
  })
  return html`<p>${words.hint}</p>${rows.length === 0 ? null : html`<ul class="duty-list">${rows}</ul>`}
  ${form(
    { action: '/calendar-feeds', csrf, label: words.create },
    html`<div class="row">${choice({ name: 'schedule_id', label: words.which, options, chosen: '' }, EMPTY_FORM)}</div><button>${words.create}</button>`,
  )}`
}

/** The only page that shows the address of a calendar. */
export function newCalendarView(reader: Reader, name: string, url: string): Html {
  const { calendars: words, title } = reader.t.onCall
  return shell(
    reader,
    { title: words.created, place: 'onCall', trail: [{ name: title, address: '/on-call' }] },
    card(
      name,
      html`<p class="notice warn">${words.once}</p>${secretOnce(url)}<p>${words.subscribe}</p>
      <p><a class="button primary" href="/on-call">${words.stored}</a></p>`,
    ),
  )
}
