import type { Refused } from '../../core/devices/refusals/refusal.ts'
import type { RefusalRecorder } from '../../core/devices/refusals/refusal-recorder.ts'

/** Told of what is turned away. */
export interface IngestionWatch {
  /** A request, with this status. */
  refused(status: number): void
  /** So many readings of a batch. */
  rejected(count: number): void
}

/** Told of each request that a device is refused, by whichever way it came. */
export type NoteRefusal = (refused: Refused) => void

/** Counts refusals, and remembers those that a person should see. */
export const notingRefusals =
  (watch: IngestionWatch, refusals: RefusalRecorder): NoteRefusal =>
  (refused) => {
    watch.refused(refused.status)
    // Told to come again is not refused.
    if (refused.status < 500 && refused.status !== 429) refusals.note(refused)
  }
