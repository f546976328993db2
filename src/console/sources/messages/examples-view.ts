import type { Static } from 'typebox'
import type { SourceExampleShape } from '../../../core/sources/examples/example-store.ts'
import { type Content, html } from '../../../platform/html.ts'
import { actionButton } from '../../frame/forms/forms.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { type StateLook, stateBadge } from '../../frame/parts/badges.ts'
import { card } from '../../frame/parts/page-parts.ts'
import { sourceAddress } from '../source-state.ts'
import { jsonTree } from './json-tree.ts'
import { readingView, valuesText } from './message-view.ts'

type SourceExample = Static<typeof SourceExampleShape>

const PASSES: StateLook = { mark: 'check', look: 'good' }
const DIFFERS: StateLook = { mark: 'triangle', look: 'warning' }

/** The examples of a source, and whether they are read as they were kept; null if there are none. */
export function examplesCard(reader: Reader, sourceId: number, examples: readonly SourceExample[]): Content {
  const { sources: t } = reader.t
  if (examples.length === 0) return null
  return card(
    t.examples,
    html`
    <p class="meta">${t.examplesHint}</p>
    <div class="messages">${examples.map((example) => exampleView(reader, sourceId, example))}</div>`,
  )
}

function exampleView(reader: Reader, sourceId: number, { id, body, readings, makes, passes }: SourceExample): Content {
  const { t, csrf } = reader
  const { sources: words } = t
  const [first] = readings
  const made = (all: SourceExample['readings']) => all.map((each) => readingView(reader, { ...each, device_id: null }))
  return html`
  <details${passes ? null : html` open`}>
    <summary>${passes ? stateBadge(PASSES, words.examplePasses) : stateBadge(DIFFERS, words.exampleDiffers)} ${first === undefined ? null : html`<code>${first.external_id}</code> <span>${valuesText(reader, first.reading)}</span>`} <span class="meta">${words.exampleNumber(id)}</span></summary>
    <div class="stack">
      ${passes ? made(readings) : html`<h3>${words.mustMake}</h3>${made(readings)}<h3>${words.makesNow}</h3>${makes.length === 0 ? html`<p class="meta">${words.noValues}</p>` : made(makes)}`}
      <h3>${words.came}</h3>
      ${jsonTree(JSON.parse(body))}
      ${actionButton({ action: `${sourceAddress(sourceId)}/examples/${id}/deletion`, csrf, look: 'danger' }, words.deleteExample)}
    </div>
  </details>`
}
