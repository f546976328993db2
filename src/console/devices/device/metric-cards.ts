import type { DeviceRecord } from '../../../core/devices/lists/list-devices.ts'
import type { CompiledRule } from '../../../core/rules/engine/compile-rule.ts'
import type { ReadingRecord } from '../../../core/telemetry/history/reading-record.ts'
import { MOST_NAMES } from '../../../core/telemetry/latest/latest-metrics.ts'
import { withUnit } from '../../../core/vocabulary/numbers.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { ownProperty } from '../../../platform/own-property.ts'
import { measureName } from '../../../words/words.ts'
import { chartField, metricsOf } from '../../frame/charts/device-charts.ts'
import { severityNow } from '../../frame/charts/limits.ts'
import { sparkline } from '../../frame/charts/sparkline.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { shape } from '../../frame/parts/shape.ts'
import { deviceAddress } from './device-header.ts'

/** The latest values of a device, each with its recent history. `readings` is newest first. */
export function metricCards(
  reader: Reader,
  device: DeviceRecord,
  readings: readonly ReadingRecord[],
  rules: readonly CompiledRule[],
): Content {
  const { t } = reader
  const texts = Object.entries(device.latest?.metrics ?? {}).filter(([, value]) => typeof value === 'string')
  const flags = Object.entries(device.latest?.flags ?? {})
  const hasMost = [device.latest?.metrics, device.latest?.flags].some(
    (of) => Object.keys(of ?? {}).length >= MOST_NAMES,
  )
  return html`${hasMost ? html`<p class="notice warn">${t.telemetry.manyNames(MOST_NAMES)}</p>` : null}<section aria-label="${t.telemetry.latest}" class="metric-cards">
  ${metricsOf(device).map((metric) => metricCard(reader, device, metric, valuesOf(readings, metric), rules))}
  ${texts.map(([key, value]) => html`<div class="tile metric"><span class="meta">${measureName(t, key)}</span><strong>${String(value)}</strong></div>`)}
</section>
${flags.length === 0 ? null : html`<ul class="pills" aria-label="${t.ruleForm.fieldGroups.flags}">${flags.map(([key, value]) => flagPill(reader, key, value))}</ul>`}`
}

/** Oldest first. */
const valuesOf = (readings: readonly ReadingRecord[], metric: string): number[] =>
  readings
    .map((reading) =>
      metric === 'battery' || metric === 'signal' ? reading[metric] : ownProperty(reading.metrics, metric),
    )
    .filter((value): value is number => typeof value === 'number')
    .reverse()

function metricCard(
  reader: Reader,
  device: DeviceRecord,
  metric: string,
  values: readonly number[],
  rules: readonly CompiledRule[],
): Html {
  const { t, format } = reader
  const now = (
    metric === 'battery' || metric === 'signal' ? device[metric] : ownProperty(device.latest?.metrics ?? {}, metric)
  ) as number
  const severity = severityNow(rules, chartField(metric), device, now, reader.now)
  const before = values.at(-2)
  return html`<a class="tile metric${severity === null ? '' : ` ${severity}`}" href="${deviceAddress(device.id, 'history')}?metrics=${metric}">
  <span class="meta">${measureName(t, metric)}${severity === null ? null : html` · ${t.shared.severities[severity]}`}</span>
  <strong data-value="${metric}">${format.value(metric, now)}</strong>
  <span class="meta">${before === undefined ? null : change(reader, metric, now, before)}</span>
  ${values.length < 2 ? null : sparkline(values, t.telemetry.recentValues(measureName(t, metric)))}
</a>`
}

function change({ t, format }: Reader, metric: string, now: number, before: number): Html {
  const scale = format.scaleOf(metric)
  const difference = format.number(scale.shownDifference(Math.abs(now - before)), scale.digits)
  if (difference === '0') return html`${t.telemetry.unchanged}`
  return html`<span title="${t.telemetry.before}">${now > before ? '+' : '−'}${withUnit(difference, scale.unit)}<span class="unseen"> ${t.telemetry.before}</span></span>`
}

function flagPill(reader: Reader, key: string, value: unknown): Html {
  const { t, format } = reader
  const name = measureName(t, key)
  if (typeof value !== 'boolean') return html`<li class="pill-flag">${name} <b>${format.value(key, value)}</b></li>`
  return html`<li class="pill-flag${value ? ' on' : ''}">${shape(value ? 'diamond' : 'ring')}${name} <b>${value ? t.telemetry.on : t.telemetry.off}</b></li>`
}
