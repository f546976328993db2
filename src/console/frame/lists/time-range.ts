import Type from 'typebox'
import { badRequest } from '../../../platform/errors.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { momentOf } from '../../../platform/wall-clock.ts'
import { localText } from '../formats/local-days.ts'
import { field, filled } from '../forms/forms.ts'
import { urlOf, withQuery } from '../page/addresses.ts'
import type { Reader } from '../page/reader.ts'
import { icon } from '../parts/page-parts.ts'
import { otherParameters } from './list-parts.ts'

const HOUR_S = 3_600
const PRESETS = { '1h': HOUR_S, '6h': 6 * HOUR_S, '24h': 24 * HOUR_S, '7d': 168 * HOUR_S, '30d': 720 * HOUR_S } as const
export type Preset = keyof typeof PRESETS
export const PRESET_NAMES = Object.keys(PRESETS) as Preset[]
const SECOND_MS = 1_000

/** `?range=24h`, or `?from=&to=` as local times of the reader. */
export const timeRangeQuery = {
  range: Type.Optional(Type.Enum(PRESET_NAMES)),
  from: Type.Optional(Type.String({ maxLength: 40 })),
  to: Type.Optional(Type.String({ maxLength: 40 })),
}

export interface TimeRange {
  from: Date
  to: Date
  /** A range that ends now and moves on; null if both ends are given. */
  preset: Preset | null
  /** Times that are no range, so that this one stands in for it. */
  refused?: RefusedTimes
}

export interface RefusedTimes {
  from: string
  to: string
  /** The field that is to blame. */
  at: 'from' | 'to'
  why: 'reversed' | 'noTime'
}

export interface AskedRange {
  range?: Preset
  from?: string
  to?: string
}

/** Throws 400 for times that are no range. */
export const timeRangeOf = (reader: Reader, asked: AskedRange, preset: Preset = '24h'): TimeRange =>
  acceptedRange(shownRangeOf(reader, asked, preset))

export function acceptedRange<Range extends { refused?: RefusedTimes }>(range: Range): Range {
  const { refused } = range
  if (refused === undefined) return range
  throw refused.why === 'reversed' ? badRequest('range_reversed') : badRequest('range_no_time', refused.at)
}

export const presetLengthMs = (preset: Preset): number => PRESETS[preset] * SECOND_MS

/** The range of a page. Its picker says what is wrong with times that are no range. */
export function shownRangeOf({ now, format }: Reader, asked: AskedRange, preset: Preset = '24h'): TimeRange {
  const chosen = asked.range ?? preset
  const length = presetLengthMs(chosen)
  const lately = { from: new Date(now.getTime() - length), to: now, preset: chosen }
  const refused = (at: RefusedTimes['at'], why: RefusedTimes['why']): TimeRange => ({
    ...lately,
    refused: { from: asked.from ?? '', to: asked.to ?? '', at, why },
  })
  const to = localTimeOf(asked.to, format.zone, 'last')
  const from = localTimeOf(asked.from, format.zone)
  if (from === 'none') return refused('from', 'noTime')
  if (to === 'none') return refused('to', 'noTime')
  if (from === null && to === null) return lately
  const end = to ?? (from!.getTime() > now.getTime() ? new Date(from!.getTime() + length) : now)
  const begin = from ?? new Date(end.getTime() - length)
  if (begin.getTime() >= end.getTime()) return refused('to', 'reversed')
  return { from: begin, to: end, preset: null }
}

/** A time with its own zone, or in the reader's. */
export function localTimeOf(text: string | undefined, zone: string, ofTwo?: 'first' | 'last'): Date | 'none' | null {
  if (text === undefined || text === '') return null
  try {
    return /(Z|[+-]\d{2}:\d{2})$/.test(text)
      ? new Date(Temporal.Instant.from(text).epochMilliseconds)
      : momentOf(Temporal.PlainDateTime.from(text), zone, ofTwo)
  } catch {
    return 'none'
  }
}

/** The addresses of the previous and next range; `later` is null if it would lie in the future. */
function neighbours({ address, now }: Reader, { from, to }: TimeRange): { earlier: string; later: string | null } {
  const length = to.getTime() - from.getTime()
  const moved = (by: number) =>
    withQuery(address, {
      range: null,
      from: new Date(from.getTime() + by).toISOString(),
      to: new Date(to.getTime() + by).toISOString(),
    })
  return { earlier: moved(-length), later: to.getTime() >= now.getTime() ? null : moved(length) }
}

/** Picker for the time range of a page; `[` and `]` go to the previous and next range. */
export function timeRangePicker(reader: Reader, range: TimeRange): Html {
  const { t, format, address } = reader
  const { earlier, later } = neighbours(reader, range)
  return html`<div class="time-range" role="group" aria-label="${t.ranges.label}">
  <a class="button quiet" href="${earlier}" data-shortcut="[" title="${t.ranges.earlier} ([)">${icon('chevron-left')}<span class="unseen">${t.ranges.earlier}</span></a>
  <ul class="chips" aria-label="${t.ranges.presets}">${PRESET_NAMES.map(
    (name) =>
      html`<li><a href="${withQuery(address, { range: name, from: null, to: null })}"${name === range.preset ? html` aria-current="true"` : null} title="${t.ranges.last[name]}">${t.ranges.short[name]}</a></li>`,
  )}</ul>
  ${later === null ? null : html`<a class="button quiet" href="${later}" data-shortcut="]" title="${t.ranges.later} (])">${icon('chevron-right')}<span class="unseen">${t.ranges.later}</span></a>`}
  ${range.preset === null ? html`<a class="button quiet" id="reset-range" href="${withQuery(address, { from: null, to: null })}">${icon('rotate-ccw')}<span>${t.ranges.reset}</span></a>` : null}
  ${rangeForm(reader, range, range.preset === null ? html`<time>${format.exact(range.from)}</time> – <time>${format.exact(range.to)}</time>` : t.ranges.own)}
</div>`
}

interface Ends {
  from: Date | null
  to: Date | null
  refused?: RefusedTimes
}

/** A form for two times, folded behind `summary`; `choices` come before its fields. */
export const rangeForm = (reader: Reader, range: Ends, summary: Content, choices: Content = null): Html => {
  const { t, format, address } = reader
  return html`<details class="range-form" data-menu${range.refused === undefined ? null : html` open`}><summary class="button quiet">${icon('calendar')}<span>${summary}</span></summary>
    <form method="get" action="${urlOf(address).pathname}">
      ${choices}
      ${otherParameters(address, ['range', 'from', 'to'])}
      ${endField(reader, range, 'from')}
      ${endField(reader, range, 'to')}
      <p class="meta">${t.shared.zoneGuess(format.zone)}</p>
      <button class="primary">${t.shared.filters.apply}</button>
    </form>
  </details>`
}

function endField({ t, format }: Reader, { refused, ...range }: Ends, end: 'from' | 'to'): Html {
  const id = `range-${end}`
  const time = refused === undefined ? range[end] : localTimeOf(refused[end], format.zone)
  const value = time instanceof Date ? localText(time, format.zone) : ''
  const errors =
    refused?.at !== end ? {} : { [end]: refused.why === 'reversed' ? t.ranges.reversed : t.ranges.noTime(refused[end]) }
  const control = { name: end, id, label: t.ranges[end], type: 'datetime-local', optional: true } as const
  return field(control, { ...filled({ [end]: value }), errors })
}
