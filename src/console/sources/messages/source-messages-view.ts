import type { PreviewedMessage } from '../../../core/rehearsal/preview/preview-messages.ts'
import { readYaml } from '../../../platform/files/yaml-text.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { choice, type FormState, filled, form, formMessage, textArea } from '../../frame/forms/forms.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { liveAgain } from '../../frame/parts/live-again.ts'
import { card, emptyState } from '../../frame/parts/page-parts.ts'
import type { ShownSource } from '../shown-source.ts'
import { againS, sourceAddress, sourceShell } from '../source-state.ts'
import { examplesCard } from './examples-view.ts'
import { MAPPED_PARTS } from './map-value.ts'
import { mappingText } from './mapping-text.ts'
import { messageList, type ShownMessage } from './message-view.ts'

/** Together below the limit of this form, also when each sign is escaped. */
export const LONGEST_MAPPING = 40_000
export const LONGEST_BODY = 20_000
export const FORM_BYTES = 256 * 1_024

/** The form of the mapping, to which the values of messages are added. */
const FORM = 'mapping-form'

interface MessagesPage {
  reader: Reader
  source: ShownSource
  messages: readonly ShownMessage[]
  mapping: FormState
  /** The last messages, read with the mapping of the form; null: nobody has asked. */
  preview: readonly PreviewedMessage[] | null
  /** Id of the message of which a value was clicked. */
  openId?: number | null
  /** Read with the mapping of the form, if it is tried. */
  examples: Parameters<typeof examplesCard>[2]
  done?: string | undefined
}

/** The last messages, and the mapping with which they are read. */
export function sourceMessagesView(page: MessagesPage): Html {
  const { reader, source, messages, mapping, preview, openId = null, examples, done } = page
  const { sources: t } = reader.t
  return sourceShell(
    { reader, source, here: 'messages', done },
    html`
    <div class="connecting mapping">
      <div class="stack">
        ${card(
          t.lastMessages,
          html`
          ${messages.length === 0 ? null : html`<p class="meta">${t.clickHint}</p>`}
          ${liveAgain(
            'messages',
            'device',
            againS(source),
            messages.length === 0
              ? emptyState('mail', t.noMessages)
              : messageList(reader, messages, {
                  mapsTo: FORM,
                  openId,
                  keepsAt: `${sourceAddress(source.id)}/examples`,
                }),
          )}`,
        )}
        ${examplesCard(reader, source.id, examples)}
      </div>
      ${mappingCard(reader, source, mapping, preview)}
    </div>`,
  )
}

function mappingCard(reader: Reader, source: ShownSource, state: FormState, preview: MessagesPage['preview']): Html {
  const { t, csrf } = reader
  const { sources: words } = t
  const shown = filled({ mapping: mappingText(source.mapping) }, state)
  const parts = MAPPED_PARTS.map((value) => ({ value, text: words.mappedParts[value] }))
  return card(
    words.mapping,
    html`
    <p>${words.mappingHint}</p>
    ${form(
      { action: `${sourceAddress(source.id)}/messages#${FORM}`, csrf, id: FORM, label: words.mapping },
      html`
      ${formMessage(state)}
      ${preview === null ? null : outcomeNotice(reader, preview)}
      ${state.reason === 'yaml' ? syntaxFaults(reader, state.values.mapping ?? '') : null}
      <input type="hidden" name="version" value="${shown.values.version ?? source.version}">
      ${choice({ name: 'as', label: words.mapAs, options: parts }, shown)}
      ${textArea({ name: 'mapping', label: words.mappingText, rows: 14, maxlength: LONGEST_MAPPING, optional: true, hasCode: true }, shown)}
      <details class="more"${shown.values.body ? html` open` : null}><summary>${words.ownMessage}</summary>
        ${textArea({ name: 'body', label: words.ownMessageText, hint: words.ownMessageHint, rows: 6, maxlength: LONGEST_BODY, optional: true, hasCode: true }, shown)}
      </details>
      <p class="buttons"><button class="primary" name="what" value="preview">${t.terms.preview}</button><button name="what" value="save">${t.shared.save}</button></p>`,
    )}
    ${preview === null || preview.length === 0 ? null : html`<section class="stack" aria-label="${t.terms.preview}">${messageList(reader, preview.toReversed())}</section>`}`,
  )
}

/** The lines of a text that is neither YAML nor JSON. */
const syntaxFaults = ({ t }: Reader, text: string): Content =>
  html`<ul>${readYaml(text).faults.map(({ line, code }) => html`<li class="error">${t.sources.line(line)}: ${t.ruleSyntax[code]}</li>`)}</ul>`

function outcomeNotice(reader: Reader, preview: readonly PreviewedMessage[]): Html {
  const { sources: t } = reader.t
  if (preview.length === 0) return html`<p class="notice" role="status">${t.nothingToPreview}</p>`
  const alerts = preview.flatMap((message) => message.alerts).length
  const readings = preview.flatMap((message) => message.readings).length
  return html`<p class="notice ${readings === 0 ? 'warn' : 'good'}" role="status">${t.wouldMake(preview.length, readings, alerts)}</p>`
}
