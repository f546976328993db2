import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { html } from '../../../platform/html.ts'
import { measureName } from '../../../words/words.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { chartGroup } from '../../frame/charts/chart-view.ts'
import { deviceCharts, metricsOf, rulesOf } from '../../frame/charts/device-charts.ts'
import { deviceMarks } from '../../frame/charts/device-marks.ts'
import { doneOf } from '../../frame/forms/forms.ts'
import { chips, filterBar } from '../../frame/lists/list-parts.ts'
import { shownRangeOf, timeRangePicker, timeRangeQuery } from '../../frame/lists/time-range.ts'
import { showPage } from '../../frame/page/pages-and-forms.ts'
import { liveCharts, noReading } from '../device/charts-and-map.ts'
import { compareLink, deviceShell } from '../device/device-header.ts'
import { addNoteForm } from '../device/device-note-form.ts'
import { shownDevice } from '../device/find-device.ts'
import { chosenMetrics } from './data-routes.ts'
import { exportLinks } from './export-links.ts'

const POINTS = 400

/** All metrics of a device over time, one chart each. */
export function historyPage(server: FastifyInstance, { db, rules, offlineAfterS }: ConsoleContext): void {
  showPage(server, 'viewer', 'device', '/devices/:id/history', {
    query: Type.Object({ ...timeRangeQuery, metrics: Type.Optional(Type.String({ maxLength: 1_400 })) }),
    async show(visitor, { params, query }) {
      const { device, reader } = await shownDevice(db, visitor, params)
      const range = shownRangeOf(reader, query)
      const known = metricsOf(device)
      const chosen = chosenMetrics(known, query.metrics)
      const charts = reader.isPart
        ? []
        : await deviceCharts(db, reader, {
            device,
            metrics: chosen.length === 0 ? known : chosen,
            range,
            points: POINTS,
            rules: await rulesOf(db, reader.reach, rules(), device),
            offlineAfterS,
          })
      const marks = reader.isPart ? [] : await deviceMarks(db, reader, device.id, range)
      const actions = html`${known.length === 0 ? null : compareLink(reader, device, chosen.length === 0 ? known.slice(0, 1) : chosen)}${addNoteForm(reader, device)}${exportLinks(reader, device.id, 'readings', range)}`
      const isEmpty = charts.every(({ lines }) => lines.t.length === 0)
      return deviceShell(
        reader,
        device,
        'history',
        { scripts: ['chart'], actions },
        html`
          ${doneOf(reader.t.telemetry.notes.done, query.done)}
          ${timeRangePicker(reader, range)}
          ${
            known.length < 2
              ? null
              : filterBar(
                  chips(
                    reader,
                    reader.t.telemetry.raw.values,
                    'metrics',
                    known.map((value) => ({ text: measureName(reader.t, value), value })),
                  ),
                )
          }
          ${isEmpty && !reader.isPart ? noReading(reader, device, range) : chartGroup(reader, charts, { live: liveCharts(device, range, charts), marks })}`,
      )
    },
  })
}
