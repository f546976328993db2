const COPYRIGHT = 'https://www.openstreetmap.org/copyright'

/** The attribution of a map as HTML. OpenStreetMap asks for a link to its terms. */
export const credit = (attribution: string): string =>
  escaped(attribution).replace('OpenStreetMap', `<a href="${COPYRIGHT}" rel="noreferrer">OpenStreetMap</a>`)

/** Escapes text for libraries that expect HTML. */
function escaped(text: string): string {
  const holder = document.createElement('i')
  holder.textContent = text
  return holder.innerHTML
}
