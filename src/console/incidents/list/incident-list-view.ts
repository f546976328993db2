import type { Headline } from '../../../core/headline/headline.ts'
import type { OpenCount } from '../../../core/incidents/count-open.ts'
import type { IncidentRecord } from '../../../core/incidents/incident-shape.ts'
import type { OpenOrder } from '../../../core/incidents/open-order.ts'
import type { Actor } from '../../../core/people/actor.ts'
import { SEVERITIES } from '../../../core/vocabulary/severities.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { chosenOf, countFilters, moduleChips, severityChips } from '../../alerts/list/list-filters.ts'
import { selectionBar } from '../../frame/bulk/selection-bar.ts'
import { type DeviceField, deviceField } from '../../frame/forms/device-field.ts'
import { choice, EMPTY_FORM, type FormState, field, form, formMessage, textArea } from '../../frame/forms/forms.ts'
import { siteField } from '../../frame/forms/site-field.ts'
import { filterForm, listFilters, pager } from '../../frame/lists/list-parts.ts'
import { type Period, periodFilter } from '../../frame/lists/period-filter.ts'
import { savedFilters } from '../../frame/lists/saved-filters.ts'
import { sortChips } from '../../frame/lists/sorting.ts'
import { urlOf, withQuery } from '../../frame/page/addresses.ts'
import { shell } from '../../frame/page/layout.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { disclosure, emptyState, icon, live } from '../../frame/parts/page-parts.ts'
import type { IncidentListQuery } from './incident-filter.ts'
import { incidentGroups, type NamedGroup } from './incident-groups.ts'
import { incidentColumns, incidentTable } from './incident-table.ts'
import { incidentTabs, incidentViews } from './incident-tabs.ts'

interface IncidentList {
  query: IncidentListQuery
  order: OpenOrder | null
  period: Period
  incidents: readonly IncidentRecord[]
  groups: readonly NamedGroup[]
  headlines: ReadonlyMap<number, Headline>
  nextCursor: string | null
  counts: readonly OpenCount[]
  lastResolution: Date | null
  device: DeviceField
  /** The name of the rule that the list is limited to. */
  rule: string | null
  /** To whom the incidents can be assigned. */
  people: readonly Actor[]
  notice: Content
  /** Fields of the form that declares an incident, and of the one that filters. */
  state: { declare?: FormState; filter?: FormState }
}

export function incidentListView(reader: Reader, list: IncidentList): Html {
  const { t } = reader
  const { incidents, people, query } = list
  const { status: view = 'active' } = query
  const views = incidentViews(reader, list.counts, view)
  const columns = incidentColumns(reader, list.order, list.headlines)
  const mayAct = reader.may('operator')
  return shell(
    reader,
    {
      title: t.shared.places.incidents,
      place: 'incidents',
      actions: mayAct ? reportForm(reader, list.state.declare) : null,
    },
    html`${list.notice}
    ${live('incident-views', 'incident', incidentTabs(reader, views))}
    ${listFilters(reader, {
      quick: html`${live('incident-filters', 'incident', severityChips(reader, views))}${periodFilter(reader, list.period)}`,
      folded: html`${moduleChips(reader)}${fieldFilters(reader, list)}${sortChips(reader, columns)}`,
      isOpen: list.state.filter?.errors.device !== undefined,
      active: countFilters(query),
      chosen: [
        ...chosenOf(reader, list.device),
        ...(list.rule === null ? [] : [{ text: list.rule, without: withQuery(reader.address, { rule: null }) }]),
      ],
      more: savedFilters(reader, 'incidents', isNarrowed(query)),
    })}
    ${live('incidents', 'incident alert', html`${incidentGroups(reader, list.groups)}${incidents.length > 0 ? incidentTable(reader, incidents, columns) : list.groups.length > 0 ? null : nothing(reader, list)}${pager(reader, list.nextCursor)}`)}
    ${mayAct && view !== 'resolved' ? selectionBar(reader, 'incidents', people) : null}`,
  )
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
