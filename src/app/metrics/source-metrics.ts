import { Counter, type Registry } from 'prom-client'
import type { SourceActivity } from '../../core/sources/intake/source-activity.ts'
import type { Source } from '../../core/sources/source.ts'

interface SourceMetrics {
  /** Wraps what notes messages that come, and counts them. */
  watched(activity: SourceActivity): SourceActivity
  /** A message that was beyond the rate of its source. */
  rateRefused(source: Pick<Source, 'format'>): void
}

/** Counts what senders of many devices send. A large message counts once for each of the pieces in which it is stored. */
export function sourceMetrics(registry: Registry): SourceMetrics {
  const registers = [registry]
  const messages = new Counter({
    name: 'tocsin_source_messages_total',
    help: 'Messages of sources by what became of them: stored, in quarantine, or ignored.',
    labelNames: ['format', 'outcome'],
    registers,
  })
  const refusals = new Counter({
    name: 'tocsin_source_rate_refusals_total',
    help: 'Messages that were refused because their source had sent more than its rate.',
    labelNames: ['format'],
    registers,
  })
  return {
    watched: ({ note, flush }) => ({
      note(message) {
        messages.inc({ format: message.source.format, outcome: message.outcome })
        note(message)
      },
      flush,
    }),
    rateRefused: ({ format }) => refusals.inc({ format }),
  }
}
