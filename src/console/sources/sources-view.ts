import type { StoredSource } from '../../core/sources/source-store.ts'
import { type Html, html } from '../../platform/html.ts'
import { doneOf } from '../frame/forms/forms.ts'
import { siteColumn } from '../frame/forms/site-field.ts'
import { dataTable } from '../frame/lists/data-table.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { liveAgain } from '../frame/parts/live-again.ts'
import { emptyState, icon } from '../frame/parts/page-parts.ts'
import { againS, formatName, reasonText, sourceAddress, sourceBadge } from './source-state.ts'

/** All sources and how they are. */
export function sourcesView(reader: Reader, sources: readonly StoredSource[], done: string | undefined): Html {
  const { sources: t } = reader.t
  const add = html`<a class="button primary" href="/sources/new">${icon('plus')}${t.add}</a>`
  const isEmpty = sources.length === 0
  return shell(
    reader,
    { title: t.title, place: 'sources', actions: isEmpty ? null : add },
    html`
    ${doneOf(t.done, done)}
    ${
      isEmpty
        ? emptyState('radio', t.none, add)
        : liveAgain('sources', 'device', Math.min(...sources.map(againS)), table(reader, sources))
    }`,
  )
}

function table(reader: Reader, sources: readonly StoredSource[]): Html {
  const { t, format } = reader
  const { sources: words } = t
  return dataTable({
    caption: words.title,
    rows: sources,
    key: ({ id }) => `source-${id}`,
    address: ({ id }) => sourceAddress(id),
    columns: [
      {
        name: t.terms.name,
        kind: 'main',
        show: ({ id, name, format: kind }) =>
          html`<div><a href="${sourceAddress(id)}">${name}</a><br><span class="meta">${formatName(t, kind)}</span></div>`,
      },
      ...siteColumn<StoredSource>(reader),
      {
        name: t.terms.state,
        show: (source) =>
          html`<div>${sourceBadge(t, source)}${source.reason === null ? null : html`<br><span class="meta">${reasonText(t, source.reason)}</span>`}</div>`,
      },
      {
        name: words.last,
        show: ({ last_message_at: at }) => (at === null ? '–' : format.ago(at)),
      },
      {
        name: words.pending,
        kind: 'number',
        show: ({ id, counts: { pending } }) =>
          pending === 0 ? '–' : html`<a href="${sourceAddress(id)}?state=pending">${words.waiting(pending)}</a>`,
      },
    ],
  })
}
