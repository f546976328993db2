import type { ReadingBody } from '../telemetry/reading.ts'

/** What a model makes of the seconds that have passed: its state now, and the reading that tells of it. */
export interface Step<State> {
  state: State
  body: ReadingBody
}
