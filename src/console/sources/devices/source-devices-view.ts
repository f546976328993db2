import { EXTERNAL_ID_STATES, type ExternalIdRecord } from '../../../core/sources/external-ids/external-id-shapes.ts'
import { type Html, html } from '../../../platform/html.ts'
import { type FormState, form, formMessage } from '../../frame/forms/forms.ts'
import { type Column, dataTable } from '../../frame/lists/data-table.ts'
import { filterBar, pager } from '../../frame/lists/list-parts.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { liveAgain } from '../../frame/parts/live-again.ts'
import { card, emptyState } from '../../frame/parts/page-parts.ts'
import { guidesCard } from '../adding/sender-guide.ts'
import type { ShownSource } from '../shown-source.ts'
import { againS, sourceAddress, sourceShell, sourceSummary } from '../source-state.ts'
import { adoptionRuleCard } from './adoption-rule-card.ts'
import { type Said, saidText } from './pending-values.ts'
import { proposalFields } from './proposal-fields.ts'

/** The script chooses all rows of the form with this id. */
const FORM = 'external-ids'

interface DevicesPage {
  reader: Reader
  source: ShownSource
  /** The whole URL of the source. */
  url: string
  state: ExternalIdRecord['state']
  externalIds: readonly ExternalIdRecord[]
  nextCursor: string | null
  /** Names of the devices that have been adopted, by id. */
  names: ReadonlyMap<number, string>
  /** Readings that the last messages of pending devices would make, by external ID. */
  says: ReadonlyMap<string, Said>
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
    <div class="connecting">
      <div class="stack">
        ${card(t.sections.devices, html`${filterBar(chips)}${list}`)}
        ${source.state === 'waiting' && guidesCard(reader, source, page.url)}
        ${adoptionRuleCard(reader, source, page.rule)}
      </div>
      <div class="stack">${sourceSummary(reader, source)}</div>
    </div>`,
  )
}

function idForm(page: DevicesPage): Html {
  const { reader, source, state, externalIds, adoption } = page
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
      columns: columns(page),
    })}
    <p class="buttons">${
      isPending
        ? html`${button('adopt', 'primary')}${button('ignore', 'quiet')}`
        : html`${button('release', 'quiet')}${state === 'adopted' ? button('ignore', 'quiet') : null}`
    }</p>`,
  )
}

interface Row {
  record: ExternalIdRecord
  place: number
}

function columns(page: DevicesPage): Column<Row>[] {
  const { reader, source, state, adoption, externalIds } = page
  const { t, format } = reader
  const { sources: words } = t
  const seen: Column<Row> = { name: words.lastSeen, show: ({ record }) => format.ago(record.last_seen) }
  const kept: Column<Row> = {
    name: words.quarantined,
    kind: 'number',
    show: ({ record: { external_id, quarantined } }) =>
      quarantined === 0
        ? '–'
        : html`<a href="${sourceAddress(source.id)}/quarantine?external_id=${external_id}${state === 'pending' ? '&of=pending' : ''}">${format.number(quarantined)}</a>`,
  }
  return [
    {
      name: t.terms.select,
      kind: 'select',
      show: ({ record: { external_id, label }, place }) => {
        const isOnly = externalIds.length === 1 && state === 'pending'
        const isTicked = adoption.values[`id_${place}`] === undefined ? isOnly : isChosen(adoption, place)
        return html`<input type="hidden" name="id_${place}" value="${external_id}"><input type="checkbox" name="chosen_${place}" value="yes" aria-label="${words.select(label ?? external_id)}"${isTicked ? html` checked` : null}>`
      },
    },
    { name: t.terms.device, kind: 'main', show: (row) => deviceCell(page, row) },
    ...(state === 'ignored'
      ? [seen]
      : state === 'pending'
        ? [seen, kept]
        : [
            seen,
            {
              name: words.messages,
              kind: 'number' as const,
              show: ({ record }: Row) => format.number(record.messages),
            },
            kept,
          ]),
  ]
}

function deviceCell({ reader, state, names, says, adoption }: DevicesPage, { record, place }: Row): Html {
  const { device_id, label, external_id, model } = record
  const said = says.get(external_id)
  return html`<div>
    ${device_id === null ? html`<strong>${label ?? external_id}</strong>` : html`<a href="/devices/${device_id}">${names.get(device_id) ?? `#${device_id}`}</a>`}
    <br><code class="meta">${external_id}</code>${model === null ? null : html` <span class="meta">${model}</span>`}
    ${said === undefined ? null : html`<br>${saidText(reader, said)}`}
    ${state === 'pending' ? proposalFields(reader, record, place, adoption) : null}
  </div>`
}

const isChosen = ({ values }: FormState, place: number): boolean => values[`chosen_${place}`] === 'yes'
