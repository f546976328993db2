import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { type AlertRecord, listAlerts } from '../../alerts/list-alerts.ts'
import type { DeviceRecord } from '../../devices/list-devices.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { IdParams } from '../../platform/http/shapes.ts'
import { listReadings, type ReadingRecord } from '../../telemetry/history-store.ts'
import { deviceCharts, metricsOf, rulesOf } from '../charts/device-charts.ts'
import type { ConsoleContext } from '../console-context.ts'
import { icon } from '../parts/icon.ts'
import { card, emptyState, live } from '../parts/page-parts.ts'
import { type TimeRange, timeRangeOf, timeRangePicker, timeRangeQuery } from '../parts/time-range.ts'
import { showPage } from '../shell/show-page.ts'
import type { Visit } from '../shell/visit.ts'
import { alertList, noticeOf, noticeQuery } from './alert-list.ts'
import { course } from './course.ts'
import { type DeviceEvent, listDeviceEvents, TELLING } from './device-events.ts'
import { deviceAddress, deviceShell } from './device-header.ts'
import { shortEventList } from './event-list.ts'
import { shownDevice } from './find-device.ts'
import { metricCards } from './metric-cards.ts'
import { mapDataOf, trackOf } from './track-data.ts'

const CHARTS = 4
const POINTS = 240
const TRACK_POINTS = 400
const READINGS = 40
const EVENTS = 8
/** The same again and again is shown as one. */
const EVENTS_READ = 200
const OPEN_ALERTS = 10

const OPEN = { statuses: ['firing', 'acknowledged'], severities: null, modules: null, from: null, to: null } as const

/** How a device is: its last values, how they and its place went, what is open, what happened. */
export function deviceOverviewPage(server: FastifyInstance, context: ConsoleContext): void {
  const { db, rules, offlineAfterS } = context

  /** Charts and maps keep themselves up to date, so a part of the page does without them. */
  async function courseOf(visit: Visit, device: DeviceRecord, range: TimeRange): Promise<Html> {
    if (visit.isPart) return course(visit, device, range, null)
    const metrics = metricsOf(device).slice(0, CHARTS)
    const [charts, track] = await Promise.all([
      rulesOf(db, rules(), device).then((ofDevice) =>
        deviceCharts(db, visit, { device, metrics, range, points: POINTS, rules: ofDevice, offlineAfterS }),
      ),
      trackOf(db, device, range, TRACK_POINTS),
    ])
    return course(visit, device, range, { charts, map: mapDataOf(device, track, range) })
  }

  showPage(server, {
    path: '/devices/:id',
    policy: 'viewer',
    params: IdParams,
    query: Type.Object({ ...timeRangeQuery, ...noticeQuery }),
    async show(visit, { params, query }) {
      const device = await shownDevice(db, params, visit.now)
      const range = timeRangeOf(visit, query)
      const [readings, alerts, events, ofDevice, drawn, notice] = await Promise.all([
        listReadings(db, { deviceId: device.id, from: null, to: null, behind: null, limit: READINGS }),
        listAlerts(
          db,
          { ...OPEN, statuses: [...OPEN.statuses], deviceId: device.id },
          { beforeId: null, limit: OPEN_ALERTS },
        ),
        listDeviceEvents(db, {
          deviceId: device.id,
          kinds: TELLING,
          from: range.from,
          to: range.to,
          limit: EVENTS_READ,
        }),
        rulesOf(db, rules(), device),
        courseOf(visit, device, range),
        noticeOf(db, visit, query),
      ])
      return deviceShell(
        visit,
        device,
        'overview',
        { scripts: ['chart', 'map'], actions: visit.may('operator') ? deviceActions(visit, device) : null },
        device.latest === null
          ? neverSent(visit, device)
          : html`
            ${notice}
            ${live('metrics', 'reading', metricCards(visit, device, readings as ReadingRecord[], ofDevice), device.id)}
            ${timeRangePicker(visit, range)}
            ${drawn}
            <div class="columns">
              ${live('open-alerts', 'alert', openAlerts(visit, alerts), device.id)}
              ${live('recent-events', 'reading alert', recentEvents(visit, device, events), device.id)}
            </div>`,
      )
    },
  })
}

const deviceActions = ({ t }: Visit, { id }: DeviceRecord): Html => html`
<a class="button quiet" href="${deviceAddress(id, 'settings')}#test">${icon('send')}${t.deviceSettings.test}</a>
<a class="button quiet" href="/silences/new?device_id=${id}">${icon('bell-off')}${t.deviceSettings.silence}</a>`

function neverSent({ t, may }: Visit, { id }: DeviceRecord): Html {
  const way = may('operator')
    ? html`<a class="button primary" href="/devices/${id}/connect">${icon('plug')}${t.deviceSettings.howToConnect}</a>`
    : null
  return html`<div id="metrics" class="live" data-live="device reading">${emptyState('radio', t.telemetry.neverSent, way)}</div>`
}

const openAlerts = (visit: Visit, alerts: readonly AlertRecord[]): Html => {
  const { telemetry: t } = visit.t
  return card(
    t.openAlerts,
    alerts.length === 0 ? html`<p class="meta">${t.noOpenAlerts}</p>` : alertList(visit, alerts),
  )
}

function recentEvents(visit: Visit, { id }: DeviceRecord, events: readonly DeviceEvent[]): Html {
  const { telemetry: t } = visit.t
  const content: Content =
    events.length === 0 ? html`<p class="meta">${t.noEvents}</p>` : shortEventList(visit, events, EVENTS)
  return card(t.recentEvents, content, html`<a href="${deviceAddress(id, 'events')}">${t.allEvents}</a>`)
}
