import { EXTERNAL_ID_STATES, type ExternalIdRecord } from '../../../core/sources/external-ids/external-id-shapes.ts'
import type { StoredSource } from '../../../core/sources/source-store.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { type FormState, form, formMessage } from '../../frame/forms/forms.ts'
import { type Column, dataTable } from '../../frame/lists/data-table.ts'
import { filterBar, pager } from '../../frame/lists/list-parts.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { liveAgain } from '../../frame/parts/live-again.ts'
import { card, emptyState } from '../../frame/parts/page-parts.ts'
import { guidesCard } from '../adding/sender-guide.ts'
import { againS, sourceAddress, sourceShell, sourceSummary } from '../source-state.ts'
import { adoptionRuleCard } from './adoption-rule-card.ts'
import { proposalFields } from './proposal-fields.ts'

/** The script chooses all rows of the form with this id. */
const FORM = 'external-ids'

interface DevicesPage {
  reader: Reader
  source: StoredSource
  /** The whole URL of the source. */
  url: string
  state: ExternalIdRecord['state']
  externalIds: readonly ExternalIdRecord[]
  nextCursor: string | null
  /** Names of the devices that have been adopted, by id. */
  names: ReadonlyMap<number, string>
  done: string | undefined
  adoption: FormState
  rule: FormState
}

export function sourceDevicesView(page: DevicesPage): Html {
  const { reader, source, state, externalIds, nextCursor } = page
  const { sources: t } = reader.t
  const address = sourceAddress(source.id)
  const chips = html`<ul class="chips" aria-label="${reader.t.terms.state}">${EXTERNAL_ID_STATES.map(
    (one) =>
      html`<li><a href="${address}?state=${one}"${one === state ? html` aria-current="true"` : null}>${t.idStates[one]}</a></li>`,
  )}</ul>`
  const isEmpty = externalIds.length === 0
  // A list with fields is not refreshed: people are about to change them.
  const list = isEmpty
    ? liveAgain('external-ids-none', 'device', againS(source), emptyState('cpu', t.noIds[state]))
    : html`${idForm(page)}${pager(reader, nextCursor)}`
  return sourceShell(
    { reader, source, here: 'devices', done: page.done },
    html`
    ${sourceSummary(reader, source)}
    ${source.state === 'waiting' ? guidesCard(reader, source, page.url) : null}
    ${card(t.sections.devices, html`${filterBar(chips)}${list}`)}
    ${adoptionRuleCard(reader, source, page.rule)}`,
  )
}

function idForm({ reader, source, state, externalIds, names, adoption }: DevicesPage): Html {
  const { sources: t } = reader.t
  const isPending = state === 'pending'
  const button = (what: 'adopt' | 'ignore' | 'release', look: 'primary' | 'quiet') =>
    html`<button class="${look}" name="what" value="${what}">${t.verbs[what]}</button>`
  return form(
    {
      action: `${sourceAddress(source.id)}/${isPending ? 'adopted' : 'released'}`,
      csrf: reader.csrf,
      id: FORM,
      label: t.sections.devices,
    },
    html`
    ${formMessage(adoption)}
    <input type="hidden" name="state" value="${state}">
    <label class="choose-all" hidden><input type="checkbox" data-choose-all="${FORM}">${t.chooseAll}</label>
    ${dataTable({
      caption: t.idStates[state],
      rows: externalIds.map((record, place) => ({ record, place })),
      key: ({ place }) => `external-id-${place}`,
      columns: columns(reader, state, names, adoption, externalIds.length === 1),
    })}
    <p class="buttons">${
      isPending
        ? html`${button('adopt', 'primary')}${button('ignore', 'quiet')}`
        : html`${button('release', 'primary')}${state === 'adopted' ? button('ignore', 'quiet') : null}`
    }</p>`,
  )
}

interface Row {
  record: ExternalIdRecord
  place: number
}

function columns(
  reader: Reader,
  state: DevicesPage['state'],
  names: DevicesPage['names'],
  adoption: FormState,
  isOnly: boolean,
): Column<Row>[] {
  const { t, format } = reader
  const { sources: words } = t
  const shownOf = ({ device_id, label, external_id }: ExternalIdRecord): Content =>
    device_id === null
      ? (label ?? external_id)
      : html`<a href="/devices/${device_id}">${names.get(device_id) ?? `#${device_id}`}</a>`
  return [
    {
      name: t.terms.select,
      kind: 'select',
      show: ({ record, place }) => {
        const { external_id, label } = record
        const isTicked =
          adoption.values[`id_${place}`] === undefined ? isOnly && state === 'pending' : isChosen(adoption, place)
        return html`<input type="hidden" name="id_${place}" value="${external_id}"><input type="checkbox" name="chosen_${place}" value="yes" aria-label="${words.select(label ?? external_id)}"${isTicked ? html` checked` : null}>`
      },
    },
    {
      name: t.terms.device,
      kind: 'main',
      show: ({ record, place }) =>
        html`<div>${shownOf(record)}<br><code class="meta">${record.external_id}</code>${record.model === null ? null : html` <span class="meta">${record.model}</span>`}
        ${state === 'pending' ? proposalFields(reader, record, place, adoption) : null}</div>`,
    },
    { name: words.lastSeen, show: ({ record }) => format.ago(record.last_seen) },
    { name: words.messages, kind: 'number', show: ({ record }) => format.number(record.messages) },
    { name: words.quarantined, kind: 'number', show: ({ record }) => format.number(record.quarantined) },
  ]
}

const isChosen = ({ values }: FormState, place: number): boolean => values[`chosen_${place}`] === 'yes'
