import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { html } from '../../platform/html.ts'
import { IdParams } from '../../platform/http/shapes.ts'
import { chartGroup } from '../charts/chart-view.ts'
import { deviceCharts, metricsOf, rulesOf } from '../charts/device-charts.ts'
import type { ConsoleContext } from '../console-context.ts'
import { chips, filterBar } from '../parts/list-parts.ts'
import { timeRangeOf, timeRangePicker, timeRangeQuery } from '../parts/time-range.ts'
import { showPage } from '../shell/show-page.ts'
import { measureName } from '../words/words.ts'
import { liveCharts, noReading } from './course.ts'
import { chosenMetrics } from './data-routes.ts'
import { deviceShell } from './device-header.ts'
import { exportLinks } from './export-links.ts'
import { shownDevice } from './find-device.ts'

const POINTS = 400

/** Every value of a device over time, one chart each. */
export function historyPage(server: FastifyInstance, { db, rules, offlineAfterS }: ConsoleContext): void {
  showPage(server, {
    path: '/devices/:id/history',
    policy: 'viewer',
    params: IdParams,
    query: Type.Object({ ...timeRangeQuery, metrics: Type.Optional(Type.String({ maxLength: 1_400 })) }),
    async show(visit, { params, query }) {
      const device = await shownDevice(db, params, visit.now)
      const range = timeRangeOf(visit, query)
      const known = metricsOf(device)
      const chosen = chosenMetrics(known, query.metrics)
      const charts = visit.isPart
        ? []
        : await deviceCharts(db, visit, {
            device,
            metrics: chosen.length === 0 ? known : chosen,
            range,
            points: POINTS,
            rules: await rulesOf(db, rules(), device),
            offlineAfterS,
          })
      const isEmpty = charts.every(({ lines }) => lines.t.length === 0)
      return deviceShell(
        visit,
        device,
        'history',
        { scripts: ['chart'], actions: exportLinks(visit, device.id, 'readings', range) },
        html`
          ${timeRangePicker(visit, range)}
          ${
            known.length < 2
              ? null
              : filterBar(
                  chips(
                    visit,
                    visit.t.telemetry.metrics,
                    'metrics',
                    known.map((value) => ({ text: measureName(visit.t, value), value })),
                  ),
                )
          }
          ${isEmpty && !visit.isPart ? noReading(visit, device) : chartGroup(visit, charts, liveCharts(device, range, charts))}`,
      )
    },
  })
}
