import type { ReadingBody } from '../../core/telemetry/reading.ts'

/** What a model makes of the seconds that have passed: its state now, and the reading that tells of it. */
export interface SimulatorStep<State> {
  state: State
  body: ReadingBody
}
