import type { PublicStatus } from '../../core/status-pages/read-status.ts'
import { countProblems, pageState, wholeState } from '../../core/status-pages/status-page.ts'
import { type Html, html } from '../../platform/html.ts'
import type { Guest } from '../frame/page/reader.ts'

/** White text on each of them has a contrast of at least 4.5, on any page. */
export const BADGE_COLOURS = {
  name: '#3d4450',
  good: '#146c3a',
  problem: '#b3122d',
  maintenance: '#1558b0',
  none: '#55606f',
}

const LONGEST_NAME = 40
const [HEIGHT, PADDING] = [20, 7]

/** Widths of signs at 11 pixels, about those of Verdana; the text is then fitted to their sum. */
function widthOf(text: string): number {
  const widths = [...text].map((sign) => {
    if (/[fijlrtI.,:;|!'()[\] ]/.test(sign)) return 4.5
    if (/[mwMW%@–—]/.test(sign)) return 10.5
    if (/[A-ZÄÖÜ]/.test(sign)) return 8
    return sign.charCodeAt(0) > 0x24f ? 11 : 7
  })
  return Math.ceil(widths.reduce((sum, width) => sum + width, 0))
}

/** The state of a page as a small picture, for other pages: its title, and whether all is well. */
export function badgeView({ t }: Guest, { title, groups, current }: PublicStatus): Html {
  const { badge: words } = t.statusPages
  const { state: worst, counts } = wholeState(groups.flatMap(({ services }) => services.map(({ state }) => state)))
  const state = pageState(worst, current)
  const problems = countProblems(counts, current)
  const [said, colour] =
    problems > 0
      ? [words.problems(problems), BADGE_COLOURS.problem]
      : state === null
        ? [words.none, BADGE_COLOURS.none]
        : state === 'maintenance'
          ? [words.maintenance, BADGE_COLOURS.maintenance]
          : [words.good, BADGE_COLOURS.good]
  const signs = [...title]
  const name = signs.length > LONGEST_NAME ? `${signs.slice(0, LONGEST_NAME - 1).join('')}…` : title
  const [left, right] = [widthOf(name), widthOf(said)]
  const [first, width] = [left + 2 * PADDING, left + right + 4 * PADDING]
  const text = (x: number, length: number, content: string) =>
    html`<text x="${x}" y="14" textLength="${length}" lengthAdjust="spacingAndGlyphs">${content}</text>`
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${name}: ${said}"><title>${name}: ${said}</title><clipPath id="round"><rect width="${width}" height="${HEIGHT}" rx="3"/></clipPath><g clip-path="url(#round)"><rect width="${first}" height="${HEIGHT}" fill="${BADGE_COLOURS.name}"/><rect x="${first}" width="${width - first}" height="${HEIGHT}" fill="${colour}"/></g><g fill="#ffffff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">${text(PADDING, left, name)}${text(first + PADDING, right, said)}</g></svg>
`
}
