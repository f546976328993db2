import { backOffMs } from './back-off.ts'
import { memoryStore } from './memory-store.ts'
import type { Module } from './module.ts'
import type { Reading } from './reading.ts'
import type { ReadingStore } from './reading-store.ts'
import { sendBatch } from './send-batch.ts'

const BATCH_LIMIT = 500
const BATCH_LIMIT_CHARACTERS = 256 * 1024
/** Larger backward steps of the device's clock are accepted instead of pushing times forward. */
const CLOCK_STEP_MS = 1_000

export interface DeviceClientOptions {
  /** URL of the service, such as https://tocsin.example */
  url: string
  token: string
  /** Default module of readings. */
  module?: Module
  /** Where readings wait; by default in memory, 10,000 readings. */
  store?: ReadingStore
  /** Delay before sending, so that more readings are sent at once: for radios with a cost per message. Default: 0. */
  gatherMs?: number
  /** Timeout of an attempt. */
  timeoutMs?: number
  /** Called when the store was full and the oldest readings were dropped. */
  onDropped?: (count: number) => void
  /** Called when the service has rejected a reading for good. It is not sent again. */
  onRejected?: (reading: Reading, message: string) => void
  /** Called when an attempt has failed; the readings are kept. */
  onFailure?: (message: string) => void
}

export interface Status {
  waiting: number
  stored: number
  rejected: number
  dropped: number
  /** Reason why the last attempt failed; null if it did not. */
  failure: string | null
}

export interface DeviceClient {
  /** Adds the time to a reading and stores it. It is sent as soon as possible. */
  record(reading: Reading): void
  /** Resolves when the service has decided about every recorded reading. */
  flush(): Promise<void>
  status(): Status
  /** Stops sending. Waiting readings stay in the store. */
  close(): Promise<void>
}

interface Waiter {
  resolve: () => void
  reject: (error: Error) => void
}

/** Sends readings in order and in batches, and retries until the service has decided about them. */
export function deviceClient(options: DeviceClientOptions): DeviceClient {
  const { store = memoryStore(), gatherMs = 0, timeoutMs = 30_000 } = options
  const counts = { stored: 0, rejected: 0, dropped: 0 }
  const stop = new AbortController()
  const waitingForEmpty = new Set<Waiter>()
  let failure: string | null = null
  let lastTs = 0
  let running: Promise<void> | null = null
  /** Readings of the current batch that are still the oldest in the store. */
  let held = 0

  /** Later than the last one: readings with the same time and content count as the same. */
  function stamp(): number {
    const now = Date.now()
    lastTs = now <= lastTs && lastTs - now < CLOCK_STEP_MS ? lastTs + 1 : now
    return lastTs
  }

  async function run(): Promise<void> {
    let failures = 0
    let limit = BATCH_LIMIT
    await rest(gatherMs, stop.signal)
    while (!stop.signal.aborted && store.size() > 0) {
      const lines = fitting(store.oldest(limit))
      held = lines.length
      const outcome = await sendBatch({ url: options.url, token: options.token, lines, timeoutMs, signal: stop.signal })
      if (stop.signal.aborted) return
      if (outcome.kind === 'decided') {
        settle(lines, outcome.rejected)
        failures = 0
        limit = BATCH_LIMIT
      } else if (outcome.kind === 'refused' && lines.length > 1) {
        // One of them is invalid, or there are too many: halving finds it.
        limit = Math.ceil(lines.length / 2)
      } else if (outcome.kind === 'refused') {
        settle(lines, [{ index: 0, message: outcome.message }])
      } else {
        fail(outcome.message)
        failures += 1
        await rest(backOffMs(failures, outcome.retryAfterMs), stop.signal)
      }
    }
  }

  function fail(message: string): void {
    failure = message
    options.onFailure?.(message)
  }

  function settle(lines: readonly string[], rejected: readonly { index: number; message: string }[]): void {
    store.remove(held)
    held = 0
    failure = null
    counts.stored += lines.length - rejected.length
    counts.rejected += rejected.length
    for (const { index, message } of rejected) options.onRejected?.(JSON.parse(lines[index]!), message)
  }

  function start(): void {
    if (running !== null || stop.signal.aborted) return
    if (store.size() === 0) {
      for (const { resolve } of waitingForEmpty) resolve()
      waitingForEmpty.clear()
      return
    }
    running = run()
      // An error of the store, or of a callback. Readings that were not removed are sent again.
      .catch((error: unknown) => {
        fail((error as Error).message)
        return rest(backOffMs(1, 0), stop.signal)
      })
      .then(() => {
        running = null
        // Readings may have been added since the last check.
        start()
      })
  }

  start()
  return {
    record({ module = options.module, ts = stamp(), ...measured }) {
      if (stop.signal.aborted) throw new Error('The client is closed')
      if (module === undefined) throw new Error('A reading needs a module, or the client one for all')
      const dropped = store.add(JSON.stringify({ module, ts, ...measured }))
      if (dropped > 0) {
        held = Math.max(0, held - dropped)
        counts.dropped += dropped
        options.onDropped?.(dropped)
      }
      start()
    },
    flush: () =>
      new Promise((resolve, reject) => {
        waitingForEmpty.add({ resolve, reject })
        start()
      }),
    status: () => ({ waiting: store.size(), ...counts, failure }),
    async close() {
      stop.abort()
      await running
      for (const { reject } of waitingForEmpty) reject(new Error('The client was closed'))
      waitingForEmpty.clear()
      store.close()
    },
  }
}

/** As many lines as fit into a body. */
function fitting(lines: readonly string[]): readonly string[] {
  let characters = 0
  const tooMany = lines.findIndex((line, place) => {
    characters += line.length
    return place > 0 && characters > BATCH_LIMIT_CHARACTERS
  })
  return tooMany < 0 ? lines : lines.slice(0, tooMany)
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}
