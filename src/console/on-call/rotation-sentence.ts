import type { Layer } from '../../core/on-call/rotation.ts'
import { type Html, html } from '../../platform/html.ts'
import { WEEKDAYS, type Weekday } from '../../platform/weekly-windows.ts'
import type { Reader } from '../frame/page/reader.ts'

/** "Ana, Bor and Cene take turns every week on Monday at 07:00 (Europe/Ljubljana), daily from 19:00 to 07:00" */
function rotationSentence(
  { t, format }: Reader,
  layer: Layer,
  zone: string,
  names: ReadonlyMap<number, string>,
): string {
  const { sentence } = t.onCall
  const people = layer.people.map((id) => names.get(id) ?? `#${id}`)
  const turn = sentence.every[layer.unit](layer.length)
  const text =
    people.length === 1
      ? sentence.alone(people[0]!, zone)
      : sentence.turns(format.list(people), turn, handoverText(t, layer), zone)
  const hours = layer.hours?.map(({ days, from, to }) =>
    from === to
      ? sentence.wholeDays(daysText(t, format, days), from)
      : sentence.hours(daysText(t, format, days), from, to),
  )
  const only = layer.weekdays && sentence.only(format.list(layer.weekdays.map((one) => t.silences.weekdays[one].long)))
  return [text, only, hours && format.list(hours)].filter((part) => part !== undefined).join(', ')
}

function handoverText({ onCall: { sentence }, silences }: Reader['t'], { unit, start_date, handover }: Layer): string {
  if (unit === 'hour') return sentence.counted(handover)
  if (unit === 'day') return sentence.at(handover)
  const weekday = WEEKDAYS[Temporal.PlainDate.from(start_date).dayOfWeek - 1]!
  return sentence.on(silences.weekdays[weekday].long, handover)
}

/** "daily", "Monday to Friday", "on Monday, Wednesday and Friday" */
function daysText({ onCall: { sentence }, silences }: Reader['t'], format: Reader['format'], days?: Weekday[]): string {
  if (days === undefined || days.length === WEEKDAYS.length) return sentence.daily
  const places = WEEKDAYS.flatMap((day, place) => (days.includes(day) ? [place] : []))
  const [first, last] = [places[0]!, places.at(-1)!]
  const long = (place: number) => silences.weekdays[WEEKDAYS[place]!].long
  const isRun = places.length > 2 && last - first === places.length - 1
  return isRun ? sentence.run(long(first), long(last)) : sentence.onDays(format.list(places.map(long)))
}

/** A line for each rotation. */
export const rotationList = (
  reader: Reader,
  layers: readonly Layer[],
  zone: string,
  names: ReadonlyMap<number, string>,
): Html => html`${layers.map((layer) => html`<p>${rotationSentence(reader, layer, zone, names)}</p>`)}`
