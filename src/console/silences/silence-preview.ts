import { type Content, type Html, html } from '../../platform/html.ts'
import type { Reader } from '../frame/page/reader.ts'
import { severityBadge } from '../frame/parts/badges.ts'
import type { SilencePreview } from './read-preview.ts'

const NAMED = 8

/** Open alerts and devices that the silence would cover if it were active now. */
export function previewPanel(reader: Reader, preview: SilencePreview): Html {
  const { t, format, titleOf } = reader
  const { preview: words } = t.silences
  const { devices, alerts, offline_devices, safety_alerts_still_sent: safety, windows, unknownTags } = preview
  return html`
  ${unknownTags.length === 0 ? null : html`<div class="notice warn"><p>${t.silences.unknownTags(unknownTags)}</p></div>`}
  <p><strong>${words.devices(devices.count)}</strong></p>
  ${some(devices, ({ id, name }) => html`<a href="/devices/${id}">${name}</a>`)}
  <p><strong>${words.alerts(alerts.count)}</strong></p>
  ${some(alerts, (alert) => html`${severityBadge(t, alert.severity)} <a href="/alerts/${alert.alert_id}">${titleOf(alert)}</a> <span class="meta">${alert.device_name}</span>`)}
  ${
    offline_devices.count === 0
      ? null
      : html`<p><strong>${words.offline(offline_devices.count)}</strong></p>${some(offline_devices, ({ id, name }) => html`<a href="/devices/${id}">${name}</a>`)}`
  }
  ${
    safety.count === 0
      ? null
      : html`<div class="notice warn"><p>${words.safety(safety.count)}</p></div>${some(safety, (alert) => html`<a href="/alerts/${alert.alert_id}">${titleOf(alert)}</a> <span class="meta">${alert.device_name}</span>`)}`
  }
  <p><strong>${words.windows}</strong></p>
  <ul class="bare">${windows.map(({ from, to }) => html`<li>${format.at(from)} – ${format.at(to)}</li>`)}</ul>`
}

function some<Item>({ count, first }: { count: number; first: readonly Item[] }, show: (item: Item) => Html): Content {
  if (count === 0) return null
  const named = first.slice(0, NAMED)
  return html`<ul class="bare">${named.map((item) => html`<li>${show(item)}</li>`)}${count > named.length ? html`<li class="meta">+${count - named.length}</li>` : null}</ul>`
}
