import { type Content, type Html, html } from '../../platform/html.ts'
import type { ShownSilence } from '../../silences/list-silences.ts'
import { SILENCE_STATES } from '../../silences/silence-shape.ts'
import { withQuery } from '../parts/addresses.ts'
import { dataTable } from '../parts/data-table.ts'
import { icon } from '../parts/icon.ts'
import { pager } from '../parts/list-parts.ts'
import { emptyState, live } from '../parts/page-parts.ts'
import { shortName } from '../parts/people.ts'
import { tabLinks } from '../parts/tab-links.ts'
import { actionButton } from '../shell/forms.ts'
import { shell } from '../shell/layout.ts'
import type { Visit } from '../shell/visit.ts'
import { type Names, scopeText, silenceBadge, timesText } from './silence-texts.ts'

export interface SilenceList {
  state: ShownSilence['state'] | null
  silences: readonly ShownSilence[]
  counts: Record<'active' | 'scheduled', number>
  names: Names
  nextCursor: string | null
  notice: Content
}

export function silenceListView(visit: Visit, list: SilenceList): Html {
  const { t } = visit
  const { state, counts } = list
  const tabs = [null, ...SILENCE_STATES.toSorted()].map((one) => ({
    text: one === null ? t.shared.all : t.silences.states[one],
    address: withQuery(visit.address, { state: one }),
    isHere: one === state,
    count: one === 'active' || one === 'scheduled' ? counts[one] : undefined,
  }))
  const add = html`<a class="button primary" href="/silences/new">${icon('plus')}${t.silences.add}</a>`
  return shell(
    visit,
    { title: t.silences.title, place: 'silences', actions: visit.may('operator') ? add : null },
    html`${list.notice}<p>${t.silences.what}</p>
    ${live('silences', 'silence', html`${tabLinks(visit, t.silences.title, tabs)}${list.silences.length === 0 ? nothing(visit, list) : table(visit, list)}${pager(visit, list.nextCursor)}`)}`,
  )
}

function nothing({ t, may }: Visit, { state }: SilenceList): Html {
  const button = html`<a class="button" href="/silences/new">${t.silences.add}</a>`
  return emptyState(
    'bell-off',
    state === null ? t.silences.noneYet : t.silences.noMatch,
    may('operator') ? button : null,
  )
}

function table(visit: Visit, { silences, names }: SilenceList): Html {
  const { t } = visit
  const { columns } = t.silences
  return dataTable({
    caption: t.silences.title,
    rows: silences,
    key: ({ id }) => `silence-${id}`,
    address: ({ id }) => `/silences/${id}`,
    columns: [
      { name: columns.state, show: ({ state }) => silenceBadge(visit, state) },
      { name: columns.reason, kind: 'main', show: ({ id, reason }) => html`<a href="/silences/${id}">${reason}</a>` },
      { name: columns.scope, show: (silence) => html`<span>${scopeText(visit, silence, names)}</span>` },
      { name: columns.when, show: (silence) => timesText(visit, silence) },
      { name: columns.held, show: ({ notifications }) => t.silences.held(notifications) },
      { name: columns.by, show: ({ created_by }) => (created_by === null ? null : shortName(created_by)) },
      ...(visit.may('operator')
        ? [{ name: t.shared.actions, kind: 'actions' as const, show: (one: ShownSilence) => endButton(visit, one) }]
        : []),
    ],
  })
}

export function endButton({ t, csrf }: Visit, { id, state, reason }: ShownSilence): Content {
  if (state === 'expired') return null
  const text = state === 'active' ? t.silences.endNow : t.silences.cancel
  return actionButton({ action: `/silences/${id}/end`, csrf, label: `${text}: ${reason}` }, text)
}
