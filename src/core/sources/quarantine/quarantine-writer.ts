import type { CellDatabase } from '../../../platform/database/database.ts'
import { isWorthRepeating } from '../../../platform/database/sql-errors.ts'
import { unavailable } from '../../../platform/errors.ts'
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

interface Waiting {
  message: QuarantinedMessage
  settled: PromiseWithResolvers<Quarantining>
}

/** Writes the quarantine of a cell in groups: messages that come during one transaction make up the next. */
export function quarantineWriter(db: CellDatabase, onFailure: (error: unknown) => void): QuarantineWriter {
  let waiting: Waiting[] = []
  let waitingBytes = 0
  let isRunning = false

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.slice(0, GROUP_LIMIT)
      waiting = waiting.slice(GROUP_LIMIT)
      await write(group)
      for (const { message } of group) waitingBytes -= bytesOf(message)
    }
    isRunning = false
  }

  async function write(group: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await withRepeats(() =>
        db.transaction((tx) =>
          putIntoQuarantine(
            tx,
            group.map(({ message }) => message),
          ),
        ),
      )
      for (const [place, { settled }] of group.entries()) settled.resolve(outcomes[place]!)
    } catch (error) {
      onFailure(error)
      for (const { settled } of group) settled.reject(unavailable(RETRY_AFTER_S, 'reading_unstored'))
    }
  }

  return {
    put(message) {
      const settled = Promise.withResolvers<Quarantining>()
      if (waitingBytes > WAITING_LIMIT_BYTES) settled.reject(unavailable(RETRY_AFTER_S, 'readings_busy'))
      else {
        waiting.push({ message, settled })
        waitingBytes += bytesOf(message)
        if (!isRunning) {
          isRunning = true
          setImmediate(() => void run())
        }
      }
      return settled.promise
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
