import type { PlaceNamer } from '../../core/headline/find-headlines.ts'
import type { Report } from '../../core/reports/read-report.ts'
import type { ReportColumn, ReportRow } from '../../core/reports/report.ts'
import { REPORT_KEYS, REPORT_KINDS, type ReportKey } from '../../core/reports/report-kinds.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { placeText } from '../frame/formats/place-text.ts'
import { type Column, dataTable } from '../frame/lists/data-table.ts'
import { otherParameters } from '../frame/lists/list-parts.ts'
import { tabLinks } from '../frame/lists/tab-links.ts'
import { type TimeRange, timeRangePicker } from '../frame/lists/time-range.ts'
import { urlOf, withQuery } from '../frame/page/addresses.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { emptyState, icon } from '../frame/parts/page-parts.ts'
import { evidenceOf } from './evidence.ts'

interface ReportPage {
  kind: ReportKey
  range: TimeRange
  /** The week before this one. */
  lastWeek: { from: Date; to: Date }
  tag: string | null
  /** The most frequent tags. */
  tags: readonly string[]
  /** Null for a period that is too long. */
  report: Report | null
  placeOf: PlaceNamer
  /** The rules whose alerts are counted, with their limits. */
  limits: Content
  /** The card of mails. */
  weekly: Content
  done: Content
}

export function reportView(reader: Reader, page: ReportPage): Html {
  const { t } = reader
  const { kind, range, report } = page
  const hasRows = report !== null && report.rows.length > 0
  return shell(
    reader,
    {
      title: t.shared.places.reports,
      place: 'reports',
      actions: hasRows
        ? html`<a class="button" href="${csvAddress(reader, kind, range)}" download>${icon('download')}<span>${t.reports.exportCsv}</span></a><button type="button" class="primary" data-print hidden>${icon('printer')}${t.terms.print}</button>`
        : null,
    },
    html`${page.done}
    <div class="not-printed">${kindTabs(reader, kind)}</div>
    <div class="not-printed beside report-choice">${timeRangePicker(reader, range)}${lastWeekLink(reader, page)}${tagForm(reader, page)}</div>
    <header class="beside report-head"><h2>${t.reports.kinds[kind].name}</h2><p class="meta">${about(reader, page)}</p></header>
    ${page.limits}
    ${
      report === null
        ? html`<p class="notice bad" role="alert">${t.reports.tooLong(REPORT_KINDS[kind].mostDays)}</p>`
        : hasRows
          ? html`${totalTiles(reader, report)}${reportTable(reader, page, report)}${notes(reader, report)}`
          : html`<section class="card">${emptyState('clipboard-check', t.reports.kinds[kind].none)}</section>`
    }
    ${page.weekly}`,
  )
}

/** The other kinds keep the period and the tag. The limits in force have a page of their own, for a day. */
const kindTabs = (reader: Reader, here: ReportKey): Html => {
  const { search } = urlOf(withQuery(reader.address, {}))
  return tabLinks(reader, reader.t.reports.list, [
    ...REPORT_KEYS.map((key) => ({
      text: reader.t.reports.kinds[key].name,
      address: `/reports/${key}${search}`,
      isHere: key === here,
    })),
    { text: reader.t.rules.limits.title, address: '/limits', isHere: false },
  ])
}

function lastWeekLink({ t, address }: Reader, { lastWeek: { from, to } }: ReportPage): Html {
  const week = { range: null, from: from.toISOString(), to: to.toISOString() }
  return html`<a class="button quiet" href="${withQuery(address, week)}">${t.reports.lastWeek}</a>`
}

function tagForm({ t, address }: Reader, { kind, tag, tags }: ReportPage): Content {
  if (tags.length === 0 && tag === null) return null
  const known = tag === null || tags.includes(tag) ? tags : [tag, ...tags]
  const options = [{ value: '', text: t.reports.allTags }, ...known.map((value) => ({ value, text: value }))]
  return html`<form class="inline-filters" method="get" action="/reports/${kind}">${otherParameters(address, ['tag'])}
    <select name="tag" aria-label="${t.reports.choose}">${options.map(({ value, text }) => html`<option value="${value}"${value === (tag ?? '') ? html` selected` : null}>${text}</option>`)}</select>
    <button class="quiet">${t.shared.filters.apply}</button></form>`
}

/** The period, site and tag of the numbers: also on paper. */
function about({ t, format, site }: Reader, { range, tag }: ReportPage): string {
  return [
    t.reports.ofPeriod(format.exact(range.from), format.exact(range.to)),
    ...(site === null ? [] : [t.reports.ofSite(site.name)]),
    ...(tag === null ? [] : [t.reports.ofTag(tag)]),
  ].join(' · ')
}

function totalTiles({ t, format }: Reader, { kind, totals }: Report): Html {
  const tiles = REPORT_KINDS[kind].columns.flatMap(({ name, amount, total }, place) => {
    const value = totals[place]
    if (total === null || value == null) return []
    return [
      html`<div class="tile"><dt>${t.reports.columns[name]}</dt><dd><strong>${format.amount(amount, value)}</strong></dd></div>`,
    ]
  })
  return html`<dl class="tiles totals">${tiles}</dl>`
}

function reportTable(reader: Reader, page: ReportPage, report: Report): Html {
  const { t, format } = reader
  const { kind, range } = page
  const { columns, main } = REPORT_KINDS[kind]
  const link = (row: ReportRow): Content => {
    const address = evidenceOf(kind, row, range)
    const name =
      address === null ? row.name : html`<a href="${address}" title="${t.reports.evidence(row.name)}">${row.name}</a>`
    return row.since == null
      ? name
      : html`<div>${name} <span class="meta">${t.reports.since(format.exact(row.since))}</span></div>`
  }
  const isOfFences = kind === 'visits'
  const place = columns.findIndex(({ name }) => name === main)
  const most = Math.max(...report.rows.map(({ values }) => values[place] ?? 0))
  const number = ({ name, amount }: ReportColumn, at: number): Column<ReportRow> => ({
    name: t.reports.columns[name],
    kind: 'number',
    show({ values }) {
      const value = values[at]
      if (value == null) return '–'
      const text = format.amount(amount, value)
      return name === main ? html`<span class="with-bar">${bar(value, most)}${text}</span>` : text
    },
  })
  return dataTable<ReportRow>({
    caption: t.reports.kinds[kind].name,
    rows: report.rows,
    key: ({ name, device, rule }) => `${device?.id ?? ''}-${rule ?? ''}-${name}`.replace(/[^\w-]/g, '-'),
    columns: [
      {
        name: isOfFences ? t.reports.geofence : kind === 'response' ? t.terms.rule : t.terms.device,
        kind: 'main',
        show: link,
      },
      ...(isOfFences ? [{ name: t.terms.device, show: ({ device }: ReportRow) => device?.name }] : []),
      ...columns.map(number),
      ...(kind === 'speeding' ? [{ name: t.reports.where, show: where(reader, page) }] : []),
    ],
  })
}

const where =
  (reader: Reader, { placeOf }: ReportPage) =>
  (row: ReportRow): Content =>
    row.at === null ? '–' : placeText(reader, row.at, placeOf(row.device?.site_id ?? null)(row.at))

/** How long a number is beside the largest one. */
const bar = (value: number, most: number): Html =>
  html`<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="${most <= 0 ? 0 : Math.round((100 * value) / most)}" height="8" rx="1"></rect></svg>`

function notes({ t }: Reader, { kind, isCut }: Report): Html {
  const about = kind === 'availability' ? t.reports.wholeDays : kind === 'response' ? t.reports.medians : null
  return html`${isCut ? html`<p class="notice">${t.reports.cut}</p>` : null}${about === null ? null : html`<p class="meta">${about}</p>`}`
}

function csvAddress({ address }: Reader, kind: ReportKey, { from, to }: TimeRange): string {
  const { search } = urlOf(withQuery(address, { range: null, from: from.toISOString(), to: to.toISOString() }))
  return `/reports/${kind}/rows.csv${search}`
}
