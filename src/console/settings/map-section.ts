import { originOf } from '../../core/settings/connections/connection.ts'
import { fileOf, isArchive, isFetched, type MapSettings, tileAddress } from '../../core/settings/map-source.ts'
import { MAP_FILE_LIMIT_BYTES } from '../../core/settings/store-map-file.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { choice, field, filled, form, formMessage } from '../frame/forms/forms.ts'
import { disclosure, icon } from '../frame/parts/page-parts.ts'
import { locationMap } from '../map/map-view.ts'
import { settingOrigin } from './setting-origin.ts'
import type { SettingsPage } from './settings-content.ts'

/** Source of map streets. The style sheet hides the fields of other sources than the chosen one. */
export function mapSection(page: SettingsPage): Html {
  const { reader, environment, chosen, forms, mapFiles, trial } = page
  const { t, csrf } = reader
  const { map: words } = t.settings
  const map = chosen.map === undefined ? environment.map : chosen.map
  const state = filled(valuesOf(map), forms.map)
  const sources = Object.entries(words.sources).map(([value, text]) => ({ value, text }))
  const names = mapFiles.map(({ name }) => name)
  const found = names.length === 0 ? '' : ` ${words.pmtilesFound(names.join(', '))}`
  return html`
    <p>${words.hint}</p>
    ${form(
      { action: '/settings/map', csrf, label: words.title },
      html`
      ${formMessage(state)}
      ${choice({ name: 'source', label: words.source, options: sources, chosen: 'builtin' }, state)}
      <div class="wide of-pmtiles">${field({ name: 'pmtiles', label: words.pmtiles, hint: words.pmtilesHint + found, optional: true, maxlength: 2_000, placeholder: names[0] ?? 'slovenia.pmtiles', isSecret: true }, state)}</div>
      <div class="wide of-tiles">${field({ name: 'tile_url', label: words.tile_url, hint: words.tile_urlHint, optional: true, maxlength: 2_000, placeholder: 'https://tiles.example.org/{z}/{x}/{y}.png', isSecret: true }, state)}</div>
      <div class="wide of-pmtiles of-tiles">${field({ name: 'attribution', label: words.attribution, hint: words.attributionHint, optional: true, maxlength: 200 }, state)}</div>
      <div class="buttons">
        <button class="primary">${t.shared.save}</button>
        <button class="of-pmtiles of-tiles" name="trial" value="yes" data-opens-page>${words.try}</button>
      </div>`,
    )}
    ${trial === undefined ? null : trialOf(page, trial)}
    ${settingOrigin(reader, 'map', originOf(chosen.map, environment.map === null))}
    <p><a href="/settings/streets">${words.easily}</a></p>
    ${filesOf(page, map)}`
}

/** The files on this node, and the field for another, which appears with scripts. */
function filesOf({ reader, mapFiles }: SettingsPage, map: MapSettings | null): Html {
  const { t, csrf, format } = reader
  const { map: words } = t.settings
  const used = map === null ? null : fileOf(map)
  const texts = { progress: words.uploadProgress, failed: words.uploadFailed, name: words.uploadName }
  const limit = words.uploadLimit(format.bytes(MAP_FILE_LIMIT_BYTES))
  return html`
    <h3>${words.files}</h3>
    ${
      mapFiles.length === 0
        ? html`<p class="meta">${words.noFiles}</p>`
        : html`<ul class="rows">${mapFiles.map(
            ({ name, bytes }) => html`<li class="map-file">
        <span><strong>${name}</strong> <span class="meta">${format.bytes(bytes)}${name === used ? html` · ${words.inUse}` : null}</span></span>
        ${disclosure(
          `remove-${name}`,
          html`${icon('trash-2')} ${t.terms.remove}`,
          form(
            { action: `/settings/map/files/${name}/removal`, csrf },
            html`<p>${name === used ? words.removeUsed(name) : words.removeHint(name)}</p><button class="danger">${t.terms.remove}</button>`,
          ),
        )}
      </li>`,
          )}</ul>`
    }
    <div class="upload" data-upload="/settings/map/files/" data-then="/settings?done=mapFileStored#map" data-words="${JSON.stringify(texts)}" hidden>
      <div class="field">
        <label for="map-file">${words.upload}</label>
        <input id="map-file" type="file" accept=".pmtiles" aria-describedby="map-file-hint">
        <p class="hint" id="map-file-hint">${words.uploadHint} ${limit}</p>
      </div>
      <div class="upload-state"></div>
    </div>`
}

function valuesOf(map: MapSettings | null): Record<string, string> {
  const none = { source: 'builtin', tile_url: '', pmtiles: '', attribution: '' }
  if (map === null) return none
  if (isFetched(map)) return { ...none, source: 'fetched' }
  return { ...none, source: isArchive(map) ? 'pmtiles' : 'tiles', ...map }
}

const trialOf = ({ reader }: SettingsPage, map: MapSettings): Content => {
  const { map: words } = reader.t.settings
  return html`
  <figure class="trial">
    ${
      isArchive(map)
        ? locationMap(reader, { track: [], pins: [], source: null, deviceId: null }, words.title, { id: 'map-trial' })
        : html`<div class="four">${[0, 1, 2, 3].map((n) => tile(words.tile(n + 1), tileAddress(map, { z: 1, x: n % 2, y: Math.floor(n / 2) })))}</div>`
    }
    <figcaption role="status">${isArchive(map) ? words.trialArchive : words.trial}${map.attribution === '' ? null : html`<br><span class="meta">${map.attribution}</span>`}</figcaption>
  </figure>`
}

/** One of the four tiles of the whole world. Providers require the origin of the site, so the referrer is sent. */
const tile = (alt: string, address: string): Html =>
  html`<img src="${address}" alt="${alt}" width="160" height="160" referrerpolicy="strict-origin-when-cross-origin">`
