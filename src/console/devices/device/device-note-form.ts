import { type DeviceNote, LONGEST_DEVICE_NOTE } from '../../../core/devices/device-notes.ts'
import type { DeviceRecord } from '../../../core/devices/lists/list-devices.ts'
import { type Content, html } from '../../../platform/html.ts'
import { localText } from '../../frame/formats/local-days.ts'
import { actionButton, EMPTY_FORM, type FormState, field, filled, form, formMessage } from '../../frame/forms/forms.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { disclosure, icon } from '../../frame/parts/page-parts.ts'

/** Writes a note on the device, about now or before, and shows the present page again. */
export function addNoteForm(reader: Reader, { id, site }: DeviceRecord, state: FormState = EMPTY_FORM): Content {
  if (!reader.may('operator', site.id)) return null
  const { t, format, now, csrf, address } = reader
  const { notes: words } = t.telemetry
  const shown = filled({ at: localText(now, format.zone), to: address }, state)
  return disclosure(
    'add-note',
    html`${icon('file-text')}${t.alerts.addNote}`,
    html`<h2>${t.alerts.addNote}</h2><p>${words.what}</p>
    ${form(
      { action: `/devices/${id}/notes`, csrf },
      html`${formMessage(shown)}<input type="hidden" name="to" value="${shown.values.to}">
      ${field({ name: 'at', label: t.terms.time, type: 'datetime-local', hint: t.shared.zoneGuess(format.zone) }, shown)}
      ${field({ name: 'text', label: t.alerts.note, maxlength: LONGEST_DEVICE_NOTE, autocomplete: 'off', placeholder: words.example }, shown)}
      <button class="primary">${t.alerts.addNote}</button>`,
    )}`,
    'quiet',
    { isOpen: state !== EMPTY_FORM },
  )
}

/** Deletes a note, and shows the present page again. */
export const deleteNoteButton = (
  { t, csrf, address }: Reader,
  deviceId: number,
  { note_id, text }: DeviceNote,
): Content =>
  actionButton(
    {
      action: `/devices/${deviceId}/notes/${note_id}/deletion`,
      csrf,
      label: t.telemetry.notes.delete(text),
      name: 'to',
      value: address,
    },
    icon('x'),
  )
