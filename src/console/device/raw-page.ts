import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { listRefusals, type RefusalRecord } from '../../devices/refusals/refusal-store.ts'
import { HistoryQuery, historyPageOf, historyPlace } from '../../mobile/history-page.ts'
import { type Content, html } from '../../platform/html.ts'
import { limitOf, page, pageQuery } from '../../platform/http/pages.ts'
import { Words, wordsIn } from '../../platform/http/query-words.ts'
import { IdParams } from '../../platform/http/shapes.ts'
import { listReadings } from '../../telemetry/history-store.ts'
import type { ConsoleContext } from '../console-context.ts'
import { refusalList } from '../devices/refusal-list.ts'
import { codeBlock } from '../parts/code-block.ts'
import { chips, filterBar, pager } from '../parts/list-parts.ts'
import { emptyState, live } from '../parts/page-parts.ts'
import { showPage } from '../shell/show-page.ts'
import type { Visit } from '../shell/visit.ts'
import { deviceShell } from './device-header.ts'
import { exportLinks } from './export-links.ts'
import { shownDevice } from './find-device.ts'
import { rawTable } from './raw-view.ts'
import { MARKS, markedReadings } from './reading-marks.ts'

const REFUSALS = 20
const LAST_DAY_MS = 86_400_000

/** The readings as they came, newest first. */
export function rawPage(server: FastifyInstance, { db, publicUrl }: ConsoleContext): void {
  showPage(server, {
    path: '/devices/:id/raw',
    policy: 'viewer',
    params: IdParams,
    query: Type.Object({ ...HistoryQuery.properties, ...pageQuery, only: Words(MARKS) }),
    async show(visit, { params, query }) {
      const { t } = visit
      const device = await shownDevice(db, params, visit.now)
      const limit = limitOf(query)
      const found = await listReadings(db, historyPageOf(device.id, query))
      const { data, next_cursor } = page(found, limit, historyPlace)
      const refusals = visit.may('operator') ? await listRefusals(db, device.id, REFUSALS) : []
      const only = wordsIn('only', query.only, MARKS)
      const readings = markedReadings(data).filter(({ marks }) => only === null || only.some((mark) => marks.has(mark)))
      const lastDay = { from: new Date(visit.now.getTime() - LAST_DAY_MS), to: visit.now, preset: '24h' as const }
      return deviceShell(
        visit,
        device,
        'raw',
        { actions: exportLinks(visit, device.id, 'readings', lastDay) },
        html`
          ${visit.may('operator') ? live('refusals', 'refusal', refused(visit, refusals), device.id) : null}
          ${filterBar(
            chips(
              visit,
              t.telemetry.raw.only,
              'only',
              MARKS.map((value) => ({ text: markWord(visit, value), value })),
            ),
          )}
          ${live(
            'readings',
            'reading',
            html`${readings.length === 0 ? nothing(visit, publicUrl, device.module) : rawTable(visit, device.id, readings)}${pager(visit, next_cursor)}`,
            device.id,
          )}`,
      )
    },
  })
}

const refused = (visit: Visit, refusals: readonly RefusalRecord[]): Content =>
  refusals.length === 0
    ? null
    : html`<details class="card"><summary>${visit.t.onboarding.refused} <span class="count">${refusals.length}</span></summary>${refusalList(visit, refusals)}</details>`

const markWord = ({ t }: Visit, mark: (typeof MARKS)[number]): string => {
  const { raw } = t.telemetry
  return { late: raw.late_only, suspect: raw.suspect_only, located: raw.located, raised: raw.raised }[mark]
}

function nothing({ t }: Visit, publicUrl: string, module: string): Content {
  const body = JSON.stringify({ module, metrics: {} })
  const curl = `curl -X POST ${publicUrl}/api/telemetry/ingest \\\n  -H 'X-Device-Token: …' \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`
  return emptyState(
    'radio',
    t.telemetry.raw.none,
    html`<p class="meta">${t.telemetry.raw.send}</p>${codeBlock(curl, 'curl')}`,
  )
}
