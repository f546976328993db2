import type { KeptReading } from '../../../core/incidents/evidence/readings-around.ts'
import type { LatestState } from '../../../core/telemetry/latest/latest-states.ts'
import { type Html, html } from '../../../platform/html.ts'
import { measureName } from '../../../words/words.ts'
import type { Reader } from '../../frame/page/reader.ts'

interface DeviceVitals {
  device: { id: number; name: string }
  readings: readonly KeptReading[]
  /** Null: only the values at the start. */
  latest: LatestState | null
}

type Values = Record<string, unknown>

/** Values of a device at the start of the incident and now. */
export function vitals(reader: Reader, since: Date, { device, readings, latest }: DeviceVitals): Html {
  const { t, format } = reader
  const { vitals: words } = t.incidents
  const then = readings.findLast(({ at }) => at <= since) ?? readings[0] ?? null
  const [before, now] = [then === null ? {} : valuesOf(then), latest === null ? {} : valuesOf(latest)]
  const fields = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  // An offline device has no present values.
  const latestWord = latest?.status === 'offline' ? words.last : t.terms.now
  const cell = (values: Values, field: string) =>
    Object.hasOwn(values, field) ? shown(reader, field, values[field]) : '–'
  return html`<section class="vitals"><h3><a href="/devices/${device.id}">${device.name}</a></h3>
  ${
    fields.length === 0
      ? html`<p class="meta">${words.none}</p>`
      : html`<table><caption class="unseen">${words.title}</caption>
    <thead><tr><th scope="col">${words.measure}</th><th scope="col" class="number">${words.before}</th>${latest === null ? null : html`<th scope="col" class="number">${latestWord}</th>`}</tr></thead>
    <tbody>${fields.map(
      (field) =>
        html`<tr><th scope="row">${measureName(t, field)}</th><td class="number" data-label="${words.before}">${cell(before, field)}</td>${latest === null ? null : html`<td class="number" data-label="${latestWord}" data-value="${device.id}-${field}">${cell(now, field)}</td>`}</tr>`,
    )}</tbody></table>
    <p class="meta">${then === null ? null : html`${words.before}: ${format.at(then.at)}`}${then === null || latest?.at == null ? null : ' · '}${latest?.at == null ? null : html`${latestWord}: ${format.ago(latest.at)}`}</p>`
  }</section>`
}

/** Only flags that are set are shown. */
function valuesOf({ metrics, flags, battery, signal }: KeptReading | LatestState): Values {
  const raised = Object.entries(flags).filter(([, value]) => value !== false && value !== null)
  return {
    ...metrics,
    ...Object.fromEntries(raised),
    ...(battery === null ? {} : { battery }),
    ...(signal === null ? {} : { signal }),
  }
}

const shown = ({ t, format }: Reader, field: string, value: unknown): string =>
  typeof value === 'boolean' ? (value ? t.shared.yes : t.shared.no) : format.value(field, value)
