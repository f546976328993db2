import { type Content, type Html, html } from '../../../platform/html.ts'
import { assetAddress } from '../../assets/assets.ts'
import { mapAttributes } from '../../map/map-view.ts'
import { icon } from '../../parts/page-parts.ts'
import { area, type FormPage, input, textOf } from './controls.ts'

/** Fields of a fence. The map, shown with scripts, writes to the fields. */
export function fenceView(page: FormPage, p: string): Content {
  const words = page.reader.t.ruleForm
  const isPolygon = textOf(page, `${p}shape`) === 'polygon'
  const place = isPolygon
    ? area(page, { name: `${p}corners`, label: words.corners, hint: words.cornersHint, rows: 5 })
    : [
        input(page, { name: `${p}lat`, label: words.lat, placeholder: '46.05' }),
        input(page, { name: `${p}lng`, label: words.lng, placeholder: '14.50' }),
        input(page, { name: `${p}radius`, label: words.radius, unit: 'm', placeholder: '500' }),
      ]
  return [
    place,
    input(page, { name: `${p}buffer_m`, label: words.buffer, unit: 'm', placeholder: '30' }),
    input(page, { name: `${p}min_points`, label: words.fixes, placeholder: '2' }),
    fenceMap(page, p, isPolygon ? 'polygon' : 'circle'),
  ]
}

/** Script and style sheet are loaded only for rules with a fence. */
function fenceMap({ reader }: FormPage, p: string, shape: 'circle' | 'polygon'): Html {
  const { fenceMap: words } = reader.t.ruleForm
  const { label, hint, middle } = words[shape]
  const hintId = `${p}fence-hint`
  return html`<div class="fence">
  <div class="map" role="application" tabindex="0" aria-label="${label}" aria-describedby="${hintId}" data-fence-map="${p}" data-fence-shape="${shape}" data-fence-words="${JSON.stringify(words.handles)}" data-script="${assetAddress('map.js')}" data-style="${assetAddress('map.css')}"${mapAttributes(reader)}></div>
  <p class="hint" id="${hintId}">${hint}</p>
  <button type="button" class="quiet" data-fence-middle>${icon('locate')}${middle}</button>
</div>`
}
