import { escaped } from '../page/escaped.ts'

const COPYRIGHT = 'https://www.openstreetmap.org/copyright'

/** The attribution of a map as HTML. OpenStreetMap asks for a link to its terms. */
export const credit = (attribution: string): string =>
  escaped(attribution).replace('OpenStreetMap', `<a href="${COPYRIGHT}" rel="noreferrer">OpenStreetMap</a>`)
