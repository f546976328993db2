import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import type { Ledger, Outcome } from './ledger.ts'

const ANSWER_WITHIN_MS = 15_000
const PAUSE_AFTER_FAILURE_MS = 100
/** 2025-06-15, long past: rules and latest metrics go by these times. */
const FIRST_TS = 1_750_000_000
const BREACH_EVERY = 20
/** Each device has a connection of its own, also where a proxy would let them share one. */
const devices = new Agent({ allowH2: false })

export interface Sender {
  device: number
  token: string
  url: string
  ledger: Ledger
}

/** One reading of a device. */
export interface Message {
  sequence: number
  value: number
  ts: number
  /** Merged into the body, or the whole body when it is a text. */
  more?: Record<string, unknown> | string
}

/** What a device does at its nth turn. */
export type Turn = (sender: Sender, sequence: number) => Promise<unknown>

export const tsOf = (sequence: number): number => FIRST_TS + sequence

export const sendNext: Turn = (sender, sequence) =>
  send(sender, { sequence, value: sender.ledger.newValue(), ts: tsOf(sequence) })

/** Writes the intent down, sends, and writes down what came back: 200 is ok, 4xx is fail, anything else says nothing. */
export async function send(sender: Sender, message: Message): Promise<Outcome> {
  const { device, token, url, ledger } = sender
  const request = ledger.intend(device, message.sequence, message.value)
  const status = await fetch(`${url}/api/telemetry/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': token },
    body: typeof message.more === 'string' ? message.more : bodyOf(message),
    dispatcher: devices,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).then(
    async (answer) => {
      // The status is the answer; a body that is cut off takes nothing from it.
      await answer.arrayBuffer().catch(() => undefined)
      return answer.status
    },
    () => 0,
  )
  const outcome = status === 200 ? 'ok' : status >= 400 && status < 500 ? 'fail' : 'info'
  ledger.conclude(request, outcome, status)
  if (outcome === 'info') await sleep(PAUSE_AFTER_FAILURE_MS)
  return outcome
}

/** One reading in twenty breaches a limit, and the next one clears it. */
function bodyOf({ value, ts, more }: Message): string {
  const systolic = ts % BREACH_EVERY === 0 ? 190 : 120
  const metrics = { systolic, heart_rate: 70, audit: value }
  return JSON.stringify({ module: 'health', ts, lat: 46, lng: 14, metrics, ...(more as object | undefined) })
}

/** Lets every sender take its turns, one after the other, until `end`. */
export function startLoad(senders: readonly Sender[], turn: Turn): { end(): Promise<void> } {
  const stop = new AbortController()
  const all = senders.map(async (sender) => {
    for (let sequence = 1; !stop.signal.aborted; sequence += 1) await turn(sender, sequence)
  })
  return {
    async end() {
      stop.abort()
      await Promise.all(all)
    },
  }
}
