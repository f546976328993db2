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
  const failures = new Counter({
    name: 'tocsin_source_failures_total',
    help: 'Messages of sources of which something was not understood.',
    labelNames: ['format'],
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
        const { source, outcome, failure } = message
        messages.inc({ format: source.format, outcome })
        if (failure !== null) failures.inc({ format: source.format })
        note(message)
      },
      flush,
    }),
    rateRefused: ({ format }) => refusals.inc({ format }),
  }
}
