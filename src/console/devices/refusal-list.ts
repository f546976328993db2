import type { RefusalRecord } from '../../devices/refusals/refusal-store.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import type { Visit } from '../shell/visit.ts'

const TOKEN_LENGTH = 64

/** What was refused, why as far as that is known, from where, and how often. Newest first. */
export const refusalList = (visit: Visit, refusals: readonly RefusalRecord[]): Html => html`
<ul class="refusals">${refusals.map((refusal) => {
  const { format, t } = visit
  const { at, address, status, count } = refusal
  return html`<li>
    <p><strong>${t.onboarding.reasons[refusal.reason]}${tokenFaults(visit, refusal)}</strong></p>
    ${refusal.reason === 'content' ? html`<p><code>${refusal.message}</code></p>` : null}
    <p class="meta">${status} · ${t.onboarding.from(address)} · ${format.ago(at)}${count > 1 ? html` · ${t.onboarding.refusedTimes(count)}` : null}</p>
  </li>`
})}</ul>`

function tokenFaults({ t }: Visit, { reason, token_hint, token_length }: RefusalRecord): Content {
  if (reason !== 'unknown_token') return null
  const faults = [
    ...(token_hint === null ? [] : [t.onboarding.endsIn(token_hint)]),
    ...(token_length === null || token_length === TOKEN_LENGTH ? [] : [t.onboarding.wrongLength(token_length)]),
  ]
  return faults.length === 0 ? null : `: ${faults.join(', ')}`
}
