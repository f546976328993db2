import type { ReadingBody } from '../../core/telemetry/reading.ts'

/** Result of advancing a model: its new state, and the reading of it. */
export interface SimulatorStep<State> {
  state: State
  body: ReadingBody
}
