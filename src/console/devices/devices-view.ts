import {
  type DeviceCount,
  type DeviceOrder,
  type DevicePlace,
  SHOWN_STATUSES,
  shownStatus,
} from '../../devices/browse-devices.ts'
import type { DeviceRecord } from '../../devices/list-devices.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { MODULES } from '../../vocabulary/modules.ts'
import { SEVERITIES } from '../../vocabulary/severities.ts'
import { withQuery } from '../parts/addresses.ts'
import { moduleIcon, severityCount, statusBadge, statusMark } from '../parts/badges.ts'
import { type Column, dataTable } from '../parts/data-table.ts'
import { icon } from '../parts/icon.ts'
import { chips, filterBar, pager, searchBox } from '../parts/list-parts.ts'
import { emptyState, live } from '../parts/page-parts.ts'
import { batteryLevel, signalBars } from '../parts/signal.ts'
import { heartbeatStrip } from '../parts/sparkline.ts'
import { done, form } from '../shell/forms.ts'
import { shell } from '../shell/layout.ts'
import type { Visit } from '../shell/visit.ts'
import { headline } from './headline.ts'

export interface DeviceList {
  devices: readonly (DeviceRecord & { place: DevicePlace })[]
  /** Of the last 24 hours. */
  heard: ReadonlyMap<number, readonly boolean[]>
  counts: readonly DeviceCount[]
  tags: readonly { tag: string; count: number }[]
  order: DeviceOrder
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

const isFiltered = ({ status, module, tag, name, alerts }: DeviceList['query']): boolean =>
  [status, module, tag, name, alerts].some((choice) => choice !== undefined && choice !== '')

export function devicesView(visit: Visit, list: DeviceList): Html {
  const { t, may } = visit
  const isEmpty = list.counts.length === 0 && !isFiltered(list.query)
  return shell(
    visit,
    { title: t.shared.places.devices, place: 'devices', actions: isEmpty ? null : actions(visit) },
    html`
    ${done(doneText(visit, list.query))}
    ${
      isEmpty
        ? html`<section class="card">${emptyState('cpu', t.devices.noneYet, may('operator') ? waysToAdd(visit) : null)}</section>`
        : html`${filters(visit, list)}${may('operator') && list.devices.length > 0 ? selectionBar(visit) : null}${live('device-list', 'device reading alert', table(visit, list))}${pager(visit, list.next_cursor)}`
    }`,
  )
}

function doneText({ t }: Visit, { done: what, count }: DeviceList['query']): string | null {
  if (what === 'deleted') return t.devices.deleted
  if (what === 'imported') return t.devices.imported(Number(count ?? 0))
  return what === 'changed' ? t.devices.bulkDone(Number(count ?? 0)) : null
}

const waysToAdd = ({ t }: Visit): Html => html`
<p class="buttons"><a class="button primary" href="/devices/new">${icon('plus')}${t.devices.add}</a>
<a class="button" href="/devices/import">${icon('upload')}${t.devices.importCsv}</a></p>`

function actions(visit: Visit): Content {
  const { t, csrf, preferences, address, may } = visit
  const density = preferences.density === 'compact' ? 'comfortable' : 'compact'
  const { search } = new URL(address, 'http://here')
  return html`
  ${form(
    { action: '/devices/rows', csrf },
    html`<input type="hidden" name="density" value="${density}"><input type="hidden" name="to" value="${address}"><button class="quiet" title="${t.devices.rows[density]}">${icon(density === 'compact' ? 'rows-4' : 'rows-2')}<span class="unseen">${t.devices.rows[density]}</span></button>`,
  )}
  <a class="button quiet" href="/devices.csv${search}" download>${icon('download')}${t.shared.export}</a>
  ${may('operator') ? html`<a class="button quiet" href="/devices/import">${icon('upload')}${t.devices.importCsv}</a><a class="button primary" href="/devices/new">${icon('plus')}${t.devices.add}</a>` : null}`
}

function filters(visit: Visit, { counts, tags, query }: DeviceList): Html {
  const { t } = visit
  const chosen = (words: string | undefined) => (words === undefined || words === '' ? null : words.split(','))
  const [statuses, modules] = [chosen(query.status), chosen(query.module)]
  const sum = (isMeant: (one: DeviceCount) => boolean) =>
    counts.filter(isMeant).reduce((total, { count }) => total + count, 0)
  // Each facet counts what the other one leaves.
  const ofStatus = (status: string) =>
    sum((one) => one.status === status && (modules === null || modules.includes(one.module)))
  const ofModule = (module: string) =>
    sum((one) => one.module === module && (statuses === null || statuses.includes(one.status)))
  const withSome = (chip: { value: string; count: number }, picked: string[] | null) =>
    chip.count > 0 || picked?.includes(chip.value) === true
  return html`<div id="device-filters" class="stack tight" data-live="device">${filterBar(
    searchBox(visit, { name: 'name', label: t.devices.searchByName }),
    chips(
      visit,
      t.devices.byStatus,
      'status',
      SHOWN_STATUSES.map((value) => ({
        value,
        text: t.shared.deviceStatuses[value],
        count: ofStatus(value),
        mark: statusMark(value),
      })).filter((chip) => withSome(chip, statuses)),
    ),
    chips(visit, t.devices.byAlerts, 'alerts', [{ value: 'open', text: t.devices.withAlerts, mark: icon('bell') }]),
  )}${filterBar(
    chips(
      visit,
      t.devices.byModule,
      'module',
      MODULES.map((value) => ({
        value,
        text: t.shared.modules[value],
        count: ofModule(value),
        mark: icon(moduleIcon(value)),
      })).filter((chip) => withSome(chip, modules)),
    ),
    tagChips(visit, tags, query.tag),
  )}</div>`
}

/** One tag at a time; a tag may hold a comma. The one that is chosen is there even if it is rare. */
function tagChips(visit: Visit, tags: DeviceList['tags'], chosen: string | undefined): Content {
  const all = tags.map(({ tag }) => tag)
  const shown = chosen && !all.includes(chosen) ? [chosen, ...all] : all
  if (shown.length === 0) return null
  return html`<ul class="chips" aria-label="${visit.t.devices.byTag}">${shown.map((tag) => {
    const isChosen = tag === chosen
    return html`<li><a href="${withQuery(visit.address, { tag: isChosen ? null : tag })}"${isChosen ? html` aria-current="true"` : null}>${icon('tag')}${tag}</a></li>`
  })}</ul>`
}

function table(visit: Visit, { devices, heard, order }: DeviceList): Html {
  const { t, format } = visit
  if (devices.length === 0) {
    const reset = html`<p><a class="button" href="/devices">${t.devices.showAll}</a></p>`
    return html`<section class="card">${emptyState('search', t.devices.noMatch, reset)}</section>`
  }
  type Row = DeviceList['devices'][number]
  const sort = (by: DeviceOrder['by']): NonNullable<Column<Row>['sort']> => {
    const isThis = order.by === by
    // What people look for first: the beginning of the alphabet, what was heard last, what is nearly empty.
    const first = by === 'last_seen' ? '-last_seen' : by
    const other = first.startsWith('-') ? by : `-${by}`
    const present = `${order.descending ? '-' : ''}${order.by}`
    const address = withQuery(visit.address, { sort: isThis && present === first ? other : first })
    return { address, direction: isThis ? (order.descending ? 'descending' : 'ascending') : null }
  }
  const columns: Column<Row>[] = [
    ...(visit.may('operator') ? [selectColumn(visit)] : []),
    { name: t.devices.columns.status, show: (device) => statusBadge(t, shownStatus(device)) },
    {
      name: t.devices.columns.name,
      kind: 'main',
      sort: sort('name'),
      show: ({ id, name, tags, module }) =>
        html`<span class="named"><span class="kind" title="${t.shared.modules[module]}">${icon(moduleIcon(module))}<span class="unseen">${t.shared.modules[module]} </span></span><span><a href="/devices/${id}">${name}</a>${tags.length === 0 ? null : html` <span class="tags">${tags.map((tag) => html`<span class="tag">${tag}</span>`)}</span>`}</span></span>`,
    },
    {
      name: t.devices.columns.reading,
      show: (device) => html`<span data-value="headline-${device.id}">${headline(visit, device)}</span>`,
    },
    {
      name: t.shared.measures.battery!,
      sort: sort('battery'),
      show: ({ battery }) => (battery === null ? null : batteryLevel(visit, battery)),
    },
    {
      name: t.shared.measures.signal!,
      show: ({ signal }) => (signal === null ? null : signalBars(visit, signal)),
    },
    {
      name: t.devices.columns.lastSeen,
      sort: sort('last_seen'),
      show: ({ last_seen }) =>
        html`<span class="nowrap">${last_seen === null ? t.shared.never : format.ago(last_seen)}</span>`,
    },
    { name: t.shared.places.alerts, show: (device) => openAlerts(visit, device) },
    {
      name: t.devices.columns.day,
      show: ({ id }) => {
        const hours = heard.get(id) ?? []
        const some = hours.filter(Boolean).length
        return heartbeatStrip(
          hours.map((was) => (was ? 'good' : 'none')),
          t.devices.heardIn(some, hours.length),
        )
      },
    },
  ]
  return dataTable({
    caption: t.shared.places.devices,
    columns,
    rows: devices,
    key: ({ id }) => id,
    address: ({ id }) => `/devices/${id}`,
  })
}

const SELECTION = 'selection'

const selectColumn = ({ t }: Visit): Column<DeviceList['devices'][number]> => ({
  name: t.devices.select,
  kind: 'select',
  show: ({ id, name }) =>
    html`<input type="checkbox" name="ids" value="${id}" form="${SELECTION}" aria-label="${t.devices.selectOne(name)}">`,
})

/** What can be done to several devices at once. */
const selectionBar = ({ t, csrf, address }: Visit): Html => html`
<details class="selection"><summary>${t.devices.selection}</summary>${form(
  { action: '/devices/selection', csrf, id: SELECTION },
  html`<input type="hidden" name="to" value="${address}">
  <label class="choose-all" hidden><input type="checkbox" data-choose-all="${SELECTION}">${t.devices.selectAll}</label>
  <button class="quiet" name="what" value="disable">${icon('pause')}${t.devices.disableSelected}</button>
  <button class="quiet" name="what" value="enable">${icon('play')}${t.devices.enableSelected}</button>
  <span class="tag-selected"><label class="unseen" for="selection-tag">${t.devices.tag}</label><input id="selection-tag" name="tag" maxlength="50" placeholder="${t.devices.tag}">
  <button class="quiet" name="what" value="tag">${icon('tag')}${t.devices.tagSelected}</button>
  <button class="quiet" name="what" value="untag">${icon('x')}${t.devices.untagSelected}</button></span>`,
)}</details>`

function openAlerts({ t }: Visit, { id, open_alerts }: DeviceRecord): Content {
  const some = SEVERITIES.toReversed().filter((severity) => open_alerts[severity] > 0)
  if (some.length === 0) return null
  return html`<a class="plain" href="/devices/${id}/alerts">${some.map((severity) => severityCount(t, severity, open_alerts[severity]))}</a>`
}
