import type { TrackPoint } from '../../../core/telemetry/history/history-store.ts'
import type { TrackSummary } from '../../../core/telemetry/track/track-summary.ts'
import { each, type Html, html } from '../../../platform/html.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { card, icon } from '../../frame/parts/page-parts.ts'

const PACES = [1, 2, 4, 8, 16, 32]

/** Plays the track; at ×1 a minute passes in a second. Shown by the script. */
export const player = ({ t }: Reader, track: readonly TrackPoint[]): Html => html`
<div class="player" data-player hidden>
  <button type="button" class="quiet" data-play data-word-play="${t.telemetry.play}" data-word-pause="${t.telemetry.stop}">${icon('play')}<span>${t.telemetry.play}</span></button>
  <label class="unseen" for="pace">${t.telemetry.pace}</label>
  <select id="pace">${PACES.map((pace) => html`<option value="${pace}"${pace === 4 ? html` selected` : null}>×${pace}</option>`)}</select>
  <label class="unseen" for="moment">${t.telemetry.position}</label>
  <input id="moment" type="range" min="${seconds(track[0]!)}" max="${seconds(track.at(-1)!)}" step="any" value="${seconds(track[0]!)}">
  <time class="meta" data-moment></time>
</div>`

const seconds = ({ at }: TrackPoint): number => at.getTime() / 1_000

export function trackFacts(reader: Reader, track: readonly TrackPoint[], summary: TrackSummary): Html {
  const { t, format } = reader
  const { telemetry: words } = t
  const { distance_m, moving_s, stops } = summary
  const speeds = track.map(({ speed_kmh }) => speed_kmh).filter((speed) => speed !== null)
  const still = stops.reduce((sum, { from, to }) => sum + (to.getTime() - from.getTime()) / 1_000, 0)
  return html`<dl class="tiles facts-of-track">
  ${fact(t.telemetry.trips.distance, format.distance(distance_m))}
  ${fact(words.moving, format.duration(moving_s))}
  ${fact(words.stopped, format.duration(still))}
  ${speeds.length === 0 ? null : fact(t.telemetry.trips.topSpeed, format.value('speed_kmh', Math.max(...speeds)))}
</dl>
${card(words.stops, stops.length === 0 ? html`<p class="meta">${words.noStops}</p>` : stopTable(reader, stops))}`
}

const fact = (name: string, value: string): Html =>
  html`<div class="tile"><dt class="meta">${name}</dt><dd><strong>${value}</strong></dd></div>`

const stopTable = ({ t, format }: Reader, stops: TrackSummary['stops']): Html => html`
<div class="table-frame"><table class="data">
  <thead><tr><th scope="col">${t.terms.from}</th><th scope="col">${t.terms.to}</th><th scope="col">${t.telemetry.stopFor}</th><th scope="col">${t.devices.columns.place}</th></tr></thead>
  <tbody>${each(
    stops,
    ({ from, to, lat, lng }) => html`<tr>
      <td data-label="${t.terms.from}">${format.at(from)}</td>
      <td data-label="${t.terms.to}">${format.at(to)}</td>
      <td data-label="${t.telemetry.stopFor}">${format.duration((to.getTime() - from.getTime()) / 1_000)}</td>
      <td data-label="${t.devices.columns.place}"><a href="geo:${lat.toFixed(6)},${lng.toFixed(6)}" data-place="${lat},${lng}">${lat.toFixed(5)}, ${lng.toFixed(5)}</a></td>
    </tr>`,
  )}</tbody>
</table></div>`
