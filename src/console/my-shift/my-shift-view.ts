import { LONGEST_NOTE, mayChangeNotes } from '../../core/on-call/manage-shift-notes.ts'
import type { OwnShift } from '../../core/on-call/own-shifts.ts'
import type { ShiftNote } from '../../core/on-call/shift-note-store.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { actionButton, choice, doneOf, type FormState, form, formMessage, textArea } from '../frame/forms/forms.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card, disclosure, icon, keyValues, live } from '../frame/parts/page-parts.ts'
import { acknowledgedList, endingList, incidentName, openList, resolvedList } from './incident-lists.ts'
import type { MyShift } from './read-my-shift.ts'

interface MyShiftPage {
  shift: MyShift
  done: string | undefined
  state: FormState
}

export function myShiftView(reader: Reader, { shift, done, state }: MyShiftPage): Html {
  const { t } = reader
  const { myShift: words } = t
  const print = html`<button type="button" data-print hidden>${icon('printer')}${t.terms.print}</button>`
  return shell(
    reader,
    {
      title: t.shared.places.myShift,
      place: 'onCall',
      trail: [{ name: t.onCall.title, address: '/on-call' }],
      actions: html`${shift.handOvers.map((one) => handOverDialog(reader, one))}${print}`,
    },
    html`<div class="stack my-shift">${formMessage(state)}${doneOf(words.done, done)}
    ${introduction(reader, shift)}
    ${live(
      'notes-for-me',
      'schedule',
      shift.notesForMe.length === 0
        ? null
        : card(
            words.notes.forMe,
            noteList(shift.notesForMe, (note) => noteForMe(reader, note)),
          ),
    )}
    ${live(
      'shift-incidents',
      'incident alert silence',
      html`<div class="stack">
      ${card(words.openNow.title, openList(reader, shift))}
      ${card(words.acknowledged.title, acknowledgedList(reader, shift))}
      ${card(words.resolved.title, resolvedList(reader, shift))}
      ${card(words.ending.title, endingList(reader, shift))}
    </div>`,
    )}
    ${shift.writable.length === 0 && shift.myNotes.length === 0 ? null : card(words.notes.mine, myNotes(reader, shift, state))}
    </div>`,
  )
}

/** The person and the time of the page, also on paper; then each shift. */
function introduction({ t, user, format, ...reader }: Reader, { shifts, period }: MyShift): Html {
  const { myShift: words } = t
  const [from, to] = [format.toMinute(period.from), format.toMinute(period.to)]
  return html`<div><p>${period.isGoingOn ? words.soFar(user.name, from, to) : words.period(user.name, from, to)}</p>
  ${shifts.length === 0 ? html`<p class="meta">${words.none}</p>` : null}${period.isCut ? html`<p class="meta">${words.longShift}</p>` : null}</div>
  ${shifts.map((shift) => shiftCard({ t, user, format, ...reader }, shift))}`
}

function shiftCard({ t, user, format }: Reader, { schedule, from, until, isOver, before, next }: OwnShift): Html {
  const { myShift: words, onCall } = t
  const moment = (time: Date) => html`<time datetime="${time.toISOString()}">${format.toMinute(time)}</time>`
  const nameOf = ({ id, name }: { id: number; name: string }) =>
    html`${name}${id === user.id ? html` <span class="badge">${t.terms.you}</span>` : null}`
  return html`<section class="card" aria-labelledby="shift-${schedule.id}">
  <header><h2 id="shift-${schedule.id}"><a href="/on-call/${schedule.id}">${schedule.name}</a>${isOver ? html` <span class="badge off">${words.over}</span>` : null}</h2></header>
  ${keyValues([
    [words.since, from === null ? words.longAgo : moment(from)],
    [t.terms.until, until === null ? words.noEnd : moment(until)],
    [words.before, before === null ? words.nobody : nameOf(before)],
    [
      words.after,
      next === null
        ? words.nobody
        : html`${nameOf(next.user)} <span class="meta">${onCall.from(format.toMinute(next.from))}</span>`,
    ],
  ])}</section>`
}

const noteList = (notes: readonly ShiftNote[], show: (note: ShiftNote) => Html): Html =>
  html`<ul class="shift-notes">${notes.map((note) => html`<li id="note-${note.id}">${show(note)}</li>`)}</ul>`

function noteForMe(reader: Reader, note: ShiftNote): Html {
  const { t, csrf, format } = reader
  const { notes: words } = t.myShift
  const who = note.written_by?.name ?? words.gone
  const see = () =>
    mayChangeNotes(reader.reach, note.schedule.site_id)
      ? actionButton(
          { action: `/my-shift/notes/${note.id}/seen`, csrf, label: `${words.see}: ${note.text}` },
          html`${icon('check')}${words.see}`,
        )
      : null
  const seen = note.seen_at === null ? see() : seenBy(words, note)
  return html`<p class="note">${note.text}</p><div class="about"><span class="meta">${who} · ${format.soon(note.written_at)} · ${note.schedule.name}</span>${seen}</div>`
}

const seenBy = (words: Reader['t']['myShift']['notes'], { seen_by }: ShiftNote): Html =>
  html`<span class="badge good">${words.seenBy(seen_by?.name ?? words.gone)}</span>`

function myNotes(reader: Reader, { myNotes: notes, writable }: MyShift, state: FormState): Html {
  const { t, csrf, format } = reader
  const { notes: words } = t.myShift
  const list =
    notes.length === 0
      ? html`<p class="empty">${words.none}</p>`
      : noteList(notes, (note) => {
          const remove =
            note.seen_at === null
              ? html`<span class="badge">${words.notSeen}</span>${mayChangeNotes(reader.reach, note.schedule.site_id) ? actionButton({ action: `/my-shift/notes/${note.id}/removal`, csrf, label: `${t.terms.delete}: ${note.text}` }, t.terms.delete) : null}`
              : seenBy(words, note)
          return html`<p class="note">${note.text}</p><div class="about"><span class="meta">${format.soon(note.written_at)} · ${note.schedule.name}</span>${remove}</div>`
        })
  return html`${list}${writable.length === 0 ? null : html`<div class="not-printed">${noteForm(reader, writable, csrf, state)}</div>`}`
}

function noteForm({ t }: Reader, writable: MyShift['writable'], csrf: string, state: FormState): Html {
  const { notes: words } = t.myShift
  const [only] = writable
  const options = writable.map(({ id, name }) => ({ value: String(id), text: name }))
  const schedule =
    writable.length === 1
      ? html`<input type="hidden" name="schedule_id" value="${only!.id}"><p class="hint">${words.what(only!.name)}</p>`
      : html`<p class="hint">${words.whatMany}</p>${choice({ name: 'schedule_id', label: words.schedule, options, chosen: String(only!.id), isLong: writable.length > 20 }, state)}`
  return form(
    { action: '/my-shift/notes', csrf, label: words.text },
    html`${schedule}${textArea({ name: 'text', label: words.text, rows: 3, maxlength: LONGEST_NOTE }, state)}<button class="primary">${t.alerts.addNote}</button>`,
  )
}

/** Names what it hands over, and to whom, before it does. */
function handOverDialog(reader: Reader, { to, incidents, staying }: MyShift['handOvers'][number]): Content {
  const { t, csrf } = reader
  const { handOver: words } = t.myShift
  return disclosure(
    `hand-over-${to.id}`,
    words.button(to.name),
    html`<h2>${words.button(to.name)}</h2><p>${words.question(incidents.length, to.name)}</p>
    <ul class="bare">${incidents.map((incident) => html`<li>${incidentName(reader, incident)}</li>`)}</ul>
    ${staying === 0 ? null : html`<p>${words.staying(staying, to.name)}</p>`}
    ${form(
      { action: '/my-shift/hand-over', csrf },
      html`<input type="hidden" name="user_id" value="${to.id}">${incidents.map(({ incident_id }) => html`<input type="hidden" name="ids" value="${incident_id}">`)}
      <button class="primary">${words.confirm(incidents.length)}</button>`,
    )}`,
    'primary',
  )
}
