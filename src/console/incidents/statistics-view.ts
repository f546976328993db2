import type { OpenCount } from '../../core/incidents/count-open.ts'
import type { IncidentStatistics, Percentiles } from '../../core/incidents/incident-statistics.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { ownProperty } from '../../platform/own-property.ts'
import { type Column, dataTable } from '../frame/lists/data-table.ts'
import { type TimeRange, timeRangePicker } from '../frame/lists/time-range.ts'
import { withQuery } from '../frame/page/addresses.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card, emptyState } from '../frame/parts/page-parts.ts'
import { incidentTabs, incidentViews } from './list/incident-tabs.ts'

/** All together, and by what. */
export const STATISTICS_OF = ['all', 'rule', 'severity'] as const

interface StatisticsOfPeriod {
  range: TimeRange
  counts: readonly OpenCount[]
  /** In the order of `STATISTICS_OF`. */
  groups: readonly (readonly IncidentStatistics[])[]
  /** Names of rules by key. */
  names: ReadonlyMap<string, string>
  mostCounted: number
}

export function statisticsView(
  reader: Reader,
  { range, counts, groups, names, mostCounted }: StatisticsOfPeriod,
): Html {
  const { t } = reader
  const { statistics: words } = t.incidents
  const [[all] = [], byRule = [], bySeverity = []] = groups
  const nameOfRule = (key: string) => names.get(key) ?? ownProperty<string>(words.origins, key) ?? key
  const nameOfSeverity = (key: string) => ownProperty<string>(t.shared.severities, key) ?? key
  return shell(
    reader,
    { title: t.shared.places.incidents, place: 'incidents' },
    html`${incidentTabs({ ...reader, address: '/incidents' }, incidentViews(reader, counts, null))}
    ${timeRangePicker(reader, range)}
    ${
      all === undefined
        ? html`<section class="card">${emptyState('circle-check', words.none)}</section>`
        : html`${tiles(reader, all, mostCounted)}
        ${card(words.byRule, table(reader, { caption: words.byRule, of: t.alerts.filters.rule, rows: [...byRule].sort(mostFirst) }, nameOfRule))}
        ${card(words.bySeverity, table(reader, { caption: words.bySeverity, of: t.terms.severity, rows: bySeverity }, nameOfSeverity))}
        <p><a href="${listOf(range)}">${words.toList}</a></p>`
    }`,
  )
}

const mostFirst = (one: IncidentStatistics, other: IncidentStatistics): number => other.incidents - one.incidents

/** The incidents that were counted. */
const listOf = ({ preset, from, to }: TimeRange): string =>
  preset === null
    ? withQuery('/incidents?status=all', { from: from.toISOString(), to: to.toISOString() })
    : `/incidents?status=all&range=${preset}`

function tiles({ t, format }: Reader, numbers: IncidentStatistics, mostCounted: number): Html {
  const { statistics: words } = t.incidents
  const time = (seconds: number | null) => (seconds === null ? '–' : format.duration(seconds))
  const within = ({ p90 }: Percentiles) => (p90 === null ? words.nobodyYet : words.nine(time(p90)))
  const { incidents, time_to_acknowledge_s: toAcknowledge, time_to_resolve_s: toResolve } = numbers
  const isCut = incidents >= mostCounted
  const shown: [string, Content, string | null][] = [
    [
      t.shared.places.incidents,
      isCut ? words.moreThan(format.number(incidents)) : format.number(incidents),
      isCut ? words.newest(format.number(incidents)) : words.open(numbers.open),
    ],
    [words.toAcknowledge, time(toAcknowledge.median), within(toAcknowledge)],
    [words.toResolve, time(toResolve.median), within(toResolve)],
    [words.falseAlarms, format.number(numbers.false_alarms), words.byThemselves(numbers.auto_resolved)],
  ]
  return html`<div class="tiles">${shown.map(([name, value, more]) => html`<div class="tile"><span>${name}</span><strong>${value}</strong><span class="meta">${more}</span></div>`)}</div>`
}

function table(
  { t, format }: Reader,
  { caption, of, rows }: { caption: string; of: string; rows: readonly IncidentStatistics[] },
  nameOf: (key: string) => string,
): Html {
  const { statistics: words } = t.incidents
  const median = ({ median: seconds }: Percentiles) => (seconds === null ? '–' : format.duration(seconds))
  const count = (
    name: string,
    key: 'incidents' | 'open' | 'false_alarms' | 'auto_resolved',
  ): Column<IncidentStatistics> => ({ name, kind: 'number', show: (row) => format.number(row[key]) })
  return dataTable<IncidentStatistics>({
    ...{ caption, rows },
    key: ({ key }) => key,
    columns: [
      { name: of, kind: 'main', show: ({ key }) => nameOf(key) },
      count(t.shared.places.incidents, 'incidents'),
      count(t.incidents.views.active, 'open'),
      count(words.falseAlarms, 'false_alarms'),
      count(words.autoResolved, 'auto_resolved'),
      { name: words.toAcknowledge, kind: 'number', show: (row) => median(row.time_to_acknowledge_s) },
      { name: words.toResolve, kind: 'number', show: (row) => median(row.time_to_resolve_s) },
    ],
  })
}
