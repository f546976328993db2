import { type Content, type Html, html } from '../../../platform/html.ts'
import { assetAddress } from '../../assets/assets.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { icon } from '../../frame/parts/page-parts.ts'
import { mapAttributes } from '../../map/map-view.ts'
import { area, type FormPage, fieldText, input, select } from './controls.ts'

/** Fields of an area. The map, shown with scripts, writes to the fields. */
export function areaView(page: FormPage, p: string): Content {
  const words = page.reader.t.ruleForm
  const shapes = Object.entries(words.choices.shape).map(([value, text]) => ({ value, text }))
  return [select(page, { name: `${p}shape`, label: words.fields.shape, reshapes: true }, shapes), shapeView(page, p)]
}

function shapeView(page: FormPage, p: string): Content {
  const words = page.reader.t.ruleForm
  const shape = fieldText(page, `${p}shape`)
  if (shape === 'named') return geofenceChoice(page, p)
  return shape === 'polygon'
    ? area(page, { name: `${p}corners`, label: words.corners, hint: words.cornersHint, rows: 5 })
    : [
        input(page, { name: `${p}lat`, label: words.lat, placeholder: '46.05' }),
        input(page, { name: `${p}lng`, label: words.lng, placeholder: '14.50' }),
        input(page, { name: `${p}radius`, label: words.radius, unit: 'm', placeholder: '500' }),
      ]
}

export function areaMap(page: FormPage, p: string): Content {
  const shape = fieldText(page, `${p}shape`)
  return shape !== 'named' && fenceMap(page.reader, p, shape === 'polygon' ? 'polygon' : 'circle')
}

/** The geofences of the rule's site and of the whole installation. */
function geofenceChoice(page: FormPage, p: string): Content {
  const { ruleForm: words } = page.reader.t
  const chosen = fieldText(page, `${p}geofence`)
  const names = [...new Set([...page.geofences, ...(chosen === '' ? [] : [chosen])])]
  const options = names.map((name) => ({ value: name, text: name }))
  if (options.length === 0)
    return html`<p class="hint">${words.noGeofences} <a href="/geofences/new">${words.newGeofence}</a></p>`
  return select(page, { name: `${p}geofence`, label: words.geofence }, options)
}

/** Script and style sheet are loaded only for forms with a fence. */
export function fenceMap(reader: Reader, p: string, shape: 'circle' | 'polygon'): Html {
  const { fenceMap: words } = reader.t.ruleForm
  const { label, hint, middle } = words[shape]
  const hintId = `${p}${shape}-hint`
  return html`<div class="fence">
  <div class="map" role="application" tabindex="0" aria-label="${label}" aria-describedby="${hintId}" data-fence-map="${p}" data-fence-shape="${shape}" data-fence-words="${JSON.stringify(words.handles)}" data-script="${assetAddress('map.js')}" data-style="${assetAddress('map.css')}"${mapAttributes(reader)}></div>
  <p class="hint" id="${hintId}">${hint}</p>
  <button type="button" class="quiet" data-fence-middle>${icon('locate')}${middle}</button>
</div>`
}
