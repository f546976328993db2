import type { DeviceRecord } from '../../../core/devices/lists/list-devices.ts'
import type { CompiledRule } from '../../../core/rules/engine/compile-rule.ts'
import type { ReadingRecord } from '../../../core/telemetry/history/reading-record.ts'
import { MOST_NAMES } from '../../../core/telemetry/latest/latest-metrics.ts'
import { scaled } from '../../../core/vocabulary/units.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { ownProperty } from '../../../platform/own-property.ts'
import { measureName } from '../../../words/words.ts'
import { chartField, metricsOf } from '../../frame/charts/device-charts.ts'
import { severityNow } from '../../frame/charts/limits.ts'
import { sparkline } from '../../frame/charts/sparkline.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { shape } from '../../frame/parts/shape.ts'
import { historyOf } from './device-header.ts'

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
  ${measuredBy(device).map((metric) => metricCard(reader, device, metric, valuesOf(readings, metric), rules))}
  ${texts.map(([key, value]) => html`<div class="tile metric"><span class="meta">${measureName(t, key)}</span><strong>${String(value)}</strong></div>`)}
</section>
${flags.length === 0 ? null : html`<ul class="pills" aria-label="${t.ruleForm.fieldGroups.flags}">${flags.map(([key, value]) => flagPill(reader, key, value))}</ul>`}`
}

/** Battery and signal stand in the head of the page; of a device that sends nothing else, here as well. */
function measuredBy(device: DeviceRecord): string[] {
  const metrics = metricsOf(device)
  const measured = metrics.filter((metric) => metric !== 'battery' && metric !== 'signal')
  return measured.length === 0 ? metrics : measured
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
  return html`<a class="tile metric${severity === null ? '' : ` ${severity}`}" href="${historyOf(device, metric)}">
  <span class="meta">${measureName(t, metric)}${severity === null ? null : html` · ${t.shared.severities[severity]}`}</span>
  <strong data-value="${metric}">${format.value(metric, now)}</strong>
  ${values.length < 2 ? null : html`<span class="meta">${between(reader, metric, values)}</span>${sparkline(values, t.telemetry.recentValues(measureName(t, metric)))}`}
</a>`
}

/** The lowest and the highest value of the line below: "118 – 134". */
function between({ t, format }: Reader, metric: string, values: readonly number[]): Html {
  const scale = format.scaleOf(metric)
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) =>
    format.number(scaled(value, scale), scale.digits),
  )
  return html`<span title="${t.telemetry.between}">${least === most ? least : `${least} – ${most}`}<span class="unseen"> ${t.telemetry.between}</span></span>`
}

function flagPill(reader: Reader, key: string, value: unknown): Html {
  const { t, format } = reader
  const name = measureName(t, key)
  if (typeof value !== 'boolean') return html`<li class="pill-flag">${name} <b>${format.value(key, value)}</b></li>`
  return html`<li class="pill-flag${value ? ' on' : ''}">${shape(value ? 'diamond' : 'ring')}${name} <b>${value ? t.telemetry.on : t.telemetry.off}</b></li>`
}
