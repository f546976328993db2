import { archiveAddress, isArchive, type MapSettings } from '../../core/settings/map-source.ts'
import { type Html, html } from '../../platform/html.ts'
import { assetAddress } from '../assets/assets.ts'
import type { Reader } from '../shell/reader.ts'
import type { MapData, Streets } from './map-data.ts'

/** What every map needs to know: where the world is, where streets are from, how values look. */
export const mapAttributes = ({ t, map, preferences, format, may }: Reader): Html =>
  html` data-world="${assetAddress('world.json')}" data-streets="${map === null ? '' : JSON.stringify(streetsOf(map))}" data-map-words="${JSON.stringify({ ...t.map.script, addStreets: may('admin') ? t.map.script.addStreets : '' })}" data-speed="${preferences.speed}" data-map-zone="${format.zone}"`

function streetsOf(map: MapSettings): Streets {
  const { attribution } = map
  return isArchive(map)
    ? { kind: 'archive', address: archiveAddress(map), script: assetAddress('archive.js'), attribution }
    : { kind: 'tiles', url: map.tile_url, attribution }
}

/** Points readers without JavaScript to the list beside the map, which shows the same. */
const withoutScripts = ({ t }: Reader): Html =>
  html`<noscript><p class="map-caption">${t.map.withoutScripts}</p></noscript>`

/** The same to be looked at from afar: nothing on it can be pressed, and all devices stay in view. */
export const fleetPicture = (reader: Reader, positions: string): Html => html`
<div class="map" id="map" role="img" aria-label="${reader.t.shared.places.map}" data-fleet-map="${positions}" data-map-still hx-morph-skip${mapAttributes(reader)}>${withoutScripts(reader)}</div>`

/** A map of all devices; `positions` is where their places are asked for. What it shows stands beside it as a list. */
export const fleetMap = (reader: Reader, positions: string): Html => html`
<div class="map" id="map" role="application" tabindex="0" aria-label="${reader.t.map.label}" data-fleet-map="${positions}" hx-morph-skip${mapAttributes(reader)}>${withoutScripts(reader)}</div>`

/** A map of one device, or of a place. Without scripts there is none, and what it shows stands beside it as text. */
export const placeMap = (reader: Reader, data: MapData, label: string, id = 'map'): Html => html`
<div class="map" id="${id}" role="application" tabindex="0" aria-label="${label}" data-place-map="${JSON.stringify(data)}" hx-morph-skip${mapAttributes(reader)}>${withoutScripts(reader)}</div>`
