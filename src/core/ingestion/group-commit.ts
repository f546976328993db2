import { setTimeout as sleep } from 'node:timers/promises'
import { LostCommit } from '../../platform/database/lost-commit.ts'
import { isBadData, isBrokenRule, isWorthRepeating } from '../../platform/database/sql-errors.ts'
import { badRequest, type RequestError, unavailable } from '../../platform/errors.ts'
import type { ReceivedReading } from './ingest-readings.ts'
import { takingTurns } from './turns.ts'

/** Readings of one device always take the same queue, so two queues never wait for each other's locks. */
const QUEUES = 2
const GROUP_LIMIT = 500
/** Bodies as they came, and what a reading takes beside its body; it is several times as much when it is taken apart. */
const QUEUE_LIMIT_BYTES = 32 * 1024 * 1024
const READING_BYTES = 1024
const REPEATS = 3
const RETRY_AFTER_S = 1

export interface GroupCommit {
  /**
   * Resolves when the reading and all its consequences are on disk. Throws 400 for it alone, or 503. `bytes` is the
   * size of the body it came in.
   */
  submit(received: ReceivedReading, bytes: number): Promise<void>
  /**
   * The same for several readings of one device, in the order given. Resolves once all are settled, with what `submit`
   * would have thrown for each, or null for those on disk.
   */
  submitMany(received: readonly ReceivedReading[], bytes: number): Promise<unknown[]>
  /** Whether the next one would be turned away: by what waits or is under way, counted in bytes. */
  isFull(): boolean
  /** Readings that wait or are under way. */
  queued(): number
  /**
   * For how long the device that is next has waited for its turn, in a queue where a round of turns is more than a group
   * can hold: the delay of what comes now. A pause of the database alone is none, nor is a batch.
   */
  waitedMs(): number
  /** Resolves when nothing is waiting or under way. */
  drain(): Promise<void>
}

interface Waiting {
  received: ReceivedReading
  bytes: number
  since: number
  /** Called once: with null when the reading is on disk. */
  settle: (error: unknown) => void
}

/** With null: they are on disk. */
type Answer = (group: readonly Waiting[], error: unknown) => void

type Ingest = (received: readonly ReceivedReading[]) => Promise<void>

export const TOO_BUSY = 'Too many readings at once; send it again'

/** Spread over some seconds, so that those who are turned away do not all come back together. */
export const tooBusy = (): RequestError => unavailable(TOO_BUSY, 1 + Math.floor(Math.random() * 5))

/**
 * Commits readings in groups: whatever arrives while one transaction commits makes up the next. There is no timer, so
 * an idle service answers at once and a busy one shares each sync of the disk among hundreds.
 */
export function groupCommit(
  ingest: Ingest,
  onFailure: (error: unknown) => void,
  onSettled: (group: readonly { since: number }[]) => void = () => undefined,
): GroupCommit {
  const queues = Array.from({ length: QUEUES }, () => ({
    waiting: takingTurns<Waiting>(),
    running: Promise.resolve(),
    busy: false,
  }))
  let queued = 0
  let queuedBytes = 0
  const isFull = () => queuedBytes >= QUEUE_LIMIT_BYTES

  function enqueue(item: Waiting): void {
    const { id } = item.received.device
    const queue = queues[id % QUEUES]!
    queue.waiting.add(id, item)
    queued += 1
    queuedBytes += item.bytes + READING_BYTES
    if (queue.busy) return
    queue.busy = true
    // Requests read from their sockets in this same turn still join the group.
    queue.running = new Promise<void>((started) => setImmediate(started)).then(() => run(queue))
  }

  async function run(queue: (typeof queues)[number]): Promise<void> {
    while (!queue.waiting.isEmpty()) {
      const group = queue.waiting.take(GROUP_LIMIT)
      await commit(ingest, group, onFailure, answerSoon)
    }
    queue.busy = false
  }

  /** Writing answers takes about as long as the database takes for a group: the next one goes there first. */
  const answerSoon: Answer = (group, error) => setImmediate(answer, group, error)

  const answer: Answer = (group, error) => {
    onSettled(group)
    queued -= group.length
    for (const { bytes, settle } of group) {
      queuedBytes -= bytes + READING_BYTES
      settle(error)
    }
  }

  return {
    submit: (received, bytes) =>
      new Promise((resolve, reject) => {
        // Looked at again: since the request was let in, others may have filled the queue.
        if (isFull()) throw tooBusy()
        enqueue({
          received,
          bytes,
          since: performance.now(),
          settle: (error) => (error === null ? resolve() : reject(error)),
        })
      }),
    submitMany: (all, bytes) =>
      new Promise((resolve) => {
        if (isFull()) throw tooBusy()
        const outcomes: unknown[] = all.map(() => null)
        let left = all.length
        if (left === 0) return resolve(outcomes)
        const share = Math.ceil(bytes / left)
        const since = performance.now()
        for (const [place, received] of all.entries()) {
          const settle = (error: unknown) => {
            outcomes[place] = error
            left -= 1
            if (left === 0) resolve(outcomes)
          }
          enqueue({ received, bytes: share, since, settle })
        }
      }),
    isFull,
    queued: () => queued,
    waitedMs() {
      const behind = queues.filter(({ waiting }) => waiting.roundSize() > GROUP_LIMIT)
      return Math.max(0, ...behind.map(({ waiting }) => waiting.waitedMs()))
    },
    async drain() {
      while (queued > 0) {
        await Promise.all(queues.map((queue) => queue.running))
        await new Promise(setImmediate)
      }
    },
  }
}

/** Never throws: each waiting reading gets its own answer. */
async function commit(
  ingest: Ingest,
  group: readonly Waiting[],
  onFailure: (error: unknown) => void,
  answer: Answer,
): Promise<void> {
  try {
    await withRepeats(() => ingest(group.map((item) => item.received)))
    answer(group, null)
  } catch (error) {
    if (!isBadData(error) && !isBrokenRule(error)) {
      onFailure(error)
      answer(group, unavailable('The reading could not be stored now; send it again', RETRY_AFTER_S))
    } else if (group.length === 1) {
      onFailure(error)
      // A value that PostgreSQL refuses is the device's doing; a constraint that breaks is ours.
      answer(group, isBadData(error) ? badRequest('The reading holds a value that cannot be stored') : error)
    } else {
      // One bad reading must not fail its neighbours: halve until it stands alone.
      const middle = group.length >> 1
      await commit(ingest, group.slice(0, middle), onFailure, answer)
      await commit(ingest, group.slice(middle), onFailure, answer)
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
