import { setTimeout as sleep } from 'node:timers/promises'
import type { Scope } from '../test/harness/cleanup.ts'
import type { Ledger } from './ledger.ts'
import { type Sender, startLoad, type Turn } from './load.ts'
import { type Site, untilReady } from './site.ts'
import { sendNext } from './turns.ts'

/** However slow the machine is. */
const LEAST = 2

/** What a fault has at hand: everything it opens ends with its scope. */
export interface Run {
  scope: Scope
  seconds: number
  ledger: Ledger
}

export interface Ran {
  site: Site
  /** How many faults there were. None means that nothing was tried. */
  injected: number
  /** What the fault itself saw go wrong, beside what the check of the database finds. */
  broken?: Record<string, number>
  remark?: string
}

export type Order = 'by time' | 'as sent' | 'none'

export interface Fault {
  id: string
  name: string
  /**
   * By which order readings of one device are judged: by their times, unless it says otherwise. `as sent` where their times
   * are what is at fault; `none` where they overtake each other, on purpose or because two senders are at it.
   */
  order?: Order
  /** Why it cannot be tried here, or null. */
  obstacle?(): string | null
  run(run: Run): Promise<Ran>
}

export interface Injection {
  everyMs: number
  inject(): unknown
  turn?: Turn
  /** Each device goes on at every node at once. */
  urls?: readonly string[]
}

/** Load for so many seconds, a fault every now and then, and once more when the time is up; returns how many. */
export async function underLoad(site: Site, { seconds, ledger }: Run, injection: Injection): Promise<number> {
  const { everyMs, inject, turn = sendNext, urls = [site.served.url] } = injection
  const load = startLoad(sendersOf(site, ledger, urls), turn)
  const deadline = Date.now() + seconds * 1_000
  let injected = 0
  try {
    do {
      await sleep(Math.min(everyMs, seconds * 1_000))
      await inject()
      injected += 1
    } while (Date.now() < deadline || injected < LEAST)
    // After the last fault the service has to take readings again, without anybody's help.
    await untilReady(site.served.url)
    await sleep(500)
  } finally {
    await load.end()
  }
  return injected
}

const sendersOf = ({ tokens }: Site, ledger: Ledger, urls: readonly string[]): Sender[] =>
  urls.flatMap((url) => tokens.map((token, place) => ({ device: place + 1, token, url, ledger })))
