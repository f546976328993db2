import type { ShownSilence } from '../../core/notifications/silence.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { actionButton } from '../frame/forms/forms.ts'
import { siteColumn } from '../frame/forms/site-field.ts'
import { dataTable } from '../frame/lists/data-table.ts'
import { pager } from '../frame/lists/list-parts.ts'
import { tabLinks } from '../frame/lists/tab-links.ts'
import { withQuery } from '../frame/page/addresses.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { emptyState, icon, live } from '../frame/parts/page-parts.ts'
import { person as personOf } from '../frame/parts/people.ts'
import { type Names, silenceBadge, silenceScopeText, timesText } from './silence-texts.ts'

/** Order of the tabs: first what counts now. */
const IN_ORDER = ['active', 'scheduled', 'expired'] as const

interface SilenceList {
  state: ShownSilence['state'] | null
  silences: readonly ShownSilence[]
  counts: Record<'active' | 'scheduled', number>
  names: Names
  nextCursor: string | null
  notice: Content
}

export function silenceListView(reader: Reader, list: SilenceList): Html {
  const { t } = reader
  const { state, counts } = list
  const tabs = [null, ...IN_ORDER].map((one) => ({
    text: one === null ? t.shared.all : t.silences.states[one],
    address: withQuery(reader.address, { state: one }),
    isHere: one === state,
    count: one === 'active' || one === 'scheduled' ? counts[one] : undefined,
  }))
  const add = html`<a class="button primary" href="/silences/new">${icon('plus')}${t.silences.add}</a>`
  return shell(
    reader,
    { title: t.shared.places.silences, place: 'silences', actions: reader.may('operator') ? add : null },
    html`${list.notice}<p>${t.silences.what}</p>
    ${live('silences', 'silence', html`${tabLinks(reader, t.shared.places.silences, tabs)}${list.silences.length === 0 ? nothing(reader, list) : table(reader, list)}${pager(reader, list.nextCursor)}`)}`,
  )
}

function nothing({ t, may }: Reader, { state }: SilenceList): Html {
  const button = html`<a class="button" href="/silences/new">${t.silences.add}</a>`
  return emptyState(
    'bell-off',
    state === null ? t.silences.noneYet : t.silences.noMatch,
    may('operator') ? button : null,
  )
}

function table(reader: Reader, { silences, names }: SilenceList): Html {
  const { t } = reader
  const { columns } = t.silences
  return dataTable({
    caption: t.shared.places.silences,
    rows: silences,
    key: ({ id }) => `silence-${id}`,
    address: ({ id }) => `/silences/${id}`,
    columns: [
      { name: t.terms.state, show: ({ state }) => silenceBadge(reader, state) },
      { name: t.terms.reason, kind: 'main', show: ({ id, reason }) => html`<a href="/silences/${id}">${reason}</a>` },
      ...siteColumn<ShownSilence>(reader),
      { name: t.terms.scope, show: (silence) => html`<span>${silenceScopeText(reader, silence, names)}</span>` },
      { name: t.terms.time, show: (silence) => timesText(reader, silence) },
      { name: columns.held, show: ({ notifications }) => t.silences.held(notifications) },
      { name: columns.by, show: ({ created_by }) => (created_by === null ? null : personOf(created_by)) },
      ...(reader.may('operator')
        ? [{ name: t.shared.actions, kind: 'actions' as const, show: (one: ShownSilence) => endButton(reader, one) }]
        : []),
    ],
  })
}

export function endButton({ t, csrf, may }: Reader, { id, site_id, state, reason }: ShownSilence): Content {
  if (state === 'expired' || !may('operator', site_id)) return null
  const text = state === 'active' ? t.silences.endNow : t.silences.cancel
  return actionButton({ action: `/silences/${id}/end`, csrf, label: `${text}: ${reason}` }, text)
}
