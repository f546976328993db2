import { type Html, html } from '../../../platform/html.ts'
import { type ChartMark, tagsOf } from './marks.ts'
import { tickTexts, timeTicks } from './time-ticks.ts'
import type { ValueAxis } from './value-axis.ts'

/*
 * Charts drawn by the server stretch with the page, but their texts do not. So places are percentages of the plot, and
 * lines are drawn in a square of their own that is stretched.
 */

/** Side of the square in which lines are drawn. */
export const SIDE = 1_000
const MOST_TIMES = 5
/** Labels of marks are at least this share of the width apart. */
const LEAST_APART = 0.045

export const inSquare = (share: number): number => Number((share * SIDE).toFixed(1))
export const percent = (share: number): string => `${Number((share * 100).toFixed(2))}%`

/** The share of an axis at which a value is, from its beginning. */
export const shareOf = (from: number, to: number, value: number): number => (value - from) / (to - from)

/** Share of a value from the top. */
export const depthOf = ({ min, max }: ValueAxis, value: number): number => 1 - shareOf(min, max, value)

/** Lines of the grid with the values of an axis; those of a second axis stand at the end. */
export const valueTicks = (axis: ValueAxis, text: (value: number) => string, isSecond = false): Html =>
  html`${axis.ticks.map((tick) => {
    const y = percent(depthOf(axis, tick))
    return isSecond
      ? html`<text class="tick second" x="100%" dx="18" y="${y}" dy="0.32em">${text(tick)}</text>`
      : html`<line class="grid" x1="0" x2="100%" y1="${y}" y2="${y}"/><text class="tick" x="0" dx="-8" y="${y}" dy="0.32em">${text(tick)}</text>`
  })}`

/** Lines of the grid at round local times, with the day where it begins. */
export function timeLines(from: number, to: number, zone: string, language: string): Html {
  const ticks = timeTicks(from, to, (to - from) / MOST_TIMES, zone)
  const texts = tickTexts(ticks, zone, language)
  return html`${ticks.map((tick, place) => {
    const x = percent(shareOf(from, to, tick))
    const [time, day] = texts[place]!.split('\n')
    return html`<line class="grid" x1="${x}" x2="${x}" y1="0" y2="100%"/><text class="tick time" x="${x}" y="100%" dy="16">${time}${day === undefined ? null : html`<tspan x="${x}" dy="15">${day}</tspan>`}</text>`
  })}`
}

/** Lines at the times of the marks, with their numbers above the plot; their links are in the list below it. */
export const markTags = (marks: readonly ChartMark[], from: number, to: number): Html =>
  html`${tagsOf(marks, from, to, (to - from) * LEAST_APART).map(({ at, text, marks: shown }) => {
    const x = percent(shareOf(from, to, at))
    const severity = shown.find((mark) => mark.severity !== null)?.severity ?? 'none'
    return html`<g class="mark ${severity}"><title>${shown.map((mark) => mark.text).join('\n')}</title><line x1="${x}" x2="${x}" y1="-4" y2="100%"/><text x="${x}" y="0" dy="-8">${text}</text></g>`
  })}`

/** A line through the square, interrupted where a value is null; a single value is a dot. */
export function pathOf(
  times: readonly number[],
  values: readonly (number | null)[],
  x: (time: number) => number,
  y: (value: number) => number,
): string {
  return times
    .map((time, index) => {
      const value = values[index]
      if (value == null) return ''
      const isJoined = index > 0 && values[index - 1] !== null
      return `${isJoined ? 'L' : 'M'}${inSquare(x(time))} ${inSquare(y(value))}${isJoined ? '' : 'h0'}`
    })
    .join('')
}
