import type { Layer } from '../../core/on-call/rotation.ts'
import { type Html, html } from '../../platform/html.ts'
import { WEEKDAYS } from '../../platform/weekly-windows.ts'
import type { Reader } from '../shell/reader.ts'

/** "Ana, Bor and Cene take turns every week on Monday at 09:00 (Europe/Ljubljana)" */
function rotationSentence(
  { t, format }: Reader,
  layer: Layer,
  zone: string,
  names: ReadonlyMap<number, string>,
): string {
  const { sentence } = t.onCall
  const { weekdays: words } = t.silences
  const people = layer.people.map((id) => names.get(id) ?? `#${id}`)
  const turn = sentence.every[layer.unit](layer.length)
  const day = WEEKDAYS[Temporal.PlainDate.from(layer.start_date).dayOfWeek - 1]!
  const when = layer.unit === 'week' ? sentence.on(words[day].long, layer.handover) : sentence.at(layer.handover)
  const text =
    people.length === 1 ? sentence.alone(people[0]!, zone) : sentence.turns(format.list(people), turn, when, zone)
  const days = layer.weekdays?.map((one) => words[one].long)
  return days === undefined ? text : `${text}, ${sentence.only(format.list(days))}`
}

/** A line for each rotation. */
export const rotationList = (
  reader: Reader,
  layers: readonly Layer[],
  zone: string,
  names: ReadonlyMap<number, string>,
): Html => html`${layers.map((layer) => html`<p>${rotationSentence(reader, layer, zone, names)}</p>`)}`
