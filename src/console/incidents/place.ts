import type { IncidentRecord } from '../../incidents/incident-shape.ts'
import { type Html, html } from '../../platform/html.ts'
import { icon } from '../parts/icon.ts'
import type { Visit } from '../shell/visit.ts'

const DIGITS = 6

/** Where it is, to copy and to open in an app that knows the streets. */
export function place({ t, format }: Visit, { lat, lng, location_at }: IncidentRecord): Html {
  if (lat === null || lng === null) return html`<p class="meta">${t.incidents.noPlace}</p>`
  const coordinates = `${lat.toFixed(DIGITS)}, ${lng.toFixed(DIGITS)}`
  return html`<p class="beside"><code>${coordinates}</code><button type="button" class="quiet copy" data-copy hidden></button>
    <a class="button quiet" href="geo:${lat.toFixed(DIGITS)},${lng.toFixed(DIGITS)}">${icon('map-pin')}${t.incidents.openMap}</a></p>
    ${location_at === null ? null : html`<p class="meta">${t.incidents.placeAt} ${format.ago(location_at)}</p>`}`
}
