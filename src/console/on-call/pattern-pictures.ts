import { type Html, html } from '../../platform/html.ts'
import type { Pattern } from './schedule-patterns.ts'

/** Bars of a row: colour, beginning and length, in 24 parts of the picture's width. */
type Bar = readonly [colour: number, begin: number, length: number]

const NIGHTS: Bar[] = [[1, 0, 1], ...[2, 5, 8, 11].map((begin): Bar => [1, begin + 0.6, 1.4]), [1, 14.6, 9.4]]

const ROWS: Record<Pattern, readonly Bar[][]> = {
  one_by_one: [[[1, 0, 24]], [[2, 0, 24]], [[3, 0, 24]]],
  day_night: Array.from({ length: 3 }, () => [
    [2, 0, 7],
    [1, 7, 12],
    [2, 19, 5],
  ]),
  three_shifts: Array.from({ length: 3 }, () => [
    [3, 0, 6],
    [1, 6, 8],
    [2, 14, 8],
    [3, 22, 2],
  ]),
  nights_weekends: Array.from({ length: 3 }, () => NIGHTS),
}
const [STEP, ROW, GAP] = [5, 10, 4]

/** How a pattern shares the time, as a small strip. */
export const patternPicture = (pattern: Pattern): Html => html`
<svg class="pattern" viewBox="0 0 ${24 * STEP} ${3 * ROW + 2 * GAP}" aria-hidden="true">${ROWS[pattern].map(
  (bars, row) =>
    html`<rect class="idle" y="${row * (ROW + GAP)}" width="${24 * STEP}" height="${ROW}" rx="2"/>${bars.map(
      ([colour, begin, length]) =>
        html`<rect class="duty-${colour}" x="${begin * STEP}" y="${row * (ROW + GAP)}" width="${length * STEP - 0.8}" height="${ROW}" rx="1.5"/>`,
    )}`,
)}</svg>`
