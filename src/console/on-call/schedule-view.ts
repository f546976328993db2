import { mayRemove } from '../../core/on-call/manage-overrides.ts'
import type { OverrideRecord } from '../../core/on-call/override-store.ts'
import type { KnownPerson } from '../../core/on-call/people-store.ts'
import type { OnCallSchedule } from '../../core/on-call/schedule.ts'
import type { Role } from '../../core/reach/role.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import type { Window } from '../../platform/weekly-windows.ts'
import type { Formats } from '../frame/formats/formats.ts'
import { localText } from '../frame/formats/local-days.ts'
import { actionButton, choice, doneOf, type FormState, field, filled, form, formMessage } from '../frame/forms/forms.ts'
import { siteFact } from '../frame/forms/site-field.ts'
import { dataTable } from '../frame/lists/data-table.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card, dangerZone, icon, keyValues, live } from '../frame/parts/page-parts.ts'
import { nowAndNext, stripPart, takeButton } from './on-call-view.ts'
import type { ShownSchedule } from './read-schedule.ts'
import { rotationList } from './rotation-sentence.ts'

interface SchedulePage {
  schedule: OnCallSchedule
  shown: ShownSchedule
  overrides: readonly OverrideRecord[]
  people: readonly KnownPerson[]
  names: ReadonlyMap<number, string>
  done: string | undefined
  /** Id of an override that the reader has just added. */
  made: number | undefined
  state: FormState
}

export function scheduleView(reader: Reader, page: SchedulePage): Html {
  const { t, csrf } = reader
  const { onCall: words } = t
  const may = (role: Role) => reader.may(role, page.schedule.site_id)
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
    html`${formMessage(state)}${doneOf(words.done, page.done)}${undoButton(reader, page)}
    ${live(
      'schedule',
      'schedule',
      html`<div class="stack">
      ${card(
        words.title,
        html`${nowAndNext(reader, shown, names)}
        ${keyValues(siteFact(reader, schedule))}
        ${rotationList(reader, schedule.layers, schedule.time_zone, names)}`,
      )}
      ${card(words.strip, html`${stripPart(reader, shown, names)}<details><summary>${words.shifts}</summary>${shiftTable(reader, page)}</details>`)}
      ${card(words.overrides.title, overrideList(reader, page))}</div>`,
    )}
    ${may('operator') ? html`<div id="add-override">${card(words.overrides.add, overrideForm(reader, page))}</div>` : null}
    ${may('admin') ? dangerZone(words.remove, html`<p>${words.removeHint}</p>${actionButton({ action: `/on-call/${schedule.id}/removal`, csrf, inPlace: false, look: 'danger' }, words.remove)}`) : null}`,
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
        name: t.terms.person,
        kind: 'main',
        show: ({ user_id }) =>
          user_id === null
            ? words.gap
            : html`${names.get(user_id)}${shown.reachable.has(user_id) ? null : html` <span class="badge critical">${words.unreachable}</span>`}`,
      },
      { name: t.terms.time, show: (shift) => span(format, shift) },
      {
        name: t.terms.reason,
        show: ({ source }) =>
          source === null ? null : 'override' in source ? words.override : words.layer(source.layer + 1),
      },
    ],
  })
}

/** Takes back what the reader has just done. */
const undoButton = (reader: Reader, { schedule, overrides, made }: SchedulePage): Content =>
  removeButton(
    reader,
    schedule,
    overrides.filter(({ id }) => id === made),
    reader.t.onCall.overrides.undo,
  )

/** For one of these that the reader may remove; of a swap, both go. */
function removeButton(
  reader: Reader,
  { id, site_id }: OnCallSchedule,
  overrides: readonly OverrideRecord[],
  text: string,
): Content {
  const { csrf, format, user, reach, may } = reader
  const one = overrides.find(
    (override) => may('operator', site_id) && mayRemove({ actor: user, reach }, site_id, override),
  )
  if (one === undefined) return null
  const label = `${text}: ${one.user.name}, ${format.toMinute(one.from)}`
  return actionButton({ action: `/on-call/${id}/overrides/${one.id}/removal`, csrf, label }, text)
}

/** The two overrides of a swap are one entry. */
function overrideList(reader: Reader, { schedule, overrides }: SchedulePage): Html {
  const { overrides: words } = reader.t.onCall
  if (overrides.length === 0) return html`<p class="empty">${words.none}</p>`
  const entries = Map.groupBy(overrides, ({ id, swapped_with }) => Math.min(id, swapped_with ?? id)).values()
  const line = ({ user, replaces, ...window }: OverrideRecord) => {
    const instead = replaces === null ? null : html` ${words.instead(replaces.name)}`
    return html`<span><strong>${user.name}</strong>${instead} <span class="meta">${span(reader.format, window)}</span></span>`
  }
  return html`<ul class="duty-list">${[...entries].map((both) => {
    const text = both.length === 1 ? reader.t.terms.delete : words.undoSwap
    return html`<li><span class="stacked">${both.map(line)}</span>${removeButton(reader, schedule, both, text)}</li>`
  })}</ul>`
}

const span = ({ toMinute }: Formats, { from, to }: Window): Html => {
  const moment = (time: Date) => html`<time datetime="${time.toISOString()}">${toMinute(time)}</time>`
  return html`<span>${moment(from)} – ${moment(to)}</span>`
}

/** Operators take over themselves; administrators name anybody. */
function overrideForm(reader: Reader, { schedule, people, state }: SchedulePage): Html {
  const { csrf, format, now, t, user } = reader
  const mayNameOthers = reader.may('admin', schedule.site_id)
  const { overrides: words } = t.onCall
  const options = people.filter(({ enabled }) => enabled).map(({ id, name }) => ({ value: String(id), text: name }))
  const shown = filled({ from: localText(now, format.zone) }, state)
  const who = mayNameOthers
    ? html`${choice({ name: 'user_id', label: words.person, options, chosen: String(user.id) }, shown)}
      ${choice({ name: 'replaces', label: words.replaces, options: [{ value: '', text: words.anybody }, ...options], chosen: '' }, shown)}`
    : null
  return form(
    { action: `/on-call/${schedule.id}/overrides`, csrf, label: words.add },
    html`<div class="row even">${who}
      ${field({ name: 'from', label: words.from, type: 'datetime-local' }, shown)}
      ${field({ name: 'to', label: words.to, type: 'datetime-local', hint: words.zone(format.zone) }, shown)}</div>
    ${mayNameOthers ? swapFields(words, shown) : null}
    <button>${t.onCall.overrides.add}</button>`,
  )
}

function swapFields(words: Reader['t']['onCall']['overrides'], shown: FormState): Html {
  const isOpen = Object.entries({ ...shown.values, ...shown.errors }).some(([name, text]) => /^swap/.test(name) && text)
  return html`<details${isOpen ? html` open` : null}><summary>${words.swap}</summary>
    <div class="row even">${field({ name: 'swap/from', label: words.from, type: 'datetime-local', optional: true }, shown)}
    ${field({ name: 'swap/to', label: words.to, type: 'datetime-local', optional: true }, shown)}</div>
    <p class="hint">${words.swapHint}</p></details>`
}
