import type { Silencing } from '../../../core/notifications/silence.ts'
import { type Content, html } from '../../../platform/html.ts'
import type { Reader } from '../page/reader.ts'
import { icon } from './page-parts.ts'

/** The silence of a device in words, for its page. */
export function silencingBadge({ t, format }: Reader, silenced: Silencing | null): Content {
  if (silenced === null) return null
  const { silence, until, isWhole } = silenced
  const text = isWhole ? t.telemetry.silencedUntil : t.telemetry.partlySilencedUntil
  return html`<a class="badge" href="/silences/${silence.id}" title="${silence.reason}">${icon('bell-off')}<span>${text} ${format.at(until)}</span></a>`
}

/** The same as a picture, for lists. */
export function silencingMark({ t, format }: Reader, silenced: Silencing | null): Content {
  if (silenced === null) return null
  const { silence, until, isWhole } = silenced
  const text = isWhole ? t.telemetry.silencedUntil : t.telemetry.partlySilencedUntil
  return html` <a class="silenced" href="/silences/${silence.id}" title="${silence.reason}">${icon('bell-off')}<span class="unseen">${text} ${format.at(until)}</span></a>`
}
