import { setTimeout as sleep } from 'node:timers/promises'
import { LostCommit } from '../../platform/database/lost-commit.ts'
import { isBadData, isBrokenRule, isWorthRepeating } from '../../platform/database/sql-errors.ts'
import { badRequest, type RequestError, unavailable } from '../../platform/errors.ts'
import { fairQueue } from './fair-queue.ts'
import type { IngestedGroup, ReceivedReading } from './ingest-readings.ts'

const GROUP_LIMIT = 500
/** Sizes of bodies as received, and of a reading beside its body; parsed, they take several times as much. */
const QUEUE_LIMIT_BYTES = 32 * 1024 * 1024
const READING_BYTES = 1024
const REPEATS = 3
/** A reading that would wait longer is refused, so that the device retries: the queue would only grow. */
const LONGEST_WAIT_MS = 500
const RETRY_AFTER_S = 1

export interface GroupCommit {
  /**
   * Resolves when the reading and all its effects are on disk. Throws 400 for this reading alone, or 503. `bytes` is
   * the size of the request body.
   */
  submit(received: ReceivedReading, bytes: number): Promise<void>
  /**
   * The same for several readings of one device, in the given order. Resolves once all are settled, with the error of
   * each reading, null for those on disk, or 'repeated' for those whose message was on disk before.
   */
  submitMany(received: readonly ReceivedReading[], bytes: number): Promise<unknown[]>
  /** Whether the next reading would be refused, judged by the bytes that are waiting or being stored. */
  isFull(): boolean
  /** Readings that are waiting or being stored. */
  queued(): number
  /**
   * How long the next device has waited for its turn if one round of turns does not fit in a group: the delay of new
   * readings. A pause of the database alone does not count, nor does a batch.
   */
  waitedMs(): number
  /** Whether a new reading would wait too long. */
  isOverloaded(): boolean
  /** Resolves when nothing is waiting or being stored. */
  drain(): Promise<void>
}

interface Waiting {
  received: ReceivedReading
  bytes: number
  since: number
  /** Called once, with the outcome of the reading as `submitMany` returns it. */
  settle: (outcome: unknown) => void
}

/** A null error: the group is on disk, without what is repeated. */
type Respond = (group: readonly Waiting[], error: unknown, repeated?: IngestedGroup['repeated']) => void

type Ingest = (received: readonly ReceivedReading[]) => Promise<Pick<IngestedGroup, 'repeated'>>

/** Retry-After is random, so that refused clients do not all return together. */
export const tooBusy = (): RequestError => unavailable(1 + Math.floor(Math.random() * 5), 'readings_busy')

/**
 * Commits readings in groups: readings that arrive during one transaction make up the next. There is no timer, so an
 * idle service answers at once, and a busy one shares each disk sync among hundreds.
 */
export function groupCommit(
  ingest: Ingest,
  onFailure: (error: unknown) => void,
  onSettled: (group: readonly { since: number }[]) => void = () => undefined,
): GroupCommit {
  const waiting = fairQueue<Waiting>()
  let running = Promise.resolve()
  let isBusy = false
  let queued = 0
  let queuedBytes = 0
  const isFull = () => queuedBytes >= QUEUE_LIMIT_BYTES
  const waitedMs = () => (waiting.roundSize() > GROUP_LIMIT ? waiting.waitedMs() : 0)

  function enqueue(item: Waiting): void {
    waiting.add(item.received.device.id, item)
    queued += 1
    queuedBytes += item.bytes + READING_BYTES
    if (isBusy) return
    isBusy = true
    // Requests read from their sockets in this same turn still join the group.
    running = new Promise<void>((started) => setImmediate(started)).then(run)
  }

  async function run(): Promise<void> {
    while (!waiting.isEmpty()) {
      await commit(ingest, waiting.take(GROUP_LIMIT), onFailure, respondSoon)
    }
    isBusy = false
  }

  /** Writing responses takes about as long as the database takes for a group, so the next group is sent first. */
  const respondSoon: Respond = (group, error, repeated) => setImmediate(respond, group, error, repeated)

  const respond: Respond = (group, error, repeated) => {
    onSettled(group)
    queued -= group.length
    for (const { received, bytes, settle } of group) {
      queuedBytes -= bytes + READING_BYTES
      settle(repeated?.has(received.reading) ? 'repeated' : error)
    }
  }

  return {
    submit: (received, bytes) =>
      new Promise((resolve, reject) => {
        // Checked again: others may have filled the queue since the request was accepted.
        if (isFull()) throw tooBusy()
        enqueue({
          received,
          bytes,
          since: performance.now(),
          settle: (outcome) => (outcome === null ? resolve() : reject(outcome)),
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
          const settle = (outcome: unknown) => {
            outcomes[place] = outcome
            left -= 1
            if (left === 0) resolve(outcomes)
          }
          enqueue({ received, bytes: share, since, settle })
        }
      }),
    isFull,
    queued: () => queued,
    waitedMs,
    isOverloaded: () => waitedMs() > LONGEST_WAIT_MS,
    async drain() {
      while (queued > 0) {
        await running
        await new Promise(setImmediate)
      }
    },
  }
}

/** Never throws: each waiting reading gets its own response. */
async function commit(
  ingest: Ingest,
  group: readonly Waiting[],
  onFailure: (error: unknown) => void,
  respond: Respond,
): Promise<void> {
  try {
    const { repeated } = await withRepeats(() => ingest(group.map((item) => item.received)))
    respond(group, null, repeated)
  } catch (error) {
    if (!isBadData(error) && !isBrokenRule(error)) {
      onFailure(error)
      respond(group, unavailable(RETRY_AFTER_S, 'reading_unstored'))
    } else if (group.length === 1) {
      onFailure(error)
      // A value that PostgreSQL refuses is the client's fault; a violated constraint is a bug.
      respond(group, isBadData(error) ? badRequest('reading_unstorable') : error)
    } else {
      // One bad reading must not fail its neighbours: halve the group until it is alone.
      const middle = group.length >> 1
      await commit(ingest, group.slice(0, middle), onFailure, respond)
      await commit(ingest, group.slice(middle), onFailure, respond)
    }
  }
}

async function withRepeats<Result>(work: () => Promise<Result>): Promise<Result> {
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
 * The COMMIT was not answered, but the transaction has ended. Committed or not, the group is stored again: stored
 * readings have no second effect, and a 200 always rests on a COMMIT that was answered. The server's status of the
 * transaction would not be enough: after a crash, the number of a lost transaction may belong to another one, which has
 * committed.
 */
const hasEnded = (error: unknown): boolean => error instanceof LostCommit && error.hasEnded
