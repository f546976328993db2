import { setTimeout as sleep } from 'node:timers/promises'
import type { Scope } from '../test/harness/cleanup.ts'
import type { Ledger } from './ledger.ts'
import { type Sender, startLoad, type Turn } from './load.ts'
import { type Site, untilReady } from './site.ts'
import { sendNext } from './turns.ts'

/** Even on a slow machine. */
const LEAST = 2

/** The context of a fault; everything it opens is closed with its scope. */
export interface Run {
  scope: Scope
  seconds: number
  ledger: Ledger
}

export interface Ran {
  site: Site
  /** Number of injected faults. Zero means that nothing was tested. */
  injected: number
  /** Problems that the fault itself has seen, besides those in the database. */
  broken?: Record<string, number>
  remark?: string
}

export type Order = 'by time' | 'as sent' | 'none'

export interface Fault {
  id: string
  name: string
  /**
   * Order by which readings of one device are judged: by their times unless stated otherwise; `as sent` if the times
   * are the fault; `none` if readings overtake each other, on purpose or because there are two senders.
   */
  order?: Order
  /** Reason why it cannot run here, or null. */
  obstacle?(): string | null
  run(run: Run): Promise<Ran>
}

export interface Injection {
  everyMs: number
  /** Number of faults, also if they take longer than the load should. */
  atLeast?: number
  inject(): unknown
  turn?: Turn
  /** Each device sends to every node at the same time. */
  urls?: readonly string[]
}

/**
 * Runs load for this many seconds with a fault now and then, and once more at the end; returns the number of faults.
 */
export async function underLoad(site: Site, { seconds, ledger }: Run, injection: Injection): Promise<number> {
  const { everyMs, atLeast = LEAST, inject, turn = sendNext, urls = [site.served.url] } = injection
  const load = startLoad(sendersOf(site, ledger, urls), turn)
  const deadline = Date.now() + seconds * 1_000
  let injected = 0
  try {
    do {
      await sleep(Math.min(everyMs, seconds * 1_000))
      await inject()
      injected += 1
    } while (Date.now() < deadline || injected < atLeast)
    // After the last fault, the service must accept readings again without help.
    await untilReady(site.served.url)
    await sleep(500)
  } finally {
    await load.end()
  }
  return injected
}

const sendersOf = ({ tokens }: Site, ledger: Ledger, urls: readonly string[]): Sender[] =>
  urls.flatMap((url) => tokens.map((token, place) => ({ device: place + 1, token, url, ledger })))
