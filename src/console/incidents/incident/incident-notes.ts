import { type Content, type Html, html } from '../../../platform/html.ts'
import { linkedText } from '../../parts/linked-text.ts'
import { card, live } from '../../parts/page-parts.ts'
import { person } from '../../parts/people.ts'
import { form, textArea } from '../../shell/forms.ts'
import type { Reader } from '../../shell/reader.ts'
import type { IncidentPage } from './incident-facts.ts'

/** What people wrote about the incident, newest first. */
export function writtenNotes(reader: Reader, page: IncidentPage): Content {
  const { t, format } = reader
  const notes = page.review.incident.timeline.filter(({ kind }) => kind === 'note').toReversed()
  if (notes.length === 0 && !reader.may('operator')) return null
  const written = notes.map(
    ({ at, by, text }): Html =>
      html`<li><p class="meta">${person(by)} · ${format.ago(at)}</p><p class="note-text">${linkedText(text)}</p></li>`,
  )
  return card(
    t.alerts.notes,
    html`${live('incident-notes', 'incident', written.length === 0 ? null : html`<ul class="timeline">${written}</ul>`)}${noteForm(reader, page)}`,
  )
}

const noteForm = (reader: Reader, { review, state }: IncidentPage): Content =>
  reader.may('operator')
    ? form(
        {
          action: `/incidents/${review.incident.incident_id}/notes`,
          csrf: reader.csrf,
          label: reader.t.alerts.addNote,
        },
        html`${textArea({ name: 'text', label: reader.t.alerts.note, rows: 2, maxlength: 2_000 }, state)}<button>${reader.t.alerts.addNote}</button>`,
      )
    : null
