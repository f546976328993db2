import { retryAfter } from '../../../webhooks/outbox/retry-schedule.ts'
import type { SendOutcome } from '../../../webhooks/sending/send-webhook.ts'
import { type NotificationOutcome, otherOutcome } from '../../outcome-texts.ts'
import type { ChannelOutcome } from '../channel.ts'

const REASON_CHARACTERS = 120

/** Judges the response of a push service, for the message and for its subscription. Pure. */
export function pushOutcome(sent: SendOutcome, host: string, now: Date): ChannelOutcome {
  const { outcome, status } = sent
  const says = (verdict: ChannelOutcome['verdict'], detail: NotificationOutcome): ChannelOutcome => ({
    verdict,
    detail,
    not_before: verdict === 'retry' ? retryAfter(status, sent.retryAfter, now) : null,
  })
  if (status === null) return says('retry', otherOutcome(`${host}: ${sent.detail}`))
  if (outcome === 'delivered') return says('accepted', { code: 'accepted', by: { host }, status })
  if (status === 404 || status === 410) return says('broken', otherOutcome(`unsubscribed, says ${host} (${status})`))
  if (status === 413) return says('failed', otherOutcome(`too large for ${host} (413)`))
  const isPassing = status === 408 || status === 429 || status >= 500
  const judged = { by: { host }, status, said: reasonOf(sent.response_body) }
  return isPassing
    ? says('retry', { code: 'not_accepted', ...judged })
    : says('failed', { code: 'rejected', ...judged })
}

/** Services of push messages say why in JSON or plain text. Addresses in it are left out: they are secret. */
function reasonOf(response: string | null): string {
  const text = reasonIn(response ?? '')
    .replace(/\w+:\/\/\S+/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, REASON_CHARACTERS)
  return text === '' || /^<(!doctype|html)/i.test(text) ? '' : text
}

function reasonIn(response: string): string {
  try {
    const { reason, message } = JSON.parse(response) as Record<string, unknown>
    return [reason, message].filter((text) => typeof text === 'string').join(' ')
  } catch {
    // Plain text, or nothing that says more than the status.
    return response
  }
}
