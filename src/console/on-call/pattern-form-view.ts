import { type Html, html } from '../../platform/html.ts'
import { type FormState, field, textArea } from '../frame/forms/forms.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card } from '../frame/parts/page-parts.ts'
import { peopleOffer } from './people-field.ts'
import type { ScheduleFormPage } from './schedule-form-page.ts'
import { GROUPS, PATTERN_PARTS, PATTERNS, type Pattern, USUAL_TIMES } from './schedule-patterns.ts'

/** The patterns to choose from, and the people and times of the chosen one: styles hide those of the others. */
export function patternFields(reader: Reader, { people }: ScheduleFormPage, pattern: Pattern, shown: FormState): Html {
  const { patterns: words, form: formWords } = reader.t.onCall
  const offer = peopleOffer(people)
  const times = Object.keys(USUAL_TIMES) as (keyof typeof USUAL_TIMES)[]
  return html`<section class="card"><fieldset class="patterns"><legend>${words.legend}</legend><div class="pattern-choice">${PATTERNS.map(
    (one) =>
      html`<label><input type="radio" name="pattern" value="${one}"${one === pattern ? html` checked` : null}>${patternPicture(one)}<span class="stacked"><strong>${words.names[one]}</strong><span class="meta">${words.what[one]}</span></span></label>`,
  )}</div></fieldset></section>
  ${card(
    words.peopleTitle,
    html`<p class="meta">${words.turns}</p><noscript><p class="hint">${formWords.known(offer.emails.join(', '))}</p></noscript>
    ${GROUPS.map(
      (group) =>
        html`<div class="of-pattern${patternsWith(({ parts }) => parts.some((part) => part.group === group))}">${textArea({ name: `who_${group}`, label: words.groups[group], hint: formWords.peopleLines, rows: 3, optional: true, maxlength: 20_000, offers: offer.offers }, shown)}</div>`,
    )}
    <div class="row even">${times.map(
      (time) =>
        html`<div class="of-pattern${patternsWith(({ times: asked }) => asked.includes(time))}">${field({ name: `at_${time}`, label: words.times[time], type: 'time', optional: true }, shown)}</div>`,
    )}</div>`,
  )}`
}

/** Classes of the patterns for which a field is shown. */
const patternsWith = (asksFor: (pattern: (typeof PATTERN_PARTS)[Pattern]) => boolean): string =>
  PATTERNS.filter((pattern) => asksFor(PATTERN_PARTS[pattern]))
    .map((pattern) => ` of-${pattern}`)
    .join('')

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
const patternPicture = (pattern: Pattern): Html => html`
<svg class="pattern" viewBox="0 0 ${24 * STEP} ${3 * ROW + 2 * GAP}" aria-hidden="true">${ROWS[pattern].map(
  (bars, row) =>
    html`<rect class="idle" y="${row * (ROW + GAP)}" width="${24 * STEP}" height="${ROW}" rx="2"/>${bars.map(
      ([colour, begin, length]) =>
        html`<rect class="duty-${colour}" x="${begin * STEP}" y="${row * (ROW + GAP)}" width="${length * STEP - 0.8}" height="${ROW}" rx="1.5"/>`,
    )}`,
)}</svg>`
