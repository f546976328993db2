import { byPerson, type Stretch } from '../../core/on-call/final-schedule.ts'
import { type Html, html } from '../../platform/html.ts'
import { localDate, startOfDate } from '../../platform/wall-clock.ts'
import { WEEKDAYS } from '../../platform/weekly-windows.ts'
import type { Reader } from '../shell/reader.ts'

const WEEKS = 4
const HOURS_PER_WEEK = 168
const COLOURS = 8

const weekStart = (now: Date, zone: string, weeks: number): Date =>
  startOfDate(localDate(now, zone).add({ weeks }), zone)

/** The window that is drawn: from now to the end of the four weeks that begin with this day, in the reader's zone. */
export const stripWindow = (now: Date, zone: string): { from: Date; to: Date } => ({
  from: now,
  to: weekStart(now, zone, WEEKS),
})

export interface ShownStrip {
  schedule: { id: number }
  stretches: readonly Stretch[]
  /** In the order of the rotations, which no override changes; others follow. */
  people: readonly number[]
  /** People who can be notified. */
  reachable: ReadonlySet<number>
}

/** A row for each week: a colour for each person, hatched where nobody can be notified. Needs no script. */
export function dutyStrip(
  reader: Reader,
  { schedule: { id }, stretches, people: known, reachable }: ShownStrip,
  names: ReadonlyMap<number, string>,
): Html {
  const { t, format } = reader
  const all = byPerson(stretches)
  const present = new Set(all.flatMap(({ user_id }) => user_id ?? []))
  const people = [...new Set([...known, ...present])]
  const day = new Intl.DateTimeFormat(reader.t.language.locale, {
    ...{ day: 'numeric', month: 'short', timeZone: format.zone },
  })
  const weeks = Array.from({ length: WEEKS }, (_, week) => {
    const from = weekStart(reader.now, format.zone, week).getTime()
    const to = weekStart(reader.now, format.zone, week + 1).getTime()
    const parts = all.flatMap((one) => {
      const [begin, end] = [Math.max(Number(one.from), from), Math.min(Number(one.to), to)]
      if (begin >= end) return []
      const hours = (time: number) => ((time - from) / (to - from)) * HOURS_PER_WEEK
      return [{ user_id: one.user_id, x: hours(begin), width: hours(end) - hours(begin) }]
    })
    const holders = [...new Set(parts.map(({ user_id }) => nameOf(t.onCall.gap, names, user_id)))]
    const label = t.onCall.weekOf(day.format(from), format.list(holders))
    return html`<li><time class="meta" datetime="${new Date(from).toISOString()}">${day.format(from)}</time>${weekRow(`hatch-${id}-${week}`, label, parts, people, reachable)}</li>`
  })
  const today = localDate(reader.now, format.zone)
  const hasGap = all.some(({ user_id }) => user_id === null)
  const weekday = Array.from({ length: 7 }, (_, days) => WEEKDAYS[today.add({ days }).dayOfWeek - 1]!)
  const legend = people.flatMap((person) => {
    if (!present.has(person)) return []
    const isHatched = !reachable.has(person)
    const state = isHatched ? html`<span class="meta">${t.onCall.unreachable}</span>` : null
    return [html`<li>${swatch(colourOf(people, person), isHatched)}${nameOf('', names, person)}${state}</li>`]
  })
  return html`<p class="duty-days meta" aria-hidden="true"><span></span>${weekday.map((name) => html`<span>${t.silences.weekdays[name].short}</span>`)}</p>
  <ol class="duty-weeks">${weeks}</ol>
  <ul class="duty-legend">${legend}${hasGap ? html`<li>${swatch('gap', true)}${t.onCall.gap}</li>` : null}</ul>`
}

const nameOf = (gap: string, names: ReadonlyMap<number, string>, id: number | null): string =>
  id === null ? gap : (names.get(id) ?? `#${id}`)

const colourOf = (people: readonly number[], id: number | null): string =>
  id === null ? 'gap' : `duty-${(people.indexOf(id) % COLOURS) + 1}`

const swatch = (colour: string, isHatched: boolean): Html =>
  html`<svg class="swatch" viewBox="0 0 12 12" aria-hidden="true"><rect class="${colour}" width="12" height="12"/>${isHatched ? html`<path class="hatch" d="M0 12L12 0M-3 3L3 -3M9 15L15 9"/>` : null}</svg>`

interface Part {
  user_id: number | null
  x: number
  width: number
}

function weekRow(
  pattern: string,
  label: string,
  parts: readonly Part[],
  people: readonly number[],
  reachable: ReadonlySet<number>,
): Html {
  const days = Array.from({ length: 6 }, (_, day) => `M${(day + 1) * 24} 0v20`).join('')
  return html`<svg class="duty-week" viewBox="0 0 ${HOURS_PER_WEEK} 20" role="img" aria-label="${label}" preserveAspectRatio="none">
  <defs><pattern id="${pattern}" width="4" height="4" patternUnits="userSpaceOnUse"><path class="hatch" d="M0 4L4 0"/></pattern></defs>
  ${parts.map(({ user_id, x, width }) => {
    const box = html`x="${x.toFixed(2)}" width="${width.toFixed(2)}" height="20"`
    const isUnreachable = user_id !== null && !reachable.has(user_id)
    const plain = html`<rect class="${colourOf(people, user_id)}${isUnreachable ? ' pale' : ''}" ${box}/>`
    return user_id === null || isUnreachable ? html`${plain}<rect fill="url(#${pattern})" ${box}/>` : plain
  })}
  <path class="days" d="${days}"/>
</svg>`
}
