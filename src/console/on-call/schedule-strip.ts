import { byPerson, type Stretch } from '../../core/on-call/final-schedule.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { localDate, startOfDate } from '../../platform/wall-clock.ts'
import { WEEKDAYS } from '../../platform/weekly-windows.ts'
import { STRIP_TEXT_WIDTHS } from '../assets/strip-text-widths.ts'
import type { Reader } from '../frame/page/reader.ts'
import { initials } from '../frame/parts/people.ts'

/** Rows of the strip: one for each week, or for each day. */
export interface StripRows {
  unit: 'week' | 'day'
  count: number
}

const FOUR_WEEKS: StripRows = { unit: 'week', count: 4 }
const DAYS: Record<StripRows['unit'], number> = { week: 7, day: 1 }
/** Parts of a row that lines divide. */
const PARTS: Record<StripRows['unit'], number> = { week: 7, day: 4 }
const COLOURS = 8

const rowStart = (now: Date, zone: string, { unit }: StripRows, row: number): Date =>
  startOfDate(localDate(now, zone).add({ days: row * DAYS[unit] }), zone)

/** The window that is drawn: from now to the end of the rows that begin with this day, in the reader's zone. */
export const stripWindow = (now: Date, zone: string, rows = FOUR_WEEKS): { from: Date; to: Date } => ({
  from: now,
  to: rowStart(now, zone, rows, rows.count),
})

export interface ShownStrip {
  schedule: { id: number }
  stretches: readonly Stretch[]
  /** In the order of the rotations, which no override changes; others follow. */
  people: readonly number[]
  /** People who can be notified. */
  reachable: ReadonlySet<number>
}

/** Bars with a colour and the name of each person, hatched where nobody can be notified. Needs no script. */
export function scheduleStrip(
  reader: Reader,
  strip: ShownStrip,
  names: ReadonlyMap<number, string>,
  rows = FOUR_WEEKS,
): Html {
  const { t, format, now } = reader
  const all = byPerson(strip.stretches)
  const present = new Set(all.flatMap(({ user_id }) => user_id ?? []))
  const people = [...new Set([...strip.people, ...present])]
  const drawn = Array.from({ length: rows.count }, (_, row) => {
    const from = rowStart(now, format.zone, rows, row)
    const to = rowStart(now, format.zone, rows, row + 1)
    const bars = all.flatMap((one): Bar[] => {
      const [begin, end] = [Math.max(Number(one.from), Number(from)), Math.min(Number(one.to), Number(to))]
      if (begin >= end) return []
      const share = (time: number) => (time - Number(from)) / (Number(to) - Number(from))
      return [{ ...one, from: new Date(begin), to: new Date(end), x: share(begin), width: share(end) - share(begin) }]
    })
    const label = rows.unit === 'week' ? weekLabel(reader, from, bars, names) : dayLabel(reader, from, bars, names)
    const marked = bars.map((bar) => ({
      ...bar,
      colour: colourOf(people, bar.user_id),
      ...stateOf(reader, bar, strip, names),
    }))
    return html`<li><time class="meta" datetime="${from.toISOString()}">${rowName(reader, from, rows)}</time>${rowOf(`hatch-${strip.schedule.id}-${row}`, label, marked, rows)}</li>`
  })
  const hasGap = all.some(({ user_id }) => user_id === null)
  const legend = people.flatMap((person) => {
    if (!present.has(person)) return []
    const isHatched = !strip.reachable.has(person)
    const state = isHatched ? html`<span class="meta">${t.onCall.unreachable}</span>` : null
    return [html`<li>${swatch(colourOf(people, person), isHatched)}${nameOf('', names, person)}${state}</li>`]
  })
  return html`<p class="duty-days by-${rows.unit} meta" aria-hidden="true"><span></span>${headings(reader, rows).map((text) => html`<span>${text}</span>`)}</p>
  <ol class="duty-rows by-${rows.unit}">${drawn}</ol>
  <ul class="duty-legend">${legend}${hasGap ? html`<li>${swatch('gap', true)}${t.onCall.gap}</li>` : null}</ul>`
}

/** Part of a row, with its place as a share of the row. */
interface Bar {
  user_id: number | null
  from: Date
  to: Date
  x: number
  width: number
}

interface MarkedBar extends Bar {
  colour: string
  state: 'on-call' | 'pale' | 'gap'
  /** Texts of which the longest one that fits is shown. */
  texts: string[]
}

function stateOf(
  { t }: Reader,
  { user_id }: Bar,
  { reachable }: ShownStrip,
  names: ReadonlyMap<number, string>,
): Pick<MarkedBar, 'state' | 'texts'> {
  if (user_id === null) return { state: 'gap', texts: [t.onCall.nobody] }
  const name = nameOf('', names, user_id)
  return { state: reachable.has(user_id) ? 'on-call' : 'pale', texts: [name, initials(name)] }
}

const inZone = ({ t, format }: Reader, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(t.language.locale, { ...parts, timeZone: format.zone })

const dayText = (reader: Reader, day: Date): string => inZone(reader, { day: 'numeric', month: 'short' }).format(day)

const weekdayOf = ({ t, format }: Reader, day: Date) =>
  t.silences.weekdays[WEEKDAYS[localDate(day, format.zone).dayOfWeek - 1]!]

const rowName = (reader: Reader, from: Date, { unit }: StripRows): string =>
  unit === 'week'
    ? dayText(reader, from)
    : `${weekdayOf(reader, from).short} ${localDate(from, reader.format.zone).day}`

/** The weekdays of the rows, or the hours of their days. */
function headings(reader: Reader, rows: StripRows): string[] {
  const { format, now } = reader
  if (rows.unit === 'day') return ['00:00', '06:00', '12:00', '18:00']
  return WEEKDAYS.map((_, day) => weekdayOf(reader, rowStart(now, format.zone, { unit: 'day', count: 1 }, day)).short)
}

function weekLabel(reader: Reader, from: Date, bars: readonly Bar[], names: ReadonlyMap<number, string>): string {
  const { t, format } = reader
  const holders = [...new Set(bars.map(({ user_id }) => nameOf(t.onCall.gap, names, user_id)))]
  return t.onCall.weekOf(dayText(reader, from), format.list(holders))
}

function dayLabel(reader: Reader, from: Date, bars: readonly Bar[], names: ReadonlyMap<number, string>): string {
  const { t, format } = reader
  const clock = inZone(reader, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const texts = bars.map(({ user_id, ...bar }) =>
    t.onCall.bar(nameOf(t.onCall.gap, names, user_id), clock.format(bar.from), clock.format(bar.to)),
  )
  return t.onCall.dayOf(`${weekdayOf(reader, from).long}, ${dayText(reader, from)}`, format.list(texts))
}

const nameOf = (gap: string, names: ReadonlyMap<number, string>, id: number | null): string =>
  id === null ? gap : (names.get(id) ?? `#${id}`)

const colourOf = (people: readonly number[], id: number | null): string =>
  id === null ? 'gap' : `duty-${(people.indexOf(id) % COLOURS) + 1}`

const swatch = (colour: string, isHatched: boolean): Html =>
  html`<svg class="swatch" viewBox="0 0 12 12" aria-hidden="true"><rect class="${colour}" width="12" height="12"/>${isHatched ? html`<path class="hatch" d="M0 12L12 0M-3 3L3 -3M9 15L15 9"/>` : null}</svg>`

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`

function rowOf(pattern: string, label: string, bars: readonly MarkedBar[], { unit }: StripRows): Html {
  const lines = Array.from({ length: PARTS[unit] - 1 }, (_, place) => percent((place + 1) / PARTS[unit]))
  return html`<div class="duty-room"><svg class="duty-row" role="img" aria-label="${label}">
  <defs><pattern id="${pattern}" width="6" height="6" patternUnits="userSpaceOnUse"><path class="hatch" d="M0 6L6 0"/></pattern></defs>
  ${bars.map(({ colour, state, x, width }) => {
    const box = html`x="${percent(x)}" width="${percent(width)}" height="100%"`
    const plain = html`<rect class="${colour}${state === 'pale' ? ' pale' : ''}" ${box}/>`
    return state === 'on-call' ? plain : html`${plain}<rect fill="url(#${pattern})" ${box}/>`
  })}
  ${lines.map((x) => html`<line class="days" x1="${x}" x2="${x}" y1="70%" y2="100%"/>`)}
  ${bars.map(barText)}
</svg></div>`
}

const [PIXELS_PER_LETTER, PADDING_PIXELS] = [7, 9]

/** Shows the longest text that fits in the row as wide as it is: the name, or what it begins with. */
function barText({ x, width, state, texts }: MarkedBar): Content {
  let below = Number.POSITIVE_INFINITY
  const shown = texts.flatMap((text) => {
    const needed = ([...text].length * PIXELS_PER_LETTER + PADDING_PIXELS) / width
    const from = STRIP_TEXT_WIDTHS.find((one) => one >= needed)
    if (from === undefined || from >= below) return []
    const until = below === Number.POSITIVE_INFINITY ? '' : ` below-${below}`
    below = from
    return [html`<text class="${state} from-${from}${until}" x="5" y="50%" dy="0.35em">${text}</text>`]
  })
  return shown.length === 0 ? null : html`<svg x="${percent(x)}" width="${percent(width)}" height="100%">${shown}</svg>`
}
