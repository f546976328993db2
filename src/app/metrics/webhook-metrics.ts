import { Counter, Histogram, type Registry } from 'prom-client'
import type { Attempt } from '../../core/webhooks/outbox/attempt.ts'
import { OUTCOMES } from '../../core/webhooks/sending/send-failure.ts'

/** Counts the outcomes of webhook requests. The delivery log has them per receiver. */
export function webhookMetrics(registry: Registry): (attempt: Attempt) => void {
  const registers = [registry]
  const attempts = new Counter({
    name: 'tocsin_webhook_attempts_total',
    help: 'Requests to receivers of webhooks, by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of OUTCOMES) attempts.inc({ outcome }, 0)
  const durations = new Histogram({
    name: 'tocsin_webhook_attempt_duration_seconds',
    help: 'Duration of requests to receivers of webhooks.',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  return ({ outcome, duration_ms }) => {
    attempts.inc({ outcome })
    durations.observe(duration_ms / 1_000)
  }
}
