import type { Static } from 'typebox'
import type { PreviewedMessage } from '../../../core/rehearsal/preview/preview-messages.ts'
import type { SourceMessageShape } from '../../../core/sources/quarantine/message-log.ts'
import { measureOf } from '../../../core/vocabulary/measures.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { measureName } from '../../../words/words.ts'
import { actionButton } from '../../frame/forms/forms.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { type StateLook, severityBadge, stateBadge } from '../../frame/parts/badges.ts'
import { codeBlock } from '../../frame/parts/page-parts.ts'
import { reasonText } from '../source-state.ts'
import { jsonTree, textOf } from './json-tree.ts'
import { takenText } from './map-value.ts'

export type ShownMessage = Static<typeof SourceMessageShape>
type Made = ShownMessage['readings'][number]

const LONGEST_RAW = 10_000

const LOOKS: Record<ShownMessage['outcome'], StateLook> = {
  stored: { mark: 'check', look: 'good' },
  quarantined: { mark: 'triangle', look: 'warning' },
  ignored: { mark: 'ring', look: 'off' },
}

/** Seen as their own outcome: nothing is wrong with a message that waits for its device. */
const HELD: StateLook = { mark: 'dots', look: 'info' }

/** Values that a line of a list names. */
const NAMED_VALUES = 4

interface MessageList {
  /** Id of the form of the mapping that a click on a value changes. */
  mapsTo?: string
  /** Id of the message that is open, since a value of it was clicked. */
  openId?: number | null
  /** Address to which a message is sent that becomes an example. */
  keepsAt?: string
}

/** Messages, each with what came and what it made. */
export const messageList = (
  reader: Reader,
  messages: readonly (ShownMessage | PreviewedMessage)[],
  options: MessageList = {},
): Html => html`<div class="messages">${messages.map((message) => messageView(reader, message, options))}</div>`

function messageView(reader: Reader, message: ShownMessage | PreviewedMessage, options: MessageList): Html {
  const { t, format } = reader
  const { sources: words } = t
  const { at, outcome, reason, readings } = message
  const external_id = 'external_id' in message ? message.external_id : null
  const alerts = 'alerts' in message ? message.alerts : []
  const isHeld = reason?.code === 'pending'
  const word = 'alerts' in message && outcome === 'stored' ? words.understood : words.outcomes[outcome]
  const badge = isHeld ? stateBadge(HELD, words.heldMessage) : stateBadge(LOOKS[outcome], word)
  const [first] = readings
  return html`
  <details${message.id !== null && message.id === options.openId ? html` open` : null}>
    <summary>${badge} ${external_id === null ? null : html`<code>${external_id}</code> `}${first === undefined ? null : html`<code>${first.external_id}</code> <span>${valuesText(reader, first.reading)}</span> `}${reason === null || isHeld ? null : html`<span>${reasonText(t, reason)}</span> `}${readings.length < 2 ? null : html`<span class="meta">${words.readings(readings.length)}</span> `}${alerts.map(({ severity }) => html`${severityBadge(t, severity)} `)}<span class="meta">${format.ago(at)}</span></summary>
    <div class="stack">
      ${readings.map((made) => readingView(reader, made))}
      ${alerts.length === 0 ? null : html`<h3>${words.wouldFire}</h3><ul class="stack tight">${alerts.map((alert) => html`<li>${severityBadge(t, alert.severity)} ${reader.titleOf(alert)} <span class="meta">${alert.device_name}</span></li>`)}</ul>`}
      <h3>${words.came}${message.path === '' ? null : html` <code>${message.path}</code>`}</h3>
      ${bodyView(reader, message, options)}
      ${keepButton(reader, message, options)}
    </div>
  </details>`
}

/** Only what makes readings can be an example. */
function keepButton(
  { t, csrf }: Reader,
  { id, readings }: ShownMessage | PreviewedMessage,
  { keepsAt }: MessageList,
): Content {
  if (keepsAt === undefined || id === null || readings.length === 0) return null
  return actionButton({ action: keepsAt, csrf, name: 'message', value: String(id) }, t.sources.keepExample)
}

function bodyView({ t }: Reader, { id, body }: ShownMessage | PreviewedMessage, { mapsTo }: MessageList): Html {
  try {
    const value: unknown = JSON.parse(body)
    if (mapsTo === undefined || id === null) return jsonTree(value)
    return jsonTree(value, (leaf) => {
      // Each part of a list is read by itself.
      const pointer = Array.isArray(value) ? leaf.pointer.replace(/^\/\d+/, '') : leaf.pointer
      const says = t.sources.mapThis(pointer.slice(pointer.lastIndexOf('/') + 1))
      return pointer === ''
        ? textOf(leaf)
        : html`<button class="taken" form="${mapsTo}" name="take" value="${takenText({ ...leaf, pointer, messageId: id })}" title="${says}">${textOf(leaf)}<span class="unseen">, ${says}</span></button>`
    })
  } catch {
    // A message that could not be cut into parts is kept as it came.
    return codeBlock(body.slice(0, LONGEST_RAW), t.sources.came)
  }
}

export function readingView({ t, format }: Reader, { external_id, device_id, reading }: Made): Html {
  const { ts, metrics, flags, ...others } = reading as Record<string, unknown>
  const { module: _, ...values } = others
  const fields = [...fieldsOf('metrics', metrics), ...fieldsOf('flags', flags), ...Object.entries(values)].filter(
    ([, value]) => value !== null && value !== undefined,
  )
  const name: Content =
    device_id === null ? html`<code>${external_id}</code>` : html`<a href="/devices/${device_id}">${external_id}</a>`
  return html`
  <div>
    <p><strong>${t.sources.reading}</strong> ${name}${typeof ts === 'number' ? html`, ${format.at(new Date(ts))}` : null}</p>
    ${fields.length === 0 ? html`<p class="meta">${t.sources.noValues}</p>` : html`<dl class="pairs">${fields.map(([field, value]) => html`<div><dt>${measureName(t, field)}</dt><dd>${format.value(field, value)}</dd></div>`)}</dl>`}
  </div>`
}

/** The first metrics and flags of a reading in a line. */
export function valuesText({ t, format }: Reader, reading: Record<string, unknown>): string {
  const all = [...fieldsOf('flags', reading.flags), ...fieldsOf('metrics', reading.metrics)]
  const isKnown = ([field]: [string, unknown]) => measureOf(field.slice(field.indexOf('.') + 1)) !== null
  const fields = [...all.filter(isKnown), ...all.filter((one) => !isKnown(one))]
  const shown = fields
    .slice(0, NAMED_VALUES)
    // A flag that is set is what its name says.
    .map(([field, value]) => `${measureName(t, field)}${value === true ? '' : ` ${format.value(field, value)}`}`)
  return shown.length === 0 ? t.sources.noValues : `${shown.join(', ')}${fields.length > NAMED_VALUES ? ' …' : ''}`
}

const fieldsOf = (group: 'metrics' | 'flags', values: unknown): [string, unknown][] =>
  Object.entries((values ?? {}) as Record<string, unknown>).map(([name, value]) => [`${group}.${name}`, value])
