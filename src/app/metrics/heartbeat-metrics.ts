import { Counter, type Registry } from 'prom-client'
import { HEARTBEAT_OUTCOMES, type HeartbeatOutcome } from '../heartbeat/send-heartbeat.ts'

/** Counts heartbeats by what became of them. */
export function heartbeatMetrics(registry: Registry): (outcome: HeartbeatOutcome) => void {
  const heartbeats = new Counter({
    name: 'tocsin_heartbeats_total',
    help: 'Heartbeats: accepted, failed on the way, or withheld because something that is due waits.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of HEARTBEAT_OUTCOMES) heartbeats.inc({ outcome }, 0)
  return (outcome) => heartbeats.inc({ outcome })
}
