import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { listRefusals, type RefusalRecord } from '../../../core/devices/refusals/refusal-store.ts'
import { HistoryQuery, historyPageOf, historyPlace } from '../../../core/telemetry/history/history-page.ts'
import { listReadings } from '../../../core/telemetry/history/history-store.ts'
import { type Content, html } from '../../../platform/html.ts'
import { limitOf, page, pageQuery } from '../../../platform/http/pagination.ts'
import { WordList, wordsIn } from '../../../platform/http/schemas/query-words.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { chips, filterBar, pager } from '../../frame/lists/list-parts.ts'
import { showPage } from '../../frame/page/pages-and-forms.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { codeBlock, emptyState, live } from '../../frame/parts/page-parts.ts'
import { refusalList } from '../connect/refusal-list.ts'
import { deviceShell } from '../device/device-header.ts'
import { shownDevice } from '../device/find-device.ts'
import { exportLinks } from './export-links.ts'
import { rawTable } from './raw-view.ts'
import { MARKS, markedReadings } from './reading-marks.ts'

const REFUSALS = 20
const LAST_DAY_MS = 86_400_000

/** The readings as received, newest first. */
export function rawPage(server: FastifyInstance, { db, publicUrl }: ConsoleContext): void {
  showPage(server, 'viewer', 'device', '/devices/:id/raw', {
    query: Type.Object({ ...HistoryQuery.properties, ...pageQuery, only: WordList(MARKS) }),
    async show(visitor, { params, query }) {
      const { device, reader } = await shownDevice(db, visitor, params)
      const { t } = reader
      const limit = limitOf(query)
      const found = await listReadings(db, historyPageOf(device.id, query))
      const { data, next_cursor } = page(found, limit, historyPlace)
      const refusals = reader.may('operator', device.site.id) ? await listRefusals(db, device.id, REFUSALS) : []
      const only = wordsIn('only', query.only, MARKS)
      const readings = markedReadings(data).filter(({ marks }) => only === null || only.some((mark) => marks.has(mark)))
      const lastDay = { from: new Date(reader.now.getTime() - LAST_DAY_MS), to: reader.now, preset: '24h' as const }
      return deviceShell(
        reader,
        device,
        'raw',
        { actions: exportLinks(reader, device.id, 'readings', lastDay) },
        html`
          ${reader.may('operator', device.site.id) ? live('refusals', 'refusal', refused(reader, refusals), device.id) : null}
          ${filterBar(
            chips(
              reader,
              t.telemetry.raw.only,
              'only',
              MARKS.map((value) => ({ text: markWord(reader, value), value })),
            ),
          )}
          ${live(
            'readings',
            'reading',
            html`${readings.length === 0 ? nothing(reader, publicUrl(), device.module) : rawTable(reader, device.id, readings)}${pager(reader, next_cursor)}`,
            device.id,
          )}`,
      )
    },
  })
}

const refused = (reader: Reader, refusals: readonly RefusalRecord[]): Content =>
  refusals.length === 0
    ? null
    : html`<details class="card"><summary>${reader.t.onboarding.refused} <span class="count">${refusals.length}</span></summary>${refusalList(reader, refusals)}</details>`

const markWord = ({ t }: Reader, mark: (typeof MARKS)[number]): string => {
  const { raw } = t.telemetry
  return { late: raw.late_only, suspect: raw.suspect_only, located: raw.located, raised: raw.raised }[mark]
}

function nothing({ t }: Reader, publicUrl: string, module: string): Content {
  const body = JSON.stringify({ module, metrics: {} })
  const curl = `curl -X POST ${publicUrl}/api/telemetry/ingest \\\n  -H 'X-Device-Token: …' \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`
  return emptyState(
    'radio',
    t.telemetry.raw.none,
    html`<p class="meta">${t.telemetry.raw.send}</p>${codeBlock(curl, 'curl')}`,
  )
}
