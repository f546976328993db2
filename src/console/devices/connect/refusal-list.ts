import type { Reason } from '../../../core/devices/refusals/refusal.ts'
import type { RefusalRecord } from '../../../core/devices/refusals/refusal-store.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import type { Reader } from '../../frame/page/reader.ts'

const TOKEN_LENGTH = 64
/** Reasons that do not say enough alone. */
const WITH_MESSAGE: readonly Reason[] = ['content', 'device_limit', 'site_limit']

/** Refused requests with reason, address and count, newest first. */
export const refusalList = (reader: Reader, refusals: readonly RefusalRecord[]): Html => html`
<ul class="refusals">${refusals.map((refusal) => {
  const { format, t } = reader
  const { at, address, status, count } = refusal
  return html`<li>
    <p><strong>${t.onboarding.reasons[refusal.reason]}${tokenFaults(reader, refusal)}</strong></p>
    ${WITH_MESSAGE.includes(refusal.reason) ? html`<p><code>${refusal.message}</code></p>` : null}
    <p class="meta">${status} · ${t.onboarding.from(address)} · ${format.ago(at)}${count > 1 ? html` · ${t.onboarding.refusedTimes(count)}` : null}</p>
  </li>`
})}</ul>`

function tokenFaults({ t }: Reader, { reason, token_hint, token_length }: RefusalRecord): Content {
  if (reason !== 'unknown_token') return null
  const faults = [
    ...(token_hint === null ? [] : [t.onboarding.endsIn(token_hint)]),
    ...(token_length === null || token_length === TOKEN_LENGTH ? [] : [t.onboarding.wrongLength(token_length)]),
  ]
  return faults.length === 0 ? null : `: ${faults.join(', ')}`
}
