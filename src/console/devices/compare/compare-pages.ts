import type { FastifyPluginAsync } from 'fastify'
import Type, { type Static } from 'typebox'
import { recordDownload } from '../../../core/audit-log/record-download.ts'
import { browseDevices } from '../../../core/devices/lists/browse-devices.ts'
import { csvLine } from '../../../platform/files/csv.ts'
import { PlainText } from '../../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { metricsOf } from '../../frame/charts/device-charts.ts'
import { shownRangeOf, timeRangeOf, timeRangeQuery } from '../../frame/lists/time-range.ts'
import { showPage } from '../../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../../frame/page/reader.ts'
import { chosenLines } from './chosen-lines.ts'
import { compareView } from './compare-view.ts'
import { type ComparedLine, readComparison } from './read-comparison.ts'

/** Devices offered at once; the search finds others. */
const OFFERED = 12
const MS = 1_000

const LinesQuery = { ...timeRangeQuery, series: Type.Optional(Type.String({ maxLength: 800 })) }
const PageQuery = Type.Object({ ...LinesQuery, find: Type.Optional(PlainText({ maxLength: 100 })) })
const FileQuery = Type.Object(LinesQuery)

/** Several metrics of several devices in one chart. The choice is in the address. */
export const comparePages: FastifyPluginAsync<ConsoleContext> = async (server, { db, offlineAfterS, now }) => {
  showPage(server, 'viewer', 'device', '/compare', {
    query: PageQuery,
    async show(reader, { query }) {
      const range = shownRangeOf(reader, query)
      const comparison = reader.isPart
        ? null
        : await readComparison(db, reader, chosenLines(query.series), range, offlineAfterS)
      const devices = await offeredDevices(reader, query.find, comparison?.lines ?? [])
      return compareView(reader, { range, comparison, devices })
    },
  })

  server.get(
    '/compare/export',
    {
      config: { policy: 'viewer', scope: 'device' },
      exposeHeadRoute: false,
      schema: { hide: true, querystring: FileQuery },
    },
    async (request, reply) => {
      const reader = readerOf(request)
      const query = request.query as Static<typeof FileQuery>
      const range = timeRangeOf(reader, query)
      const { lines } = await readComparison(db, reader, chosenLines(query.series), range, offlineAfterS)
      const devices = new Map(lines.map(({ device }) => [device.id, device.name]))
      for (const [id, name] of devices) {
        await recordDownload(db, request, { what: 'readings', subject: { type: 'device', id, name } }, now())
      }
      return reply
        .header('content-disposition', 'attachment; filename="comparison.csv"')
        .type('text/csv; charset=utf-8')
        .send(csvOf(lines))
    },
  )

  /** Those found by name; without a name the compared ones, and others of the same module. */
  async function offeredDevices({ listed }: Reader, name: string | undefined, lines: readonly ComparedLine[]) {
    const compared = [...new Set(lines.map(({ device }) => device))]
    const isSearch = name !== undefined && name.trim() !== ''
    const modules = isSearch || compared.length === 0 ? null : [...new Set(compared.map(({ module }) => module))]
    const filter = { modules, statuses: null, tag: null, name: isSearch ? name.trim() : null, alarmed: false }
    const found = await browseDevices(
      db,
      listed,
      filter,
      { by: 'name', descending: false },
      { behind: null, limit: OFFERED },
    )
    const offered = isSearch
      ? found
      : [...compared, ...found.filter(({ id }) => compared.every((one) => one.id !== id))]
    return offered.slice(0, OFFERED).filter((device) => metricsOf(device).length > 0)
  }
}

/** The drawn points, in the reader's units. Buckets have their lowest and highest value. */
const csvOf = (lines: readonly ComparedLine[]): string =>
  [
    csvLine(['at', 'device_id', 'device', 'metric', 'unit', 'value', 'min', 'max']),
    ...lines.flatMap(({ choice, device, data: { unit, lines: drawn } }) =>
      drawn.t.flatMap((at, place) => {
        const value = drawn.v[place]
        if (value == null) return []
        const time = new Date(at * MS).toISOString()
        const extremes = [drawn.low?.[place] ?? value, drawn.high?.[place] ?? value]
        return [csvLine([time, device.id, device.name, choice.metric, unit, value, ...extremes])]
      }),
    ),
  ].join('')
