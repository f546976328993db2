import type { Headline } from '../../../core/headline/headline.ts'
import { HOUR_S, readLastHour } from '../../../core/telemetry/series/read-last-hour.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { type Content, html } from '../../../platform/html.ts'
import type { Words } from '../../../words/words.ts'
import type { SaidHeadline } from './say-headline.ts'

/** The values of the metric of a headline in the hour before `until`, by the minute. */
export interface Hour {
  until: Date
  values: readonly { at: Date; value: number }[]
}

const WIDTH = 120
const HEIGHT = 28
/** The line is drawn over the time of which there are values, and at least over this: a few minutes are no stroke. */
const LEAST_S = 600

/** Null for what was not measured, and for a device that has left the site. One statement. */
export async function readHour(
  db: Queryable,
  { kind, device_id, metric, direction }: Headline,
  until: Date,
): Promise<Hour | null> {
  if (kind !== 'value' || device_id === null || metric === null) return null
  // The worst of each minute.
  const worst = direction === 'below' || direction === 'at_or_below' ? 'min' : 'max'
  const minutes = await readLastHour(db, device_id, metric, until)
  return { until, values: minutes.map((minute) => ({ at: minute.at, value: minute[worst] })) }
}

/** The hour as a small line with the limit, drawn by the server. Nothing for fewer than two values. */
export function hourLine(
  { headline: words }: Words,
  hour: Hour | null,
  limit: number | null,
  said: SaidHeadline,
): Content {
  if (hour === null || hour.values.length < 2) return null
  const values = hour.values.map(({ value }) => value)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const [low, high] = limit === null ? [least, most] : [Math.min(least, limit), Math.max(most, limit)]
  const measuredMs = hour.until.getTime() - hour.values[0]!.at.getTime()
  const spanMs = Math.min(HOUR_S * 1_000, Math.max(LEAST_S * 1_000, measuredMs))
  const from = hour.until.getTime() - spanMs
  const x = (at: Date) => (Math.max(0, Math.min(1, (at.getTime() - from) / spanMs)) * (WIDTH - 2) + 1).toFixed(1)
  const y = (value: number) => (HEIGHT - 2 - ((value - low) / (high - low || 1)) * (HEIGHT - 4)).toFixed(1)
  const line = hour.values.map(({ at, value }, place) => `${place === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`).join('')
  return html`<svg class="sparkline hour" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${words.hour(said.value(least), said.value(most))}" preserveAspectRatio="none">${limit === null ? null : html`<path class="limit" d="M0 ${y(limit)}H${WIDTH}"/>`}<path d="${line}"/></svg>`
}
