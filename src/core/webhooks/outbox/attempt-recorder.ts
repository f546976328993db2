import type { Database } from '../../../platform/database/database.ts'
import type { EndedAttempt, NoteSettled } from './attempt.ts'
import { recordAttempts } from './record-attempts.ts'

export interface AttemptRecorder {
  /** Resolves when the attempt is on disk. */
  record(ended: EndedAttempt): Promise<void>
}

/** Writes attempts in groups: while one group is written, the next one gathers. */
export function attemptRecorder(
  options: { db: Database; retryDelaysS: readonly number[]; noteSettled: NoteSettled; now: () => Date },
  onHeld: (webhookId: number) => void,
): AttemptRecorder {
  let gathering: EndedAttempt[] = []
  let writing: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  async function writeGathered(): Promise<void> {
    const group = gathering
    gathering = []
    next = null
    const { db, retryDelaysS, noteSettled, now } = options
    for (const id of await recordAttempts(db, group, retryDelaysS, noteSettled, now())) onHeld(id)
  }

  return {
    record(ended) {
      gathering.push(ended)
      if (next === null) {
        next = writing.then(writeGathered)
        // Callers get the error of their own group; the next group starts regardless.
        writing = next.catch(() => undefined)
      }
      return next
    },
  }
}
