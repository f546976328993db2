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

const SHAPES = ['circle', 'polygon'] as const

interface GeofenceForm {
  /** Null for a new one. */
  geofence: NamedGeofence | null
  rules: readonly StoredRule[]
  state: FormState
  done: string | undefined
}

/** The form for a geofence. The map, shown with scripts, writes to the fields. */
export function geofenceFormView(reader: Reader, page: GeofenceForm): Html {
  const { t, csrf } = reader
  const { geofences: words } = t
  const { geofence, state } = page
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
        ${shapeChoice(reader, shown)}
        ${SHAPES.map((shape) => html`<div class="stack drawn-${shape}">${shapeInputs(reader, shape, shown)}${fenceMap(reader, '', shape)}</div>`)}
        ${geofence === null || page.rules.length === 0 ? null : html`<p class="hint">${words.changeHint}</p>`}
        ${mayChange ? html`<p class="buttons"><button class="primary">${geofence === null ? words.add : t.shared.save}</button><a class="button" href="/geofences">${t.shared.cancel}</a></p>` : null}`,
      )}</section>
      ${geofence === null ? null : html`<div class="stack">${usedBy(reader, page)}${mayChange ? deletion(reader, geofence) : null}</div>`}
    </div>`,
  )
}

/** Both shapes are on the page, and styles show the chosen one: what was typed stays. */
const shapeChoice = ({ t }: Reader, { values }: FormState): Html => {
  const chosen = values.shape === 'polygon' ? 'polygon' : 'circle'
  return html`<fieldset class="segments"><legend class="unseen">${t.geofences.shape}</legend>${SHAPES.map(
    (shape) =>
      html`<label><input type="radio" id="shape-${shape}" name="shape" value="${shape}"${shape === chosen ? html` checked` : null}><span>${t.geofences[shape]}</span></label>`,
  )}</fieldset>`
}

/** A field of the other shape may be empty, so the browser requires none. */
function shapeInputs({ t }: Reader, shape: (typeof SHAPES)[number], state: FormState): Content {
  const { ruleForm: words } = t
  if (shape === 'polygon') {
    return textArea(
      { name: 'corners', label: words.corners, hint: words.cornersHint, rows: 5, maxlength: 20_000, optional: true },
      state,
    )
  }
  return html`<div class="row even">
    ${field({ name: 'lat', label: words.lat, placeholder: '46.05', autocomplete: 'off', optional: true }, state)}
    ${field({ name: 'lng', label: words.lng, placeholder: '14.50', autocomplete: 'off', optional: true }, state)}
    ${field({ name: 'radius', label: words.radius, unit: 'm', placeholder: '500', autocomplete: 'off', optional: true }, state)}</div>`
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
