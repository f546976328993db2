import { type Html, html } from '../../platform/html.ts'
import { type MapSettings, tileAddress } from '../../settings/map-source.ts'
import { choice, field, filled, form, message } from '../shell/forms.ts'
import type { SettingsPage } from './settings-view.ts'
import { whoseChoice } from './whose-choice.ts'

/** Where maps have their streets from. */
export function mapSection({ visit, environment, chosen, forms, trial }: SettingsPage): Html {
  const { t, csrf } = visit
  const { map: words } = t.settings
  const map = chosen.map === undefined ? environment.map : chosen.map
  const state = filled({ tile_url: map?.tile_url ?? '', attribution: map?.attribution ?? '' }, forms.map)
  const sources = Object.entries(words.sources).map(([value, text]) => ({ value, text }))
  return html`
    <p>${words.hint}</p>
    ${form(
      { action: '/settings/map', csrf, label: words.title },
      html`
      ${message(state)}
      ${choice({ name: 'source', label: words.source, options: sources, chosen: map === null ? 'builtin' : 'tiles' }, state)}
      <div class="wide">${field({ name: 'tile_url', label: words.tile_url, hint: words.tile_urlHint, optional: true, maxlength: 2_000, placeholder: 'https://tiles.example.org/{z}/{x}/{y}.png' }, state)}</div>
      <div class="wide">${field({ name: 'attribution', label: words.attribution, hint: words.attributionHint, optional: true, maxlength: 200 }, state)}</div>
      <div class="buttons">
        <button class="primary">${t.shared.save}</button>
        <button name="trial" value="yes">${words.try}</button>
      </div>`,
    )}
    ${trial === undefined ? null : trialOf(visit.t.settings.map, trial)}
    ${whoseChoice(visit, 'map', chosen.map !== undefined)}`
}

/** The whole world in four pictures. Providers want to know which site asks, so they are told its origin. */
const trialOf = (words: SettingsPage['visit']['t']['settings']['map'], map: MapSettings): Html => html`
  <figure class="trial">
    <div>${[0, 1, 2, 3].map((n) => html`<img src="${tileAddress(map, { z: 1, x: n % 2, y: Math.floor(n / 2) })}" alt="${words.tile(n + 1)}" width="160" height="160" referrerpolicy="strict-origin-when-cross-origin">`)}</div>
    <figcaption role="status">${words.trial}${map.attribution === '' ? null : html`<br><span class="meta">${map.attribution}</span>`}</figcaption>
  </figure>`
