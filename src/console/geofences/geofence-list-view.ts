import type { NamedGeofence } from '../../core/rules/geofences/geofence-store.ts'
import { withUnit } from '../../core/vocabulary/numbers.ts'
import { type Html, html } from '../../platform/html.ts'
import { doneOf } from '../frame/forms/forms.ts'
import { siteColumn } from '../frame/forms/site-field.ts'
import { dataTable } from '../frame/lists/data-table.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { emptyState, icon } from '../frame/parts/page-parts.ts'

const KM = 1_000

export function geofenceListView(reader: Reader, geofences: readonly NamedGeofence[], done?: string): Html {
  const { t } = reader
  const { geofences: words } = t
  const add = reader.may('operator')
    ? html`<a class="button primary" href="/geofences/new">${icon('plus')}${words.add}</a>`
    : null
  return shell(
    reader,
    { title: t.terms.geofences, place: 'map', trail: [{ name: t.shared.places.map, address: '/map' }], actions: add },
    html`
    ${doneOf(words.done, done)}
    <p>${words.hint}</p>
    ${
      geofences.length === 0
        ? html`<section class="card">${emptyState('map-pin', words.none, add)}</section>`
        : dataTable({
            caption: t.terms.geofences,
            rows: geofences,
            key: ({ id }) => `geofence-${id}`,
            address: ({ id }) => `/geofences/${id}`,
            columns: [
              {
                name: t.terms.name,
                kind: 'main',
                show: ({ id, name }) => html`<a href="/geofences/${id}">${name}</a>`,
              },
              ...siteColumn<NamedGeofence>(reader),
              { name: words.shape, show: (geofence) => shapeText(reader, geofence) },
              { name: words.usedBy, show: ({ rules }) => words.rules(rules.length) },
            ],
          })
    }`,
  )
}

function shapeText({ t, format }: Reader, { fence }: NamedGeofence): string {
  const { geofences: words } = t
  if ('polygon' in fence) return words.corners(fence.polygon.length)
  const { radius_m } = fence.circle
  return words.radius(
    radius_m < KM ? withUnit(format.number(radius_m), 'm') : withUnit(format.number(radius_m / KM, 1), 'km'),
  )
}
