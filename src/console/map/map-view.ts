import { archiveAddress, isArchive, isFetched, type MapSettings } from '../../core/settings/map-source.ts'
import { type Box, boxOf } from '../../core/streets/street-areas.ts'
import { type Html, html } from '../../platform/html.ts'
import type { Words } from '../../words/words.ts'
import { assetAddress } from '../assets/assets.ts'
import { groundAddress } from '../assets/ground-assets.ts'
import type { Reader } from '../frame/page/reader.ts'
import type { MapData, StreetBox, Streets } from './map-data.ts'

/** Attributes common to all maps: world map, streets, formats. */
export const mapAttributes = ({ t, map, preferences, format, may }: Reader): Html =>
  html` data-world="${JSON.stringify(worldOf(t))}" data-streets="${map === null ? '' : JSON.stringify(streetsOf(map))}" data-map-words="${JSON.stringify(t.map.script)}"${may('admin', null) ? html` data-may-add-streets` : null} data-speed="${preferences.speed}" data-map-zone="${format.zone}"`

/** The built-in map, with names in the reader's language. */
const worldOf = ({ mapNames }: Words) => ({
  far: assetAddress('world.bin'),
  near: assetAddress('world-near.bin'),
  ground: groundAddress(),
  names: mapNames,
})

function streetsOf(map: MapSettings): Streets {
  const { attribution } = map
  return isArchive(map)
    ? {
        ...{ kind: 'archive', address: archiveAddress(map), script: assetAddress('archive.js'), attribution },
        boxes: isFetched(map) ? map.streets.areas.map(boxOf).map(cornersOf) : null,
      }
    : { kind: 'tiles', url: map.tile_url, attribution }
}

const cornersOf = ({ south, west, north, east }: Box): StreetBox => [south, west, north, east]

/** Points readers without JavaScript to the list beside the map, which shows the same. */
const withoutScripts = ({ t }: Reader): Html =>
  html`<noscript><p class="map-caption">${t.map.withoutScripts}</p></noscript>`

/** A map for a wall display: not interactive, with all devices in view. */
export const fleetPicture = (reader: Reader, positions: string): Html => html`
<div class="map" id="map" role="img" aria-label="${reader.t.shared.places.map}" data-fleet-map="${positions}" data-map-still hx-morph-skip${mapAttributes(reader)}>${withoutScripts(reader)}</div>`

/** Whether its script comes once somebody scrolls to the map, and not with those of the page. */
interface Fetching {
  isFetchedWhenSeen?: boolean
}

const fetching = ({ isFetchedWhenSeen = false }: Fetching): Html | null =>
  isFetchedWhenSeen ? html` data-when-seen="${assetAddress('map.css')} ${assetAddress('map.js')}"` : null

/** A map of all devices, fetched from `positions`. The page has the same as a list. */
export const fleetMap = (reader: Reader, positions: string, how: Fetching = {}): Html => html`
<div class="map" id="map" role="application" tabindex="0" aria-label="${reader.t.map.label}" data-fleet-map="${positions}" hx-morph-skip${fetching(how)}${mapAttributes(reader)}>${withoutScripts(reader)}</div>`

/** A map of one device or position. Without scripts it is absent, and the page has the same as text. */
export const locationMap = (
  reader: Reader,
  data: MapData,
  label: string,
  { id = 'map', ...how }: { id?: string } & Fetching = {},
): Html => html`
<div class="map" id="${id}" role="application" tabindex="0" aria-label="${label}" data-location-map="${JSON.stringify(data)}" hx-morph-skip${fetching(how)}${mapAttributes(reader)}>${withoutScripts(reader)}</div>`
