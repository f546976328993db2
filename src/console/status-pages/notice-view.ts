import type { SiteRecord } from '../../core/sites/site-store.ts'
import { NOTICE_STATES, type NoticeKind, noticeState } from '../../core/status-pages/notice.ts'
import { LONGEST_NOTICE, MOST_UPDATES } from '../../core/status-pages/notice-shapes.ts'
import type { StoredNotice } from '../../core/status-pages/notice-store.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { linkedText } from '../frame/formats/linked-text.ts'
import {
  actionButton,
  boxes,
  choice,
  doneOf,
  type FormState,
  field,
  filled,
  form,
  formMessage,
  textArea,
} from '../frame/forms/forms.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card, dangerZone } from '../frame/parts/page-parts.ts'
import { noticeValues } from './notice-fields.ts'
import { noticeBadge, noticeShell, noticesAddress } from './notice-list.ts'

/** A device on the page, by what visitors read. */
interface Labelled {
  device_id: number
  label: string
}

interface NoticeFields {
  kind: NoticeKind
  devices: readonly Labelled[]
  /** Ids. */
  chosen: readonly number[]
}

/** Where a notice is written. */
export function newNoticeView(reader: Reader, site: SiteRecord, fields: NoticeFields, state: FormState): Html {
  const { notices: words } = reader.t.statusPages
  const title = fields.kind === 'incident' ? words.newIncident : words.newMaintenance
  return shell(
    reader,
    noticeShell(reader, site, title),
    card(
      title,
      form(
        { action: noticesAddress(site.id), csrf: reader.csrf, label: title },
        html`<input type="hidden" name="kind" value="${fields.kind}">
        ${formMessage(ofForm(state, CONTENT))}${contentFields(reader, fields, state)}
        <button class="primary">${words.publish}</button>`,
      ),
    ),
  )
}

interface NoticePage extends NoticeFields {
  site: SiteRecord
  notice: StoredNotice
  /** State of the form of its content. */
  edited: FormState
  /** State of the form of an update. */
  added: FormState
  done: string | undefined
}

export function noticeView(reader: Reader, page: NoticePage): Html {
  const { site, notice, edited, added, done } = page
  const { notices: words } = reader.t.statusPages
  const address = `${noticesAddress(site.id)}/${notice.id}`
  const state = noticeState(notice, reader.now)
  const values = filled(noticeValues(notice, reader.format.zone), edited)
  return shell(
    reader,
    noticeShell(reader, site, notice.title),
    html`${doneOf(words.done, done)}
    <p>${words.kinds[notice.kind]} ${noticeBadge(reader, notice.kind, state)}</p>
    ${updatesCard(reader, page, address, added)}
    ${card(
      words.edit,
      form(
        { action: address, csrf: reader.csrf, label: words.edit },
        html`<input type="hidden" name="version" value="${notice.version}">
        ${formMessage(ofForm(edited, CONTENT))}${contentFields(reader, page, values)}
        <button class="primary">${reader.t.shared.save}</button>`,
      ),
    )}
    ${dangerZone(
      words.remove,
      html`<p>${words.removeHint}</p>${actionButton({ action: `${address}/removal`, csrf: reader.csrf, inPlace: false, look: 'danger' }, words.remove)}`,
    )}`,
  )
}

const CONTENT = new Set(['title', 'text', 'starts_at', 'ends_at'])
const UPDATE = new Set(['state', 'said', 'at'])

/** A fault without a field on the page is shown above the form. */
function ofForm(state: FormState, own: ReadonlySet<string>): FormState {
  const [other] = Object.entries(state.errors).flatMap(([name, text]) => (own.has(name) ? [] : [text]))
  return { ...state, message: state.message ?? other ?? null }
}

function contentFields(
  { t, format }: Reader,
  { kind, devices, chosen, notice }: NoticeFields & { notice?: StoredNotice },
  state: FormState,
): Content {
  const { notices: words } = t.statusPages
  const zone = t.silences.form.zone(format.zone)
  const time = (name: string, label: string, hint: string, optional = false) =>
    field({ name, label, hint, type: 'datetime-local', optional, size: 'medium' }, state)
  const isPlanned = kind === 'maintenance'
  const list = devices.map(({ device_id, label }) => ({
    value: String(device_id),
    text: label,
    isTicked: chosen.includes(device_id),
  }))
  return html`${field({ name: 'title', label: words.heading, maxlength: 120, autocomplete: 'off' }, state)}
  ${textArea({ name: 'text', label: words.text, hint: words.textHint, rows: 5, maxlength: LONGEST_NOTICE }, state)}
  <div class="row even">
    ${isPlanned ? time('starts_at', words.starts, zone) : time('starts_at', words.began, notice === undefined ? `${words.beganHint} ${zone}` : zone, true)}
    ${isPlanned ? time('ends_at', words.ends, zone) : null}
  </div>
  ${list.length === 0 ? null : boxes('devices', words.devices, list, { isLong: list.length > 10 })}`
}

/** Updates, newest first, and a form to add one. */
function updatesCard(reader: Reader, { notice }: NoticePage, address: string, state: FormState): Html {
  const { t, format } = reader
  const { notices: words } = t.statusPages
  const entries = notice.updates
    .toReversed()
    .map(
      ({ at, state: its, text }) =>
        html`<li><p><strong>${words.states[its]}</strong> <span class="meta">${format.at(at)}</span></p>${text === '' ? null : html`<p class="note-text">${linkedText(text)}</p>`}</li>`,
    )
  const options = NOTICE_STATES[notice.kind].map((value) => ({ value, text: words.states[value] }))
  const add =
    notice.updates.length >= MOST_UPDATES
      ? html`<p class="meta">${words.updatesFull(MOST_UPDATES)}</p>`
      : form(
          { action: `${address}/updates`, csrf: reader.csrf, label: words.addTo(notice.title) },
          html`${formMessage(ofForm(state, UPDATE))}
          ${choice({ name: 'state', label: t.terms.state, options, chosen: noticeState(notice, reader.now) }, state)}
          ${textArea({ name: 'said', label: words.text, rows: 3, maxlength: LONGEST_NOTICE, optional: true }, state)}
          ${field({ name: 'at', label: words.when, hint: `${words.whenHint} ${t.silences.form.zone(format.zone)}`, type: 'datetime-local', optional: true, size: 'medium' }, state)}
          <button class="primary">${words.add}</button>`,
        )
  return card(
    words.updates,
    html`${entries.length === 0 ? null : html`<ol class="notice-updates">${entries}</ol>`}${add}`,
  )
}
