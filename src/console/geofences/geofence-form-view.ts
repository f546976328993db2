import type { NamedGeofence } from '../../core/rules/geofences/geofence-store.ts'
import type { StoredRule } from '../../core/rules/rule-store.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { doneOf, type FormState, field, filled, form, formMessage, textArea } from '../frame/forms/forms.ts'
import { siteFact, siteField } from '../frame/forms/site-field.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card, dangerZone, icon, keyValues } from '../frame/parts/page-parts.ts'
import { fenceMap } from '../rules/form/fence-view.ts'
import { shapeFields } from '../rules/form/leaf-fields.ts'

export type DrawnAs = 'circle' | 'polygon'

interface GeofenceForm {
  /** Null for a new one. */
  geofence: NamedGeofence | null
  rules: readonly StoredRule[]
  shape: DrawnAs
  state: FormState
  done: string | undefined
}

/** The form for a geofence. The map, shown with scripts, writes to the fields. */
export function geofenceFormView(reader: Reader, page: GeofenceForm): Html {
  const { t, csrf } = reader
  const { geofences: words } = t
  const { geofence, shape, state } = page
  const address = geofence === null ? '/geofences/new' : `/geofences/${geofence.id}`
  const shown = geofence === null ? state : filled({ name: geofence.name, ...shapeFields(geofence.fence) }, state)
  const mayChange = geofence === null || reader.may('operator', geofence.site_id)
  return shell(
    reader,
    {
      title: geofence?.name ?? words.add,
      place: 'map',
      trail: [
        { name: t.shared.places.map, address: '/map' },
        { name: t.terms.geofences, address: '/geofences' },
      ],
      scripts: ['map'],
    },
    html`
    ${doneOf(words.done, page.done)}
    <div class="${geofence === null ? 'stack' : 'wide-narrow'}">
      <section class="card">${form(
        { action: address, csrf },
        html`${formMessage(shown)}
        ${field({ name: 'name', label: t.terms.name, maxlength: 100, autocomplete: 'off', autofocus: geofence === null && (shown.values.name ?? '') === '' }, shown)}
        ${geofence === null ? siteField(reader, 'operator', shown) : null}
        ${shapeTabs(reader, address, shape)}
        <input type="hidden" name="shape" value="${shape}">
        ${shapeInputs(reader, shape, shown)}
        ${fenceMap(reader, '', shape)}
        ${geofence === null || page.rules.length === 0 ? null : html`<p class="hint">${words.changeHint}</p>`}
        ${mayChange ? html`<p class="buttons"><button class="primary">${geofence === null ? words.add : t.shared.save}</button><a class="button" href="/geofences">${t.shared.cancel}</a></p>` : null}`,
      )}</section>
      ${geofence === null ? null : html`<div class="stack">${usedBy(reader, page)}${mayChange ? deletion(reader, geofence) : null}</div>`}
    </div>`,
  )
}

const shapeTabs = ({ t }: Reader, address: string, shape: DrawnAs): Html => html`
<ul class="chips" aria-label="${t.geofences.shape}">${(['circle', 'polygon'] as const).map(
  (one) =>
    html`<li><a href="${address}?shape=${one}"${one === shape ? html` aria-current="true"` : null}>${t.geofences[one]}</a></li>`,
)}</ul>`

function shapeInputs({ t }: Reader, shape: DrawnAs, state: FormState): Content {
  const { ruleForm: words } = t
  if (shape === 'polygon') {
    return textArea(
      { name: 'corners', label: words.corners, hint: words.cornersHint, rows: 5, maxlength: 20_000 },
      state,
    )
  }
  return html`<div class="row even">
    ${field({ name: 'lat', label: words.lat, placeholder: '46.05', autocomplete: 'off' }, state)}
    ${field({ name: 'lng', label: words.lng, placeholder: '14.50', autocomplete: 'off' }, state)}
    ${field({ name: 'radius', label: words.radius, unit: 'm', placeholder: '500', autocomplete: 'off' }, state)}</div>`
}

function usedBy(reader: Reader, { geofence, rules }: GeofenceForm): Html {
  const { geofences: words } = reader.t
  const list = html`<ul class="rows">${rules.map(({ key, definition }) => html`<li><a href="/rules/${key}">${reader.ruleName(definition)}</a></li>`)}</ul>`
  return card(
    words.usedBy,
    html`${reader.sites.length < 2 ? null : keyValues(siteFact(reader, geofence!))}${rules.length === 0 ? html`<p class="meta">${words.unused}</p>` : list}`,
  )
}

const deletion = ({ t, csrf }: Reader, { id }: NamedGeofence): Html =>
  dangerZone(
    t.geofences.delete,
    html`<p>${t.geofences.deleteHint}</p>${form(
      { action: `/geofences/${id}/removal`, csrf, label: t.geofences.delete },
      html`<button class="danger">${icon('trash-2')}${t.geofences.delete}</button>`,
    )}`,
  )
