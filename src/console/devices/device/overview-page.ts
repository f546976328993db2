import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { type AlertRecord, listAlerts } from '../../../core/alerts/list-alerts.ts'
import type { DeviceRecord } from '../../../core/devices/lists/list-devices.ts'
import { offlineThresholdS } from '../../../core/devices/presence/offline-threshold.ts'
import { listReadings } from '../../../core/telemetry/history/history-store.ts'
import type { ReadingRecord } from '../../../core/telemetry/history/reading-record.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { deviceCharts, metricsOf, rulesOf } from '../../frame/charts/device-charts.ts'
import { deviceMarks } from '../../frame/charts/device-marks.ts'
import { doneOf } from '../../frame/forms/forms.ts'
import { shownRangeOf, type TimeRange, timeRangePicker, timeRangeQuery } from '../../frame/lists/time-range.ts'
import { showPage } from '../../frame/page/pages-and-forms.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { card, emptyState, icon, live, moreActions } from '../../frame/parts/page-parts.ts'
import { mapDataOf, trackOf } from '../track/track-data.ts'
import { alertActionNotice, alertList, noticeQuery } from './alert-list.ts'
import { course } from './charts-and-map.ts'
import { type DeviceEvent, listDeviceEvents, SHOWN_KINDS } from './device-events.ts'
import { compareLink, deviceAddress, deviceShell } from './device-header.ts'
import { addNoteForm } from './device-note-form.ts'
import { shortEventList } from './event-list.ts'
import { shownDevice } from './find-device.ts'
import { metricCards } from './metric-cards.ts'

const CHARTS = 4
const POINTS = 240
const TRACK_POINTS = 400
const READINGS = 40
const EVENTS = 8
/** Enough to fill the list after repeated events are merged. */
const EVENTS_READ = 200
const OPEN_ALERTS = 10

const OPEN = { statuses: ['firing', 'acknowledged'], severities: null, modules: null, from: null, to: null } as const

/** Overview of a device: latest values, charts and track, open alerts, events. */
export function deviceOverviewPage(server: FastifyInstance, context: ConsoleContext): void {
  const { db, rules, offlineAfterS } = context

  /** Charts and maps update themselves, so partial updates leave them out. */
  async function courseOf(reader: Reader, device: DeviceRecord, range: TimeRange): Promise<Html> {
    if (reader.isPart) return course(reader, device, range, null)
    const metrics = metricsOf(device).slice(0, CHARTS)
    const [charts, track, marks] = await Promise.all([
      rulesOf(db, reader.reach, rules(), device).then((ofDevice) =>
        deviceCharts(db, reader, { device, metrics, range, points: POINTS, rules: ofDevice, offlineAfterS }),
      ),
      trackOf(db, device, range, TRACK_POINTS),
      deviceMarks(db, reader, device.id, range),
    ])
    return course(reader, device, range, { charts, marks, map: mapDataOf(device, track, range) })
  }

  showPage(server, 'viewer', 'device', '/devices/:id', {
    query: Type.Object({ ...timeRangeQuery, ...noticeQuery }),
    async show(visitor, { params, query }) {
      const { device, reader } = await shownDevice(db, visitor, params)
      const range = shownRangeOf(reader, query)
      const [readings, alerts, events, ofDevice, drawn, notice] = await Promise.all([
        listReadings(db, { deviceId: device.id, from: null, to: null, behind: null, limit: READINGS }),
        listAlerts(
          db,
          reader.reach,
          { ...OPEN, statuses: [...OPEN.statuses], deviceId: device.id },
          { beforeId: null, limit: OPEN_ALERTS },
        ),
        listDeviceEvents(db, {
          deviceId: device.id,
          kinds: SHOWN_KINDS,
          from: range.from,
          to: range.to,
          limit: EVENTS_READ,
        }),
        rulesOf(db, reader.reach, rules(), device),
        courseOf(reader, device, range),
        alertActionNotice(db, reader, query),
      ])
      return deviceShell(
        reader,
        device,
        'overview',
        {
          scripts: ['chart'],
          actions: html`${metricsOf(device).length === 0 ? null : compareLink(reader, device, metricsOf(device).slice(0, 1))}${device.latest === null ? null : addNoteForm(reader, device)}${reader.may('operator', device.site.id) ? deviceActions(reader, device) : null}`,
        },
        device.latest === null
          ? neverSent(reader, device)
          : html`
            ${notice}${doneOf(reader.t.telemetry.notes.done, query.done)}
            ${live('metrics', 'reading', metricCards(reader, device, readings as ReadingRecord[], ofDevice), device.id)}
            ${timeRangePicker(reader, range)}
            ${drawn}
            <div class="columns">
              ${live('open-alerts', 'alert', openAlerts(reader, alerts), device.id)}
              ${live('recent-events', 'reading alert', recentEvents(reader, device, events), device.id)}
            </div>
            ${live('offline-after', 'reading', offlineAfter(reader, device, offlineAfterS), device.id)}`,
      )
    },
  })
}

/** When it counts as offline, and what was learnt of its interval if nobody set one. */
function offlineAfter({ t, format }: Reader, device: DeviceRecord, offlineAfterS: number): Html {
  const { telemetry: words } = t
  const { expected_interval_s, offline_after_s, usual_interval_s } = device
  const isLearnt = expected_interval_s === null && offline_after_s === null
  const thresholdS = offlineThresholdS(device, offlineAfterS)
  const texts = [
    words.offlineAfter(format.duration(thresholdS)),
    isLearnt && usual_interval_s === null ? words.unknownInterval : null,
    isLearnt && thresholdS > offlineAfterS ? words.usualInterval(format.duration(usual_interval_s!)) : null,
  ]
  return html`<p class="meta">${texts.filter((text) => text !== null).join(' · ')}</p>`
}

const deviceActions = ({ t }: Reader, { id }: DeviceRecord): Content =>
  moreActions(t, [
    html`<a class="button quiet" href="/silences/new?device_id=${id}">${icon('bell-off')}${t.deviceSettings.silence}</a>`,
    html`<a class="button quiet" href="${deviceAddress(id, 'settings')}#test">${icon('send')}${t.deviceSettings.test}</a>`,
  ])

function neverSent({ t, may }: Reader, { id, site }: DeviceRecord): Html {
  const way = may('operator', site.id)
    ? html`<a class="button primary" href="/devices/${id}/connect">${icon('plug')}${t.deviceSettings.howToConnect}</a>`
    : null
  return html`<div id="metrics" class="live" data-live="device reading">${emptyState('radio', t.telemetry.neverSent, way)}</div>`
}

const openAlerts = (reader: Reader, alerts: readonly AlertRecord[]): Html => {
  const { telemetry: t } = reader.t
  return card(
    t.openAlerts,
    alerts.length === 0 ? html`<p class="meta">${reader.t.alerts.noneOpen}</p>` : alertList(reader, alerts),
  )
}

function recentEvents(reader: Reader, { id }: DeviceRecord, events: readonly DeviceEvent[]): Html {
  const { telemetry: t } = reader.t
  const content: Content =
    events.length === 0 ? html`<p class="meta">${t.noEvents}</p>` : shortEventList(reader, events, EVENTS)
  return card(t.recentEvents, content, html`<a href="${deviceAddress(id, 'events')}">${t.allEvents}</a>`)
}
