import type { CellDatabase } from '../../../platform/database/database.ts'
import { isWorthRepeating } from '../../../platform/database/sql-errors.ts'
import { unavailable } from '../../../platform/errors.ts'
import { groupedWork } from '../../../platform/grouped-work.ts'
import { putIntoQuarantine, type Quarantining } from './quarantine-store.ts'
import { bytesOf, type QuarantinedMessage } from './quarantined-message.ts'

const GROUP_LIMIT = 200
/** Bytes that wait or are being written. */
const WAITING_LIMIT_BYTES = 32 * 1024 * 1024
const REPEATS = 3
const RETRY_AFTER_S = 1

export interface QuarantineWriter {
  /**
   * Resolves when the message is on disk, or is not to be kept. Throws 503 if the database is away or too many wait.
   */
  put(message: QuarantinedMessage): Promise<Quarantining>
}

/** Writes the quarantine of a cell in groups: messages that come during one transaction make up the next. */
export function quarantineWriter(db: CellDatabase, onFailure: (error: unknown) => void): QuarantineWriter {
  let waitingBytes = 0
  const write = groupedWork<QuarantinedMessage, Quarantining>(GROUP_LIMIT, async (group) => {
    try {
      return await withRepeats(() => db.transaction((tx) => putIntoQuarantine(tx, group)))
    } catch (error) {
      onFailure(error)
      throw unavailable(RETRY_AFTER_S, 'reading_unstored')
    } finally {
      for (const message of group) waitingBytes -= bytesOf(message)
    }
  })
  return {
    async put(message) {
      if (waitingBytes > WAITING_LIMIT_BYTES) throw unavailable(RETRY_AFTER_S, 'readings_busy')
      waitingBytes += bytesOf(message)
      return write(message)
    },
  }
}

async function withRepeats<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let repeat = 0; ; repeat += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isWorthRepeating(error) || repeat === REPEATS) throw error
    }
  }
}
