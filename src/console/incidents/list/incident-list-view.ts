import type { OpenCount } from '../../../core/incidents/count-open.ts'
import type { IncidentRecord } from '../../../core/incidents/incident-shape.ts'
import type { IncidentStatistics, Percentiles } from '../../../core/incidents/incident-statistics.ts'
import type { OpenOrder } from '../../../core/incidents/open-order.ts'
import type { Actor } from '../../../core/people/actor.ts'
import { SEVERITIES } from '../../../core/vocabulary/severities.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { countFilters, filterChips, viewTabs } from '../../alerts/list/list-filters.ts'
import { selectionBar } from '../../frame/bulk/selection-bar.ts'
import { type DeviceField, deviceField } from '../../frame/forms/device-field.ts'
import { choice, EMPTY_FORM, type FormState, field, form, formMessage, textArea } from '../../frame/forms/forms.ts'
import { siteField } from '../../frame/forms/site-field.ts'
import { filterForm, foldedFilters, pager } from '../../frame/lists/list-parts.ts'
import { savedFilters } from '../../frame/lists/saved-filters.ts'
import { sortChips } from '../../frame/lists/sorting.ts'
import { urlOf, withQuery } from '../../frame/page/addresses.ts'
import { shell } from '../../frame/page/layout.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { disclosure, emptyState, icon, live } from '../../frame/parts/page-parts.ts'
import { INCIDENT_VIEWS, type IncidentListQuery } from './incident-filter.ts'
import { incidentColumns, incidentTable } from './incident-table.ts'

interface IncidentList {
  query: IncidentListQuery
  order: OpenOrder | null
  incidents: readonly IncidentRecord[]
  nextCursor: string | null
  counts: readonly OpenCount[]
  /** Statistics of recent days; null if there was no incident. */
  statistics: IncidentStatistics | null
  lastResolution: Date | null
  device: DeviceField
  /** To whom the incidents can be assigned. */
  people: readonly Actor[]
  notice: Content
  /** Fields of the form that declares an incident, and of the one that filters. */
  state: { declare?: FormState; filter?: FormState }
}

export const STATISTICS_DAYS = 30
/** With more incidents than this, only the newest are counted. */
export const MOST_COUNTED = 5_000

export function incidentListView(reader: Reader, list: IncidentList): Html {
  const { t } = reader
  const { incidents, people, query } = list
  const { status: view = 'active' } = query
  const filters = {
    ...list,
    views: INCIDENT_VIEWS,
    names: { ...t.shared.incidentStatuses, ...t.incidents.views },
    view,
  }
  const columns = incidentColumns(reader, list.order)
  const mayAct = reader.may('operator')
  return shell(
    reader,
    {
      title: t.shared.places.incidents,
      place: 'incidents',
      actions: mayAct ? reportForm(reader, list.state.declare) : null,
    },
    html`${list.notice}
    ${live('incident-statistics', 'incident', statistics(reader, list.statistics))}
    ${live('incident-views', 'incident', viewTabs(reader, filters))}
    ${foldedFilters(
      reader,
      countFilters(query),
      html`${live('incident-filters', 'incident', filterChips(reader, filters))}${fieldFilters(reader, list)}${savedFilters(reader, 'incidents', isNarrowed(query))}${sortChips(reader, columns)}`,
      list.state.filter?.errors.device !== undefined,
    )}
    ${mayAct && view !== 'resolved' ? selectionBar(reader, 'incidents', people) : null}
    ${live('incidents', 'incident alert', incidents.length === 0 ? nothing(reader, list) : html`${incidentTable(reader, incidents, columns)}${pager(reader, list.nextCursor)}`)}`,
  )
}

function statistics({ t, format }: Reader, numbers: IncidentStatistics | null): Content {
  if (numbers === null) return null
  const { statistics: words } = t.incidents
  const time = (seconds: number | null) => (seconds === null ? '–' : format.duration(seconds))
  const within = ({ p90 }: Percentiles) => (p90 === null ? words.nobodyYet : words.nine(time(p90)))
  const { incidents, time_to_acknowledge_s: toAcknowledge, time_to_resolve_s: toResolve } = numbers
  const isCut = incidents >= MOST_COUNTED
  const tiles: [string, Content, string | null][] = [
    [
      words.incidents(STATISTICS_DAYS),
      isCut ? words.moreThan(format.number(incidents)) : format.number(incidents),
      isCut ? words.newest(format.number(incidents)) : words.open(numbers.open),
    ],
    [words.toAcknowledge, time(toAcknowledge.median), within(toAcknowledge)],
    [words.toResolve, time(toResolve.median), within(toResolve)],
    [words.falseAlarms, format.number(numbers.false_alarms), words.byThemselves(numbers.auto_resolved)],
  ]
  return html`<div class="tiles">${tiles.map(([name, value, more]) => html`<div class="tile"><span>${name}</span><strong>${value}</strong><span class="meta">${more}</span></div>`)}</div>`
}

function fieldFilters(reader: Reader, { query, device, state: { filter = EMPTY_FORM } }: IncidentList): Html {
  const { pathname } = urlOf(reader.address)
  return filterForm(
    reader,
    {
      own: ['device', 'device_id'],
      clear: isNarrowed(query) ? withQuery(pathname, { status: query.status ?? null }) : null,
    },
    deviceField(reader, device, { state: filter }),
  )
}

const isNarrowed = (query: IncidentListQuery): boolean => countFilters(query) > 0

function nothing({ t, format }: Reader, { query, lastResolution }: IncidentList): Html {
  const isPart = query.status === 'acknowledged' || query.status === 'resolved'
  if (isPart || isNarrowed(query) || query.cursor !== undefined) {
    return emptyState(
      'search',
      t.incidents.noMatch,
      html`<a class="button" href="/incidents">${t.incidents.showActive}</a>`,
    )
  }
  if (lastResolution === null)
    return emptyState('siren', t.incidents.noneYet, html`<a class="button" href="/rules">${t.alerts.toRules}</a>`)
  return emptyState(
    'circle-check',
    t.incidents.none,
    html`<p class="meta">${t.incidents.lastResolved} ${format.ago(lastResolution)}</p><a class="button" href="/incidents?status=resolved">${t.incidents.showResolved}</a>`,
  )
}

/** For what no rule has seen. */
function reportForm(reader: Reader, state: FormState = EMPTY_FORM): Html {
  const { t, csrf } = reader
  const { report } = t.incidents
  const severities = SEVERITIES.map((value) => ({ value, text: t.shared.severities[value] }))
  return disclosure(
    'report',
    html`${icon('plus')}${report.open}`,
    html`<h2>${report.open}</h2><p>${report.what}</p>
    ${form(
      { action: '/incidents', csrf },
      html`${formMessage(state)}${field({ name: 'title', label: report.title, maxlength: 200 }, state)}
      ${choice({ name: 'severity', label: t.terms.severity, options: severities, chosen: 'warning' }, state)}
      ${siteField(reader, 'operator', state)}
      ${textArea({ name: 'note', label: report.note, rows: 3, maxlength: 2_000, optional: true }, state)}
      <button class="primary">${t.incidents.report.open}</button>`,
    )}`,
  )
}
