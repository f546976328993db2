import { type Content, type Html, html } from '../../../platform/html.ts'
import { linkedText } from '../../frame/formats/linked-text.ts'
import { form, textArea } from '../../frame/forms/forms.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { card, disclosure, icon, live } from '../../frame/parts/page-parts.ts'
import { person } from '../../frame/parts/people.ts'
import type { IncidentPage } from './incident-facts.ts'

/** Notes of people on the incident, newest first. */
export function writtenNotes(reader: Reader, page: IncidentPage): Content {
  const { t, format } = reader
  const notes = page.review.incident.timeline.filter(({ kind }) => kind === 'note').toReversed()
  if (notes.length === 0 && !reader.may('operator')) return null
  const written = notes.map(
    ({ at, by, text }): Html =>
      html`<li><p class="meta">${person(by)} · ${format.ago(at)}</p><p class="note-text">${linkedText(text)}</p></li>`,
  )
  return card(
    t.terms.notes,
    live('incident-notes', 'incident', written.length === 0 ? null : html`<ul class="timeline">${written}</ul>`),
    noteDialog(reader, page),
  )
}

/** Folded, so that what people wrote and the curve come first. */
function noteDialog(reader: Reader, { review, state }: IncidentPage): Content {
  if (!reader.may('operator')) return null
  const { t, csrf } = reader
  const action = `/incidents/${review.incident.incident_id}/notes`
  return disclosure(
    'add-note',
    html`${icon('file-text')}${t.alerts.addNote}`,
    html`<h2>${t.alerts.addNote}</h2>${form(
      { action, csrf },
      html`${textArea({ name: 'text', label: t.alerts.note, rows: 4, maxlength: 2_000 }, state)}<button class="primary">${t.alerts.addNote}</button>`,
    )}`,
    'quiet',
    { isOpen: state.errors.text !== undefined || Boolean(state.values.text) },
  )
}
