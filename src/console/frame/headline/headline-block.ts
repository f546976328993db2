import type { Headline } from '../../../core/headline/headline.ts'
import { fixAgeText, hasCalmed, lastedText, placeWords } from '../../../core/headline/headline-words.ts'
import { mapAddress } from '../../../core/headline/map-address.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { WORDS } from '../../../words/words.ts'
import { linkedText } from '../formats/linked-text.ts'
import { reachedBadge, severityShape } from '../parts/badges.ts'
import { icon } from '../parts/page-parts.ts'
import { type Hour, hourLine } from './hour-line.ts'
import { type HeadlineContext, type SaidHeadline, sayHeadline } from './say-headline.ts'

interface HeadlineParts {
  headline: Headline
  hour: Hour | null
  resolved_at: Date | null
  /** Whether its device has a page for the reader. */
  linksDevice: boolean
  /** Kinds of events after which it is shown anew; null: only with the page. */
  topics: string | null
}

const DIGITS = 6

/**
 * The first part of every page of an incident or an alert: who, how bad, since when, where, and what helps. It needs
 * no script.
 */
export function headlineBlock(context: HeadlineContext, parts: HeadlineParts): Html {
  const { t } = context
  const { headline } = parts
  const said = sayHeadline(context, headline)
  return html`<section class="headline" aria-labelledby="who">
    <div id="headline"${parts.topics === null ? null : html` data-live="${parts.topics}"`}>
      <h1 id="who"${said.what === null ? html` class="${headline.severity}"` : null}>${whoOf(parts, said)}</h1>
      <p class="how-bad">${said.what === null ? null : html`<strong class="${headline.severity}" data-value="headline">${said.what}</strong> `}${said.label === null ? null : html`<span>${said.label}</span> `}${said.now === null ? null : html`<span class="meta">${said.now}</span> `}<span class="badges">${reachedBadge(t, headline)}</span></p>
      ${alsoOf(headline, said)}
      <p class="since ${headline.severity}"><span>${sinceOf(context, parts, said)}</span>${hourLine(t, parts.hour, headline.threshold, said)}</p>
      ${whereOf(context, parts)}
    </div>
    ${helpOf(context, headline)}
  </section>`
}

const whoOf = ({ headline: { device_id }, linksDevice }: HeadlineParts, { who }: SaidHeadline): Content =>
  linksDevice && device_id !== null ? html`<a href="/devices/${device_id}">${who}</a>` : who

const alsoOf = ({ also }: Headline, said: SaidHeadline): Content =>
  also === null ? null : html`<p class="also ${also.severity}">${severityShape(also.severity)} ${said.also}</p>`

/** The limit, and for how long; or when it was that severe, or since when it is over, and how long it took. */
function sinceOf(context: HeadlineContext, { headline, resolved_at }: HeadlineParts, { limit }: SaidHeadline): Content {
  const { t, format, now } = context
  const { headline: words } = t
  const { severe_since, severe_until, cleared_since } = headline
  const over = resolved_at ?? cleared_since
  if (over !== null) {
    const which = resolved_at === null ? words.cleared : words.resolved
    return between([limit, overSince(context, headline, { over, which })])
  }
  if (hasCalmed(headline)) {
    if (severe_until === null) return between([limit, format.soon(severe_since)])
    const lasted = lastedText((severe_until.getTime() - severe_since.getTime()) / 1_000)
    return between([
      limit,
      html`<time datetime="${severe_until.toISOString()}" title="${format.exact(severe_until)}">${t.headlines.until(lasted, format.clock(severe_until))}</time>`,
    ])
  }
  const lasts = format.duration((now.getTime() - severe_since.getTime()) / 1_000)
  const time = html`<time datetime="${severe_since.toISOString()}" title="${format.exact(severe_since)}" data-elapsed>${lasts}</time>`
  return limit === null
    ? html`${t.terms.since} ${format.soon(severe_since)} · ${time}`
    : between([limit, html`${words.lasts} ${time}`])
}

/** "clear since 02:52, after 14 min" */
export const overSince = (
  { t, format }: HeadlineContext,
  { since }: Headline,
  { over, which }: { over: Date; which: string },
): Html =>
  html`${which} ${format.soon(over)}, ${t.headline.after(format.duration((over.getTime() - since.getTime()) / 1_000))}`

/** Where it is; for a storm, also the device that was lost first. */
function whereOf({ preferences }: HeadlineContext, { headline }: HeadlineParts): Content {
  const { place, lat, lng, storm, site_name } = headline
  const { language } = preferences
  const { first, openMap } = WORDS[language].headlines
  const isPlaced = lat !== null && lng !== null
  const [north, east] = [lat?.toFixed(DIGITS), lng?.toFixed(DIGITS)]
  const parts: Content[] = [
    storm?.where === site_name ? null : site_name,
    storm === null || storm.first === null ? null : first(storm.first),
    isPlaced ? (place === null ? `${north}, ${east}` : placeWords(place, preferences)) : null,
    fixAgeText(headline, language),
  ]
  if (parts.every((part) => part === null)) return null
  const map = isPlaced ? html` <a class="tap" href="${mapAddress({ lat, lng })}" rel="noreferrer">${openMap}</a>` : null
  return html`<p class="where">${icon(isPlaced || storm === null ? 'map-pin' : 'wifi-off')}<span>${between(parts)}</span>${map}</p>`
}

/** The notes of the device. What is left of them is one tap away. */
function helpOf({ t }: HeadlineContext, { notes, more_notes }: Headline): Content {
  if (notes === null) return null
  return html`<div class="helps"><p aria-label="${t.headline.notes}">${linkedText(notes)}</p>${
    more_notes === null
      ? null
      : html`<details><summary>${t.headline.more}</summary><p class="note-text">${linkedText(more_notes)}</p></details>`
  }</div>`
}

/** With dots between those that are there. */
const between = (parts: readonly Content[]): Content =>
  parts.filter((part) => part !== null).map((part, place) => (place === 0 ? part : [' · ', part]))
