import { type Html, html } from '../../../platform/html.ts'
import { withQuery } from '../page/addresses.ts'
import type { Reader } from '../page/reader.ts'
import {
  type AskedRange,
  localTimeOf,
  PRESET_NAMES,
  type Preset,
  presetLengthMs,
  type RefusedTimes,
  rangeForm,
} from './time-range.ts'

/** The period that a list is limited to; null ends are open. */
export interface Period {
  from: Date | null
  to: Date | null
  /** A period that ends now. */
  preset: Preset | null
  /** Times that are no period; the list is not limited then. */
  refused?: RefusedTimes
}

export function periodOf({ now, format }: Reader, asked: AskedRange): Period {
  const { range: preset = null } = asked
  if (preset !== null) return { from: new Date(now.getTime() - presetLengthMs(preset)), to: null, preset }
  const [from, to] = [localTimeOf(asked.from, format.zone), localTimeOf(asked.to, format.zone, 'last')]
  const refused = (at: RefusedTimes['at'], why: RefusedTimes['why']): Period => ({
    ...{ from: null, to: null, preset },
    refused: { from: asked.from ?? '', to: asked.to ?? '', at, why },
  })
  if (from === 'none') return refused('from', 'noTime')
  if (to === 'none') return refused('to', 'noTime')
  if (from !== null && to !== null && from >= to) return refused('to', 'reversed')
  return { from, to, preset }
}

/** Chooses the period of a list. */
export function periodFilter(reader: Reader, period: Period): Html {
  const { t, address } = reader
  const choice = (text: string, preset: Preset | null, isHere: boolean) =>
    html`<li><a href="${withQuery(address, { range: preset, from: null, to: null })}"${isHere ? html` aria-current="true"` : null}>${text}</a></li>`
  const isAny = period.preset === null && period.from === null && period.to === null
  return rangeForm(
    reader,
    period,
    summaryOf(reader, period),
    html`<ul class="chips" aria-label="${t.ranges.presets}">${choice(t.ranges.any, null, isAny)}${PRESET_NAMES.map((name) => choice(t.ranges.short[name], name, name === period.preset))}</ul>`,
  )
}

function summaryOf({ t, format }: Reader, { from, to, preset }: Period): Html {
  if (preset !== null) return html`${t.ranges.last[preset]}`
  if (from === null && to === null) return html`${t.ranges.any}`
  const end = (time: Date | null) => (time === null ? '' : html`<time>${format.exact(time)}</time>`)
  return html`${end(from)} – ${end(to)}`
}
