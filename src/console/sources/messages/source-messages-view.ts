import type { StoredSource } from '../../../core/sources/source-store.ts'
import { readYaml } from '../../../platform/files/yaml-text.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { type FormState, filled, form, formMessage, textArea } from '../../frame/forms/forms.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { liveAgain } from '../../frame/parts/live-again.ts'
import { card, emptyState } from '../../frame/parts/page-parts.ts'
import { againS, sourceAddress, sourceShell } from '../source-state.ts'
import { mappingText } from './mapping-text.ts'
import { messageList, type PreviewedMessage, type ShownMessage } from './message-view.ts'

/** Below the limit of forms. */
export const LONGEST_MAPPING = 40_000

interface MessagesPage {
  reader: Reader
  source: StoredSource
  messages: readonly ShownMessage[]
  mapping: FormState
  /** The last messages, read with the mapping of the form; null: nobody has asked. */
  preview: readonly PreviewedMessage[] | null
  done?: string | undefined
}

/** The last messages, and the mapping with which they are read. */
export function sourceMessagesView({ reader, source, messages, mapping, preview, done }: MessagesPage): Html {
  const { sources: t } = reader.t
  return sourceShell(
    { reader, source, here: 'messages', done },
    html`
    ${card(
      t.lastMessages,
      liveAgain(
        'messages',
        'device',
        againS(source),
        messages.length === 0 ? emptyState('mail', t.noMessages) : messageList(reader, messages),
      ),
    )}
    ${mappingCard(reader, source, mapping, preview)}`,
  )
}

function mappingCard(reader: Reader, source: StoredSource, state: FormState, preview: MessagesPage['preview']): Html {
  const { t, csrf } = reader
  const { sources: words } = t
  const shown = filled({ mapping: mappingText(source.mapping) }, state)
  return card(
    words.mapping,
    html`
    <p>${words.mappingHint}</p>
    ${form(
      { action: `${sourceAddress(source.id)}/messages`, csrf, label: words.mapping },
      html`
      ${formMessage(state)}
      ${state.reason === 'yaml' ? syntaxFaults(reader, state.values.mapping ?? '') : null}
      <input type="hidden" name="version" value="${shown.values.version ?? source.version}">
      ${textArea({ name: 'mapping', label: words.mappingText, rows: 14, maxlength: LONGEST_MAPPING, optional: true, hasCode: true }, shown)}
      <p class="buttons"><button class="primary" name="what" value="preview">${t.terms.preview}</button><button name="what" value="save">${t.shared.save}</button></p>`,
    )}
    ${preview === null ? null : previewed(reader, preview)}`,
  )
}

/** The lines of a text that is neither YAML nor JSON. */
const syntaxFaults = ({ t }: Reader, text: string): Content =>
  html`<ul>${readYaml(text).faults.map(({ line, code }) => html`<li class="error">${t.sources.line(line)}: ${t.ruleSyntax[code]}</li>`)}</ul>`

function previewed(reader: Reader, preview: readonly PreviewedMessage[]): Html {
  const { sources: t } = reader.t
  if (preview.length === 0) return html`<p class="notice" role="status">${t.nothingToPreview}</p>`
  const alerts = preview.flatMap((message) => message.alerts).length
  const readings = preview.flatMap((message) => message.readings).length
  return html`
  <section class="stack" aria-label="${reader.t.terms.preview}">
    <p class="notice" role="status">${t.wouldMake(preview.length, readings, alerts)}</p>
    ${messageList(reader, preview.toReversed())}
  </section>`
}
