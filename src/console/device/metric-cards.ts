import type { CompiledRule } from '../../alerts/compile-rule.ts'
import type { DeviceRecord } from '../../devices/list-devices.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { own } from '../../platform/own.ts'
import type { ReadingRecord } from '../../telemetry/history-store.ts'
import { fieldOf, metricsOf } from '../charts/device-charts.ts'
import { severityNow } from '../charts/limits.ts'
import { withUnit } from '../formats/formats.ts'
import { scaleOf } from '../formats/units.ts'
import { shape } from '../parts/shape.ts'
import { sparkline } from '../parts/sparkline.ts'
import type { Visit } from '../shell/visit.ts'
import { measureName } from '../words/words.ts'
import { deviceAddress } from './device-header.ts'

/** What a device has sent last, each value with where it comes from. `readings` are its newest, newest first. */
export function metricCards(
  visit: Visit,
  device: DeviceRecord,
  readings: readonly ReadingRecord[],
  rules: readonly CompiledRule[],
): Content {
  const { t } = visit
  const texts = Object.entries(device.latest?.metrics ?? {}).filter(([, value]) => typeof value === 'string')
  const flags = Object.entries(device.latest?.flags ?? {})
  return html`<section aria-label="${t.telemetry.latest}" class="metric-cards">
  ${metricsOf(device).map((metric) => metricCard(visit, device, metric, valuesOf(readings, metric), rules))}
  ${texts.map(([key, value]) => html`<div class="tile metric"><span class="meta">${measureName(t, key)}</span><strong>${String(value)}</strong></div>`)}
</section>
${flags.length === 0 ? null : html`<ul class="pills" aria-label="${t.telemetry.flags}">${flags.map(([key, value]) => flagPill(visit, key, value))}</ul>`}`
}

/** From old to new. */
const valuesOf = (readings: readonly ReadingRecord[], metric: string): number[] =>
  readings
    .map((reading) => (metric === 'battery' || metric === 'signal' ? reading[metric] : own(reading.metrics, metric)))
    .filter((value): value is number => typeof value === 'number')
    .reverse()

function metricCard(
  visit: Visit,
  device: DeviceRecord,
  metric: string,
  values: readonly number[],
  rules: readonly CompiledRule[],
): Html {
  const { t, format } = visit
  const now = (
    metric === 'battery' || metric === 'signal' ? device[metric] : own(device.latest?.metrics ?? {}, metric)
  ) as number
  const severity = severityNow(rules, fieldOf(metric), device, now, visit.now)
  const before = values.at(-2)
  return html`<a class="tile metric${severity === null ? '' : ` ${severity}`}" href="${deviceAddress(device.id, 'history')}?metrics=${metric}">
  <span class="meta">${measureName(t, metric)}${severity === null ? null : html` · ${t.shared.severities[severity]}`}</span>
  <strong data-value="${metric}">${format.value(metric, now)}</strong>
  <span class="meta">${before === undefined ? null : change(visit, metric, now, before)}</span>
  ${values.length < 2 ? null : sparkline(values, t.telemetry.recentValues(measureName(t, metric)))}
</a>`
}

function change({ t, format, preferences }: Visit, metric: string, now: number, before: number): Html {
  const scale = scaleOf(metric, preferences)
  const difference = format.number(scale.shownDifference(Math.abs(now - before)), scale.digits)
  if (difference === '0') return html`${t.telemetry.unchanged}`
  return html`<span title="${t.telemetry.before}">${now > before ? '+' : '−'}${withUnit(difference, scale.unit)}<span class="unseen"> ${t.telemetry.before}</span></span>`
}

function flagPill(visit: Visit, key: string, value: unknown): Html {
  const { t, format } = visit
  const name = measureName(t, key)
  if (typeof value !== 'boolean') return html`<li class="pill-flag">${name} <b>${format.value(key, value)}</b></li>`
  return html`<li class="pill-flag${value ? ' on' : ''}">${shape(value ? 'diamond' : 'ring')}${name} <b>${value ? t.telemetry.on : t.telemetry.off}</b></li>`
}
