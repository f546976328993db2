import type { Static } from 'typebox'
import type { PreviewedMessageShape } from '../../../core/rehearsal/preview/preview-messages.ts'
import type { SourceMessageShape } from '../../../core/sources/quarantine/message-log.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { measureName } from '../../../words/words.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { type StateLook, severityBadge, stateBadge } from '../../frame/parts/badges.ts'
import { codeBlock } from '../../frame/parts/page-parts.ts'
import { reasonText } from '../source-state.ts'
import { jsonTree } from './json-tree.ts'

export type ShownMessage = Static<typeof SourceMessageShape>
export type PreviewedMessage = Static<typeof PreviewedMessageShape>
type Made = ShownMessage['readings'][number]

const LONGEST_RAW = 10_000

const LOOKS: Record<ShownMessage['outcome'], StateLook> = {
  stored: { mark: 'check', look: 'good' },
  quarantined: { mark: 'triangle', look: 'warning' },
  ignored: { mark: 'ring', look: 'off' },
}

/** Messages, each with what came and what it made. */
export const messageList = (reader: Reader, messages: readonly (ShownMessage | PreviewedMessage)[]): Html =>
  html`<div class="stack tight">${messages.map((message) => messageView(reader, message))}</div>`

function messageView(reader: Reader, message: ShownMessage | PreviewedMessage): Html {
  const { t, format } = reader
  const { sources: words } = t
  const { at, outcome, reason, readings } = message
  const external_id = 'external_id' in message ? message.external_id : null
  const alerts = 'alerts' in message ? message.alerts : []
  return html`
  <details class="more">
    <summary>${format.ago(at)} ${stateBadge(LOOKS[outcome], words.outcomes[outcome])} ${reason === null ? null : reasonText(t, reason)}${external_id === null ? null : html` <code>${external_id}</code>`}${readings.length === 0 ? null : html` <span class="meta">${words.readings(readings.length)}</span>`} ${alerts.map(({ severity }) => severityBadge(t, severity))}</summary>
    <div class="stack">
      ${readings.map((made) => readingView(reader, made))}
      ${alerts.length === 0 ? null : html`<h3>${words.wouldFire}</h3><ul>${alerts.map(({ severity, title, device_name }) => html`<li>${severityBadge(t, severity)} ${title} <span class="meta">${device_name}</span></li>`)}</ul>`}
      <h3>${words.came}${message.path === '' ? null : html` <code>${message.path}</code>`}</h3>
      ${bodyView(reader, message.body)}
    </div>
  </details>`
}

function bodyView({ t }: Reader, body: string): Html {
  try {
    return jsonTree(JSON.parse(body))
  } catch {
    // A message that could not be cut into parts is kept as it came.
    return codeBlock(body.slice(0, LONGEST_RAW), t.sources.came)
  }
}

function readingView({ t, format }: Reader, { external_id, device_id, reading }: Made): Html {
  const { ts, metrics, flags, ...others } = reading as Record<string, unknown>
  const { module: _, ...values } = others
  const fields = [...Object.entries(values), ...fieldsOf('metrics', metrics), ...fieldsOf('flags', flags)].filter(
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

const fieldsOf = (group: 'metrics' | 'flags', values: unknown): [string, unknown][] =>
  Object.entries((values ?? {}) as Record<string, unknown>).map(([name, value]) => [`${group}.${name}`, value])
