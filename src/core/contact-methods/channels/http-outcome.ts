import { retryAfter } from '../../webhooks/outbox/retry-schedule.ts'
import type { SendOutcome } from '../../webhooks/sending/send-webhook.ts'
import { otherOutcome, type SendingService, serviceName } from '../outcome-texts.ts'
import type { ChannelOutcome } from './channel.ts'

/**
 * Verdict on a request. Statuses that say that somebody is busy or fails are passing; any other refusal is of this
 * message, unless `verdicts` says more about it. Pure.
 */
export function httpOutcome(
  sent: SendOutcome,
  by: SendingService,
  verdicts: Record<number, ChannelOutcome['verdict']>,
  now: Date,
): ChannelOutcome {
  const { outcome, status, detail } = sent
  if (outcome === 'delivered')
    return { verdict: 'accepted', detail: { code: 'accepted', by, status: status ?? 0 }, not_before: null }
  const said = otherOutcome(`${serviceName(by)}: ${detail}`)
  if (outcome === 'blocked_address') return { verdict: 'failed', detail: said, not_before: null }
  const isPassing = status === null || status === 408 || status === 425 || status === 429 || status >= 500
  const verdict = verdicts[status ?? 0] ?? (isPassing ? 'retry' : 'failed')
  const not_before = verdict === 'retry' ? retryAfter(status, sent.retryAfter, now) : null
  return { verdict, detail: said, not_before }
}
