import { type DeviceCount, SHOWN_STATUSES } from '../../../core/devices/lists/browse-devices.ts'
import { DEVICE_COLUMNS } from '../../../core/people/preferences/preferences.ts'
import { MODULES } from '../../../core/vocabulary/modules.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { ownProperty } from '../../../platform/own-property.ts'
import { selectionForm } from '../../frame/bulk/selection.ts'
import { done, field, filled, form } from '../../frame/forms/forms.ts'
import { chips, chosenWords, countOf, filterForm, listFilters, pager, searchBox } from '../../frame/lists/list-parts.ts'
import { sortChips } from '../../frame/lists/sorting.ts'
import { urlOf, withQuery } from '../../frame/page/addresses.ts'
import { shell } from '../../frame/page/layout.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { moduleIcon, statusMark } from '../../frame/parts/badges.ts'
import { emptyState, icon, live, moreActions } from '../../frame/parts/page-parts.ts'
import { type DeviceTable, deviceColumns, deviceTable } from './device-table.ts'

/** Tags that are shown as links. If there are more, any can be chosen in a field. */
export const TAGS = 12

interface DeviceList extends DeviceTable {
  counts: readonly DeviceCount[]
  tags: readonly { tag: string; count: number }[]
  next_cursor: string | null
  query: {
    status?: string
    module?: string
    tag?: string
    name?: string
    alerts?: string
    done?: string
    count?: string
  }
}

const countFilters = ({ status, module, tag, name, alerts }: DeviceList['query']): number =>
  [status, module, tag, name, alerts].filter((choice) => choice !== undefined && choice !== '').length

export function devicesView(reader: Reader, list: DeviceList): Html {
  const { t, may } = reader
  const columns = deviceColumns(reader, list)
  const isEmpty = list.counts.length === 0 && countFilters(list.query) === 0
  return shell(
    reader,
    { title: t.shared.places.devices, place: 'devices', actions: isEmpty ? null : actions(reader) },
    html`
    ${done(doneText(reader, list.query))}
    ${
      isEmpty
        ? html`<section class="card">${emptyState('cpu', t.devices.noneYet, may('operator') ? waysToAdd(reader) : null)}</section>`
        : html`${filters(reader, list, sortChips(reader, columns))}${live('device-list', 'device reading alert silence', deviceTable(reader, list, columns))}${pager(reader, list.next_cursor)}${may('operator') && list.devices.length > 0 ? selectionBar(reader) : null}`
    }`,
  )
}

function doneText({ t }: Reader, { done: what, count }: DeviceList['query']): string | null {
  if (what === 'deleted') return t.devices.deleted
  if (what === 'imported') return t.devices.imported(Number(count ?? 0))
  return what === 'changed'
    ? t.devices.bulkDone(Number(count ?? 0))
    : (ownProperty(t.shared.selection.nothing, what) ?? null)
}

const waysToAdd = ({ t }: Reader): Html => html`
<p class="buttons"><a class="button primary" href="/devices/new">${icon('plus')}${t.devices.add}</a>
<a class="button" href="/devices/import">${icon('upload')}${t.devices.importCsv}</a></p>`

function actions(reader: Reader): Content {
  const { t, csrf, preferences, address, may } = reader
  const density = preferences.density === 'compact' ? 'comfortable' : 'compact'
  const { search } = urlOf(address)
  const rows = form(
    { action: '/devices/rows', csrf },
    html`<input type="hidden" name="density" value="${density}"><input type="hidden" name="to" value="${address}"><button class="quiet">${icon(density === 'compact' ? 'rows-4' : 'rows-2')}${t.devices.rows[density]}</button>`,
  )
  return html`
  ${columnsMenu(reader)}
  ${may('operator') ? html`<a class="button primary" href="/devices/new">${icon('plus')}${t.devices.add}</a>` : null}
  ${moreActions(t, [
    may('operator')
      ? html`<a class="button quiet" href="/devices/import">${icon('upload')}${t.devices.importCsv}</a>`
      : null,
    html`<a class="button quiet" href="/devices.csv${search}" download>${icon('download')}${t.shared.export}</a>`,
    rows,
  ])}`
}

function filters(reader: Reader, { counts, tags, query }: DeviceList, sorts: Html): Html {
  const { t, address } = reader
  const chosen = (words: string | undefined) => (words === undefined || words === '' ? null : words.split(','))
  const [statuses, modules] = [chosen(query.status), chosen(query.module)]
  // Each facet is counted within the other one.
  const ofStatus = (status: string) =>
    countOf(counts, (one) => one.status === status && (modules === null || modules.includes(one.module)))
  const ofModule = (module: string) =>
    countOf(counts, (one) => one.module === module && (statuses === null || statuses.includes(one.status)))
  const facet = <Value extends string>(
    [name, label]: [name: 'status' | 'module', label: string],
    values: readonly Value[],
    chipOf: (value: Value) => { text: string; count: number; mark: Content },
  ) => {
    const picked = name === 'status' ? statuses : modules
    const all = values.map((value) => ({ value, ...chipOf(value) }))
    return chips(
      reader,
      label,
      name,
      all.filter(({ value, count }) => count > 0 || picked?.includes(value) === true),
    )
  }
  const statusChips = facet(['status', t.devices.byStatus], SHOWN_STATUSES, (status) => ({
    text: t.shared.deviceStatuses[status],
    count: ofStatus(status),
    mark: statusMark(status),
  }))
  const moduleChips = facet(['module', t.devices.byModule], MODULES, (module) => ({
    text: t.shared.modules[module],
    count: ofModule(module),
    mark: icon(moduleIcon(module)),
  }))
  return listFilters(reader, {
    quick: html`${searchBox(reader, { name: 'name', label: t.devices.searchByName })}
    ${live('device-statuses', 'device', statusChips)}
    ${chips(reader, t.devices.byAlerts, 'alerts', [{ value: 'open', text: t.devices.withAlerts, mark: icon('bell') }])}`,
    folded: html`${live('device-modules', 'device', moduleChips)}${tags.length > TAGS ? tagField(reader, query.tag) : tagChips(reader, tags, query.tag)}${sorts}`,
    active: countFilters(query),
    chosen: [
      ...chosenWords(reader, 'module', t.shared.modules),
      ...(query.tag === undefined || query.tag === ''
        ? []
        : [{ text: query.tag, without: withQuery(address, { tag: null }) }]),
    ],
  })
}

const tagField = (reader: Reader, chosen: string | undefined): Html =>
  filterForm(
    reader,
    { own: ['tag'], clear: null },
    field(
      {
        name: 'tag',
        label: reader.t.devices.tag,
        type: 'search',
        optional: true,
        maxlength: 50,
        offers: { of: 'tags', isSingle: true },
      },
      filled({ tag: chosen ?? '' }),
    ),
  )

/** One tag at a time, since a tag may contain a comma. The chosen tag is listed even if it is rare. */
function tagChips(reader: Reader, tags: DeviceList['tags'], chosen: string | undefined): Content {
  const all = tags.map(({ tag }) => tag)
  const shown = chosen && !all.includes(chosen) ? [chosen, ...all] : all
  if (shown.length === 0) return null
  return html`<ul class="chips" aria-label="${reader.t.devices.byTag}">${shown.map((tag) => {
    const isChosen = tag === chosen
    return html`<li><a href="${withQuery(reader.address, { tag: isChosen ? null : tag })}"${isChosen ? html` aria-current="true"` : null}>${icon('tag')}${tag}</a></li>`
  })}</ul>`
}

/** Actions on selected devices. */
const selectionBar = (reader: Reader): Html => {
  const { devices: words } = reader.t
  return html`<div class="selection bar">${selectionForm(
    reader,
    '/devices/selection',
    reader.t.alerts.selectAll,
    html`<button class="quiet" name="what" value="disable">${icon('pause')}${reader.t.terms.disable}</button>
  <button class="quiet" name="what" value="enable">${icon('play')}${reader.t.terms.enable}</button>
  <button class="quiet" name="what" value="silence">${icon('bell-off')}${reader.t.shared.selection.silence}</button>
  <span class="joined"><label class="unseen" for="selection-tag">${words.tag}</label><input id="selection-tag" name="tag" maxlength="50" placeholder="${words.tag}">
  <button class="quiet" name="what" value="tag">${icon('tag')}${words.tagSelected}</button>
  <button class="quiet" name="what" value="untag">${icon('x')}${words.untagSelected}</button></span>
  ${moveButton(reader)}`,
  )}</div>`
}

/** For people who may act in several sites. */
function moveButton(reader: Reader): Content {
  const sites = reader.sites.filter(({ id }) => reader.may('operator', id))
  if (sites.length < 2) return null
  const { devices, shared } = reader.t
  return html`<span class="joined"><select name="site_id" aria-label="${shared.site}">${sites.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</select>
  <button class="quiet" name="what" value="move">${icon('arrow-right')}${devices.moveSelected}</button></span>`
}

/** Chooses the columns of the list. Stored in the account; exports always have all columns. */
function columnsMenu({ t, csrf, preferences, address }: Reader): Html {
  const { columns, columnsMenu: words } = t.devices
  const box = (name: (typeof DEVICE_COLUMNS)[number]) => html`
    <div class="field tick"><input id="column-${name}" type="checkbox" name="columns" value="${name}"${preferences.device_columns.includes(name) ? html` checked` : null}><label for="column-${name}">${columns[name]}</label></div>`
  return html`<details class="columns-menu" data-menu><summary class="button quiet">${icon('columns-3')}${words.title}</summary>
  ${form(
    { action: '/devices/columns', csrf, label: words.title },
    html`<input type="hidden" name="to" value="${address}">
    ${DEVICE_COLUMNS.map(box)}
    <div class="buttons"><button class="primary">${t.shared.filters.apply}</button><button class="quiet" name="usual" value="yes">${words.usual}</button></div>`,
  )}</details>`
}
