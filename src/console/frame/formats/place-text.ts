import { placeWords } from '../../../core/headline/headline-words.ts'
import type { Place } from '../../../core/headline/nearest-town.ts'
import type { Coordinates } from '../../../platform/great-circle.ts'
import { type Html, html } from '../../../platform/html.ts'
import type { Reader } from '../page/reader.ts'

/** About ten metres. */
const DIGITS = 4

/** Where a point is, by the name of the place; where none is known, its coordinates. */
export function placeText({ preferences }: Reader, { lat, lng }: Coordinates, place: Place | null): Html {
  const coordinates = `${lat.toFixed(DIGITS)}, ${lng.toFixed(DIGITS)}`
  return place === null
    ? html`<bdi dir="ltr" class="nowrap">${coordinates}</bdi>`
    : html`<span title="${coordinates}">${placeWords(place, preferences)}</span>`
}
