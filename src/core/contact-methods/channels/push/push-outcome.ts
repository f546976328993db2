import { retryAfter } from '../../../webhooks/outbox/retry-schedule.ts'
import type { SendOutcome } from '../../../webhooks/sending/send-webhook.ts'
import type { ChannelOutcome } from '../channel.ts'

const REASON_CHARACTERS = 120

/** Judges the answer of a push service, for the message and for its subscription. Pure. */
export function pushOutcome(sent: SendOutcome, host: string, now: Date): ChannelOutcome {
  const { outcome, status } = sent
  const says = (verdict: ChannelOutcome['verdict'], detail: string): ChannelOutcome => ({
    verdict,
    detail,
    not_before: verdict === 'retry' ? retryAfter(status, sent.retryAfter, now) : null,
  })
  if (status === null) return says('retry', `${host}: ${sent.detail}`)
  if (outcome === 'delivered') return says('accepted', `accepted by ${host} (${status})`)
  if (status === 404 || status === 410) return says('broken', `unsubscribed, says ${host} (${status})`)
  if (status === 413) return says('failed', `too large for ${host} (413)`)
  const isPassing = status === 408 || status === 429 || status >= 500
  const detail = `${isPassing ? 'not accepted' : 'rejected'} by ${host} (${status})`
  return says(isPassing ? 'retry' : 'failed', withReason(detail, sent.response_body))
}

/** Services of push messages say why in JSON or plain text. Addresses in it are left out: they are secret. */
function withReason(detail: string, answer: string | null): string {
  const text = reasonIn(answer ?? '')
    .replace(/\w+:\/\/\S+/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, REASON_CHARACTERS)
  return text === '' || /^<(!doctype|html)/i.test(text) ? detail : `${detail}: ${text}`
}

function reasonIn(answer: string): string {
  try {
    const { reason, message } = JSON.parse(answer) as Record<string, unknown>
    return [reason, message].filter((text) => typeof text === 'string').join(' ')
  } catch {
    // Plain text, or nothing that says more than the status.
    return answer
  }
}
