import type { FastifyPluginAsync } from 'fastify'
import Type, { type Static } from 'typebox'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { recordDownload } from '../../core/audit-log/record-download.ts'
import { listTags } from '../../core/devices/lists/browse-devices.ts'
import { placeNamer } from '../../core/headline/find-headlines.ts'
import { userOf } from '../../core/people/credentials/caller.ts'
import { lastWeek } from '../../core/reports/mondays.ts'
import { isTooLongFor, type Report, readReport } from '../../core/reports/read-report.ts'
import type { ReportColumn, ReportKind } from '../../core/reports/report.ts'
import { REPORT_KEYS, REPORT_KINDS, type ReportKey } from '../../core/reports/report-kinds.ts'
import { addWeeklyReport, hasMail, listWeeklyReports, removeWeeklyReport } from '../../core/reports/weekly-reports.ts'
import { listRulesInForce } from '../../core/rules/editing/limits-in-force.ts'
import type { Amount } from '../../core/vocabulary/amounts.ts'
import { csvLine } from '../../platform/files/csv.ts'
import type { Content } from '../../platform/html.ts'
import { OneOf, PlainText } from '../../platform/http/schemas/shapes.ts'
import { fileSender } from '../../platform/http/send-file.ts'
import { workSlots } from '../../platform/long-work/work-slots.ts'
import type { ConsoleContext } from '../console-context.ts'
import { idOf } from '../frame/forms/form-fields.ts'
import { doneOf, EMPTY_FORM, type FormState, formMessage } from '../frame/forms/forms.ts'
import { shownRangeOf, type TimeRange, timeRangeOf, timeRangeQuery } from '../frame/lists/time-range.ts'
import { withDone, withQuery } from '../frame/page/addresses.ts'
import { showPage, takeForm } from '../frame/page/pages-and-forms.ts'
import { listedHere, type Reader, readerOf } from '../frame/page/reader.ts'
import { siteChoiceQuery } from '../frame/page/site-choice.ts'
import { countedLimits } from './counted-limits.ts'
import { reportView } from './report-view.ts'
import { weeklyCard } from './weekly-card.ts'

const KindParams = Type.Object({ kind: OneOf(REPORT_KEYS) })
const Tag = Type.Optional(PlainText({ maxLength: 50 }))
const Query = Type.Object({ ...timeRangeQuery, tag: Tag })
const FIRST = REPORT_KEYS[0]!
const USUAL = '7d'
const MOST_TAGS = 200
/** One at a time, since a report may read the tracks of many devices. */
const reports = workSlots('reports', { most: 16, mostOfOne: 2, atOnce: 1 })

/** Reports on a period: on a page, as a file, and every Monday by mail. */
export const reportsPages: FastifyPluginAsync<ConsoleContext> = async (server, { db, openTowns, now }) => {
  const sendFile = fileSender(server)

  const read = (reader: Reader, kind: ReportKey, range: TimeRange, tag: string | null): Promise<Report> =>
    reports.run(reader.user.id, () =>
      readReport(db, kind, {
        reach: reader.listed,
        ...{ tag, from: range.from, to: range.to, now: reader.now },
        language: reader.preferences.language,
      }),
    )

  /** The limits at the end of the period. */
  async function limitsOf(reader: Reader, kind: ReportKey, { to }: TimeRange): Promise<Content> {
    const { field }: ReportKind = REPORT_KINDS[kind]
    if (field === undefined) return null
    const at = to < reader.now ? to : reader.now
    return countedLimits(reader, await listRulesInForce(db, reader.listed, at), field)
  }

  async function page(
    reader: Reader,
    kind: ReportKey,
    query: Static<typeof Query>,
    { done, state = EMPTY_FORM }: { done?: string | undefined; state?: FormState },
  ) {
    const range = shownRangeOf(reader, query, USUAL)
    const tag = query.tag?.trim() || null
    const shown = { kind, site_id: reader.site?.id ?? null, tag }
    const [tags, own, mail] = await Promise.all([
      listTags(db, reader.listed, MOST_TAGS),
      listWeeklyReports(db, reader.user.id),
      hasMail(db, reader.user.id),
    ])
    const report = isTooLongFor(kind, range) ? null : await read(reader, kind, range, tag)
    const sites = reader.sites.map(({ id }) => id)
    const hasPlaces = report?.rows.some(({ at }) => at !== null) === true
    const placeOf = hasPlaces ? await placeNamer(db, sites, openTowns) : () => () => null
    return reportView(reader, {
      ...{ kind, range, tag, report, placeOf },
      limits: await limitsOf(reader, kind, range),
      lastWeek: lastWeek(reader.now, reader.format.zone),
      tags: tags.map(({ tag: name }) => name).sort(),
      weekly: weeklyCard(reader, { shown, own, hasMail: mail }),
      done: [
        doneOf({ added: reader.t.reports.weekly.added, removed: reader.t.reports.weekly.removed }, done),
        formMessage(state),
      ],
    })
  }

  showPage(server, 'viewer', 'site', '/reports', {
    query: Query,
    show: (reader, { query }) => page(reader, FIRST, query, { done: query.done }),
  })

  showPage(server, 'viewer', 'site', '/reports/:kind', {
    params: KindParams,
    query: Query,
    show: (reader, { params, query }) => page(reader, params.kind, query, { done: query.done }),
  })

  server.get(
    '/reports/:kind/rows.csv',
    {
      config: { policy: 'viewer', scope: 'site' },
      schema: { hide: true, params: KindParams, querystring: Query },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const reader = readerOf(request)
      const { kind } = request.params as Static<typeof KindParams>
      const query = request.query as Static<typeof Query>
      const report = await read(reader, kind, timeRangeOf(reader, query, USUAL), query.tag?.trim() || null)
      return sendFile(reply, {
        download: {
          name: `report-${kind}-${now().toISOString().slice(0, 10)}.csv`,
          record: () =>
            recordDownload(db, request, { what: 'report', asked: { kind }, reach: listedHere(request) }, now()),
        },
        type: 'text/csv; charset=utf-8',
        reader: userOf(request).id,
        check: request.readmit,
        pieces: () => csvOf(report),
      })
    },
  )

  takeForm(server, 'viewer', 'site', '/reports/:kind/weekly', {
    params: KindParams,
    body: Type.Object({ site: siteChoiceQuery.site, tag: Tag }),
    async submit(request, { site = 'all', tag = '' }) {
      const { user, format } = readerOf(request)
      const { kind } = request.params
      const wanted = { kind, site_id: site === 'all' ? null : Number(site), tag: tag.trim() || null }
      await addWeeklyReport(db, { ...user, zone: format.zone }, wanted, changeBy(request), now())
      return withDone(withQuery(`/reports/${kind}`, { site, tag: wanted.tag }), 'added')
    },
    again: (request, state) => page(readerOf(request), request.params.kind, {}, { state }),
  })

  takeForm(server, 'viewer', 'site', '/reports/weekly/:id/removal', {
    async submit(request) {
      await removeWeeklyReport(db, userOf(request), idOf(request), changeBy(request), now())
      return withDone('/reports', 'removed')
    },
    again: (request, state) => page(readerOf(request), FIRST, {}, { state }),
  })
}

/** Units of the numbers in a file: as they are stored. */
const UNITS: Record<Amount, string> = {
  count: '',
  distance: '_m',
  duration: '_s',
  speed: '_kmh',
  share: '_share',
  level: '_percent',
}

/** "top_speed_kmh" */
const columnOf = ({ name, amount }: ReportColumn): string =>
  `${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}${UNITS[amount]}`

async function* csvOf({ kind, rows }: Report): AsyncGenerator<string> {
  const { columns } = REPORT_KINDS[kind]
  yield csvLine(['name', 'device_id', 'device', 'rule_key', ...columns.map(columnOf), 'lat', 'lng'])
  for (const { name, device, rule, values, at } of rows)
    yield csvLine([name, device?.id ?? null, device?.name ?? null, rule, ...values, at?.lat ?? null, at?.lng ?? null])
}
