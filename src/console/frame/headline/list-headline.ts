import type { Headline } from '../../../core/headline/headline.ts'
import { whoBeside } from '../../../core/headline/headline-words.ts'
import type { Severity } from '../../../core/vocabulary/severities.ts'
import type { Titled } from '../../../core/vocabulary/titles.ts'
import { type Html, html } from '../../../platform/html.ts'
import { type HeadlineContext, sayHeadline } from './say-headline.ts'

/** An incident in the words of a row: fewer than on its page. */
export interface ListHeadline {
  who: string
  /** The value, or what happened. Null: `who` says it. */
  what: string | null
  /** The present value, where it is another one. */
  now: string | null
  severity: Severity
  /** The title, where it says more: of what has a value, the limit. */
  title: string | null
}

export function listHeadline(
  context: HeadlineContext,
  incident: Titled & { severity: Severity; device_name: string | null },
  headline: Headline | undefined,
): ListHeadline {
  const { severity } = incident
  const title = context.titleOf(incident)
  // An incident of a moment ago that has been removed since.
  if (headline === undefined)
    return { who: incident.device_name ?? title, what: null, now: null, severity, title: null }
  const { who, what, now } = sayHeadline(context, headline)
  if (what !== null && whoBeside(headline, what) === null) return { who: what, what: null, now, severity, title: null }
  return { who, what, now, severity, title: headline.kind === 'value' ? title : null }
}

/** "Room 3: 196 mmHg", with a link. */
export const whoAndHowBad = ({ who, what, severity }: ListHeadline, address: string): Html =>
  html`<span class="in-short"><a href="${address}">${who}</a>${what === null ? null : html`<span class="unseen">:</span> <strong class="${severity}">${what}</strong>`}</span>`
