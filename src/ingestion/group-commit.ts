import { setTimeout as sleep } from 'node:timers/promises'
import { badRequest, unavailable } from '../platform/errors.ts'
import { LostCommit } from '../platform/lost-commit.ts'
import { isBadData, isBrokenRule, isWorthRepeating } from '../platform/sql-errors.ts'
import type { ReceivedReading } from './ingest-readings.ts'

/** Readings of one device always take the same lane, so two lanes never wait for each other's locks. */
const LANES = 2
const BATCH_LIMIT = 500
const QUEUE_LIMIT = 5_000
const REPEATS = 3
const RETRY_AFTER_S = 1

export interface GroupCommit {
  /** Resolves when the reading and all its consequences are on disk. Throws 400 for it alone, or 503. */
  submit(received: ReceivedReading): Promise<void>
  isFull(): boolean
  /** Resolves when nothing is waiting or under way. */
  drain(): Promise<void>
}

interface Waiting {
  received: ReceivedReading
  resolve: () => void
  reject: (error: unknown) => void
}

type Ingest = (received: readonly ReceivedReading[]) => Promise<void>

/**
 * Commits readings in groups: whatever arrives while one transaction commits makes up the next. There is no timer, so
 * an idle service answers at once and a busy one shares each sync of the disk among hundreds.
 */
export function groupCommit(ingest: Ingest, onFailure: (error: unknown) => void): GroupCommit {
  const lanes = Array.from({ length: LANES }, () => ({
    waiting: [] as Waiting[],
    running: Promise.resolve(),
    busy: false,
  }))
  let queued = 0

  async function run(lane: (typeof lanes)[number]): Promise<void> {
    while (lane.waiting.length > 0) {
      const batch = lane.waiting.splice(0, BATCH_LIMIT)
      await commit(ingest, batch, onFailure)
      queued -= batch.length
    }
    lane.busy = false
  }

  return {
    submit: (received) =>
      new Promise((resolve, reject) => {
        const lane = lanes[received.device.id % LANES]!
        lane.waiting.push({ received, resolve, reject })
        queued += 1
        if (lane.busy) return
        lane.busy = true
        // Requests read from their sockets in this same turn still join the batch.
        lane.running = new Promise<void>((started) => setImmediate(started)).then(() => run(lane))
      }),
    isFull: () => queued >= QUEUE_LIMIT,
    async drain() {
      while (queued > 0) await Promise.all(lanes.map((lane) => lane.running))
    },
  }
}

/** Never throws: each waiting request gets its own answer. */
async function commit(ingest: Ingest, batch: readonly Waiting[], onFailure: (error: unknown) => void): Promise<void> {
  try {
    await withRepeats(() => ingest(batch.map((item) => item.received)))
    for (const item of batch) item.resolve()
  } catch (error) {
    if (!isBadData(error) && !isBrokenRule(error)) {
      onFailure(error)
      for (const item of batch)
        item.reject(unavailable('The reading could not be stored now; send it again', RETRY_AFTER_S))
    } else if (batch.length === 1) {
      onFailure(error)
      // A value that PostgreSQL refuses is the device's doing; a constraint that breaks is ours.
      batch[0]!.reject(isBadData(error) ? badRequest('The reading holds a value that cannot be stored') : error)
    } else {
      // One bad reading must not fail its neighbours: halve until it stands alone.
      const middle = batch.length >> 1
      await commit(ingest, batch.slice(0, middle), onFailure)
      await commit(ingest, batch.slice(middle), onFailure)
    }
  }
}

async function withRepeats(work: () => Promise<void>): Promise<void> {
  for (let repeat = 0; ; repeat += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(isWorthRepeating(error) || hasEnded(error)) || repeat === REPEATS) throw error
      await sleep(Math.random() * 20 * 2 ** repeat)
    }
  }
}

/**
 * Its COMMIT was not answered, but it is over. Committed or not, the group is done again: readings that are stored have
 * no second effect, and a 200 always rests on a COMMIT that was answered. The server's word alone would not do: after a
 * crash the number of a transaction that is lost may belong to another one, which has committed.
 */
const hasEnded = (error: unknown): boolean => error instanceof LostCommit && error.hasEnded
