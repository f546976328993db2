import { listReachable } from '../../core/contact-methods/contact-method-store.ts'
import { finalSchedule, type Plan } from '../../core/on-call/final-schedule.ts'
import { gapsOf, type ScheduleGap } from '../../core/on-call/gaps.ts'
import { unavailableAt } from '../../core/on-call/read-on-call.ts'
import type { Layer } from '../../core/on-call/rotation.ts'
import type { NewScheduleBody } from '../../core/on-call/schedule-shapes.ts'
import { areSeenBy, readPlans } from '../../core/on-call/schedule-store.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card } from '../frame/parts/page-parts.ts'
import { rotationList } from './rotation-sentence.ts'
import { type ShownStrip, type StripRows, scheduleStrip, stripWindow } from './schedule-strip.ts'

const BY_WEEK: StripRows = { unit: 'week', count: 2 }
const BY_DAY: StripRows = { unit: 'day', count: 14 }
/** Gaps that are named; others are counted. */
const MOST_GAPS = 3

/** The next two weeks of a schedule that is not saved yet. */
export interface SchedulePreview extends ShownStrip {
  time_zone: string
  layers: readonly Layer[]
  gaps: ScheduleGap[]
  rows: StripRows
}

/** Overrides of an existing schedule stay. */
export async function readSchedulePreview(
  db: Queryable,
  { now, format, reach }: Reader,
  { layers, time_zone }: NewScheduleBody,
  id: number | null,
): Promise<SchedulePreview> {
  // Shifts of some hours need rows of their own to be read.
  const rows = layers.some(({ unit, hours }) => unit === 'hour' || hours !== undefined) ? BY_DAY : BY_WEEK
  const window = stripWindow(now, format.zone, rows)
  const [plans, unavailable, reachable] = await Promise.all([
    id === null ? [] : readPlans(db, areSeenBy(reach), window),
    unavailableAt(db, now),
    listReachable(db),
  ])
  const overrides = plans.find((one) => one.id === id)?.overrides ?? []
  const plan: Plan = { versions: [{ valid_from: now, time_zone, layers }], overrides }
  return {
    ...{ schedule: { id: 0 }, time_zone, layers, rows, reachable },
    people: layers.flatMap(({ people }) => people),
    stretches: finalSchedule(plan, window, unavailable),
    gaps: gapsOf(plan, window, unavailable, reachable),
  }
}

/** The rotations in words, their gaps, and who is on call when. With scripts it follows each change of the form. */
export function previewPart(
  reader: Reader,
  { preview, names, action }: { preview: SchedulePreview | null; names: ReadonlyMap<number, string>; action: string },
): Html {
  const { form: words } = reader.t.onCall
  const what = preview === null ? words.previewWhat : preview.layers.length === 0 ? words.nobodyYet : null
  const content =
    preview === null || what !== null
      ? html`<p class="meta">${what}</p>`
      : html`${gapNotice(reader, preview, names)}
        ${scheduleStrip(reader, preview, names, preview.rows)}
        <p class="hint">${reader.t.onCall.overrides.zone(reader.format.zone)}</p>
        ${rotationList(reader, preview.layers, preview.time_zone, names)}`
  return html`<div id="preview" class="stack" hx-post="${action}" hx-trigger="change from:#schedule delay:400ms" hx-include="#schedule" hx-vals='{"what":"preview"}' hx-select="#preview" hx-target="#preview" hx-swap="outerMorph" aria-live="polite">
    ${card(words.previewTitle, content)}</div>`
}

function gapNotice({ t, format }: Reader, { gaps }: SchedulePreview, names: ReadonlyMap<number, string>): Content {
  const { form: words, gapOf } = t.onCall
  if (gaps.length === 0) return html`<div class="notice good"><p>${words.noGaps}</p></div>`
  const lines = gaps.slice(0, MOST_GAPS).map(({ cause, user_id, from, to }) => {
    const times = [format.toMinute(from), format.toMinute(to)] as const
    const name = user_id === null ? '' : (names.get(user_id) ?? `#${user_id}`)
    return html`<li>${cause === 'nobody' ? gapOf.nobody(...times) : gapOf[cause](name, ...times)}</li>`
  })
  const more = gaps.length - lines.length
  return html`<div class="notice warn"><p>${words.gaps(gaps.length)}</p><ul>${lines}${more > 0 ? html`<li>${words.moreGaps(more)}</li>` : null}</ul></div>`
}
