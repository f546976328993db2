import type { FastifyBaseLogger } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { StepBack } from './watch-clock.ts'

const QUIET_MS = 60_000

/**
 * Counts backward steps of the clock and logs them. Nodes whose clocks disagree see steps without end, so the log gets
 * one line a minute at most.
 */
export function reportClockSteps(registry: Registry, log: FastifyBaseLogger): (step: StepBack) => void {
  const steps = new Counter({
    name: 'tocsin_clock_steps_back_total',
    help: 'Backward steps of the clock found and corrected by this node.',
    registers: [registry],
  })
  let loggedAt = Number.NEGATIVE_INFINITY
  return (step) => {
    steps.inc()
    if (performance.now() - loggedAt < QUIET_MS) return
    loggedAt = performance.now()
    log.warn(step, 'the clock has gone back; stored times in the future were corrected')
  }
}
