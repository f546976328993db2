import type { Refused } from '../../core/devices/refusals/refusal.ts'
import type { RefusalRecorder } from '../../core/devices/refusals/refusal-recorder.ts'

/** Counters of refusals. */
export interface IngestionWatch {
  /** A refused request with its status. */
  refused(status: number): void
  /** Number of refused readings of a batch. */
  rejected(count: number): void
}

/** Called for each refused request of a device, over any protocol. */
export type NoteRefusal = (refused: Refused) => void

/** Counts refusals, and records those that people should see. */
export const notingRefusals =
  (watch: IngestionWatch, refusals: RefusalRecorder): NoteRefusal =>
  (refused) => {
    watch.refused(refused.status)
    // A request to retry later is not a refusal, unless it is because of the device itself.
    if (refused.limit !== undefined || (refused.status < 500 && refused.status !== 429)) refusals.note(refused)
  }
