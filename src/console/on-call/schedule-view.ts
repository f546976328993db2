import type { DutySchedule } from '../../core/on-call/duty-schedule.ts'
import { mayRemove } from '../../core/on-call/manage-overrides.ts'
import type { OverrideRecord } from '../../core/on-call/override-store.ts'
import type { KnownPerson } from '../../core/on-call/people-store.ts'
import { type Html, html } from '../../platform/html.ts'
import type { Window } from '../../platform/weekly-windows.ts'
import { dataTable } from '../parts/data-table.ts'
import type { Formats } from '../parts/formats/formats.ts'
import { localText } from '../parts/formats/local-days.ts'
import { card, dangerZone, icon, live } from '../parts/page-parts.ts'
import { actionButton, choice, doneOf, type FormState, field, filled, form, message } from '../shell/forms.ts'
import { shell } from '../shell/layout.ts'
import type { Reader } from '../shell/reader.ts'
import { nowAndNext, stripPart, takeButton } from './on-call-view.ts'
import type { ShownSchedule } from './read-schedule.ts'
import { rotationList } from './rotation-sentence.ts'

export interface SchedulePage {
  schedule: DutySchedule
  shown: ShownSchedule
  overrides: readonly OverrideRecord[]
  people: readonly KnownPerson[]
  names: ReadonlyMap<number, string>
  done: string | undefined
  state: FormState
}

export function scheduleView(reader: Reader, page: SchedulePage): Html {
  const { t, csrf, may } = reader
  const { onCall: words } = t
  const { schedule, shown, names, state } = page
  const edit = html`<a class="button" href="/on-call/${schedule.id}/edit">${icon('pencil')}${words.edit}</a>`
  return shell(
    reader,
    {
      title: schedule.name,
      place: 'onCall',
      trail: [{ name: words.title, address: '/on-call' }],
      actions: html`${takeButton(reader, shown)}${may('admin') ? edit : null}`,
    },
    html`${message(state)}${doneOf(words.done, page.done)}
    ${live(
      'schedule',
      'schedule',
      html`<div class="stack">
      ${card(
        words.title,
        html`${nowAndNext(reader, shown, names)}
        ${rotationList(reader, schedule.layers, schedule.time_zone, names)}`,
      )}
      ${card(words.strip, html`${stripPart(reader, shown, names)}<details><summary>${words.shifts}</summary>${shiftTable(reader, page)}</details>`)}
      ${card(words.overrides.title, overrideList(reader, page))}</div>`,
    )}
    ${may('operator') ? card(words.overrides.add, overrideForm(reader, page)) : null}
    ${may('admin') ? dangerZone(words.remove, html`<p>${words.removeHint}</p>${actionButton({ action: `/on-call/${schedule.id}/removal`, csrf, inPlace: false }, words.remove)}`) : null}`,
  )
}

function shiftTable({ t, format }: Reader, { shown, names }: SchedulePage): Html {
  const { onCall: words } = t
  return dataTable({
    caption: words.shifts,
    rows: shown.stretches,
    key: ({ from }) => `shift-${Number(from)}`,
    columns: [
      {
        name: words.who,
        kind: 'main',
        show: ({ user_id }) =>
          user_id === null
            ? words.gap
            : html`${names.get(user_id)}${shown.reachable.has(user_id) ? null : html` <span class="badge critical">${words.unreachable}</span>`}`,
      },
      { name: words.when, show: (shift) => span(format, shift) },
      {
        name: words.why,
        show: ({ source }) =>
          source === null ? null : 'override' in source ? words.override : words.layer(source.layer + 1),
      },
    ],
  })
}

function overrideList(reader: Reader, { schedule, overrides }: SchedulePage): Html {
  const { t, csrf, format, user, may } = reader
  const { overrides: words } = t.onCall
  if (overrides.length === 0) return html`<p class="empty">${words.none}</p>`
  return html`<ul class="duty-list">${overrides.map((one) => {
    const action = `/on-call/${schedule.id}/overrides/${one.id}/removal`
    const label = `${words.remove}: ${one.user.name}, ${format.toMinute(one.from)}`
    const remove = may('operator') && mayRemove(user, one) ? actionButton({ action, csrf, label }, words.remove) : null
    const instead = one.replaces === null ? null : html` ${words.instead(one.replaces.name)}`
    return html`<li><span><strong>${one.user.name}</strong>${instead} <span class="meta">${span(format, one)}</span></span>${remove}</li>`
  })}</ul>`
}

const span = ({ toMinute }: Formats, { from, to }: Window): Html => {
  const moment = (time: Date) => html`<time datetime="${time.toISOString()}">${toMinute(time)}</time>`
  return html`<span>${moment(from)} – ${moment(to)}</span>`
}

/** Operators take over themselves; administrators name anybody. */
function overrideForm({ csrf, format, may, now, t, user }: Reader, { schedule, people, state }: SchedulePage): Html {
  const { overrides: words } = t.onCall
  const options = people.filter(({ enabled }) => enabled).map(({ id, name }) => ({ value: String(id), text: name }))
  const shown = filled({ from: localText(now, format.zone) }, state)
  const who = may('admin')
    ? html`${choice({ name: 'user_id', label: words.person, options, chosen: String(user.id) }, shown)}
      ${choice({ name: 'replaces', label: words.replaces, options: [{ value: '', text: words.anybody }, ...options], chosen: '' }, shown)}`
    : null
  return form(
    { action: `/on-call/${schedule.id}/overrides`, csrf, label: words.add },
    html`<div class="row even">${who}
      ${field({ name: 'from', label: words.from, type: 'datetime-local' }, shown)}
      ${field({ name: 'to', label: words.to, type: 'datetime-local', hint: words.zone(format.zone) }, shown)}</div>
    <button>${words.create}</button>`,
  )
}
