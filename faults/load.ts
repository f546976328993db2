import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import { bodyOf, type Message } from './bodies.ts'
import type { Ledger, Outcome } from './ledger.ts'

const ANSWER_WITHIN_MS = 15_000
const PAUSE_AFTER_FAILURE_MS = 100
/** Each device has its own connection, even if a proxy could let them share one. */
const devices = new Agent({ allowH2: false })

export interface Sender {
  device: number
  token: string
  url: string
  ledger: Ledger
}

/** One request: a single reading or a batch. */
export interface Parcel {
  form: keyof typeof FORMS
  readings: Message[]
  /** The client disconnects in the middle of the body; or an array is invalid JSON, and is refused as a whole. */
  fault?: 'cut off' | 'spoiled'
}

const FORMS = {
  reading: { path: '/api/telemetry/ingest', type: 'application/json', body: ([only]: string[]) => only! },
  array: { path: '/api/telemetry/batch', type: 'application/json', body: (all: string[]) => `[${all.join(',')}]` },
  lines: { path: '/api/telemetry/batch', type: 'application/x-ndjson', body: (all: string[]) => all.join('\n') },
}

/** The action of a device in its nth turn. */
export type Turn = (sender: Sender, sequence: number) => Promise<unknown>

/** Records the intent, sends, and records the outcome of each reading. */
export async function send(sender: Sender, parcel: Parcel): Promise<'answered' | 'unknown'> {
  const { device, ledger } = sender
  const isSpoiled = parcel.fault === 'spoiled'
  const first = ledger.intend(
    parcel.readings.map(({ value, ts, withoutTime, isBad = false }) => ({
      device,
      value,
      ts: withoutTime ? null : ts,
      isBad: isBad || isSpoiled,
    })),
  )
  const answer = await post(sender, parcel)
  const outcomes = outcomesOf(parcel, answer)
  ledger.conclude(first, outcomes, answer.status)
  if (answer.status !== 0 && !outcomes.includes('info')) return 'answered'
  await sleep(PAUSE_AFTER_FAILURE_MS)
  return 'unknown'
}

interface Answered {
  /** Zero without an answer. */
  status: number
  /** Null if it was cut off. */
  body: string | null
}

function post({ url, token }: Sender, { form, readings, fault }: Parcel): Promise<Answered> {
  const { path, type, body } = FORMS[form]
  const text = body(readings.map(bodyOf)) + (fault === 'spoiled' ? ',' : '')
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': type, 'x-device-token': token },
    ...(fault === 'cut off' ? { body: firstHalf(text), duplex: 'half' } : { body: text }),
    dispatcher: devices,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).then(
    async (answer) => ({ status: answer.status, body: await answer.text().catch(() => null) }),
    () => ({ status: 0, body: null }),
  )
}

async function* firstHalf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text.slice(0, text.length >> 1))
  // Gives it time to arrive: unsent data would be dropped.
  await sleep(20)
  throw new Error('The device is gone')
}

/**
 * 200 is ok, 4xx is fail, anything else says nothing. For a single reading the status is the answer, even if the body
 * is cut off; for a batch, the body says which readings were refused.
 */
function outcomesOf({ form, readings, fault }: Parcel, { status, body }: Answered): Outcome[] {
  const all = (outcome: Outcome) => readings.map(() => outcome)
  if (status >= 400 && status < 500) return all('fail')
  if (status !== 200) return all(status === 0 && fault === 'cut off' ? 'cut' : 'info')
  if (form === 'reading') return all('ok')
  if (body === null) return all('info')
  const { accepted, rejected } = JSON.parse(body) as { accepted: number; rejected: { index: number }[] }
  const refused = new Set(rejected.map(({ index }) => index))
  const outcomes = readings.map((_, place): Outcome => (refused.has(place) ? 'fail' : 'ok'))
  if (accepted !== outcomes.filter((outcome) => outcome === 'ok').length) {
    throw new Error(`Of ${readings.length} readings it says ${body}`)
  }
  return outcomes
}

/** Lets every sender take turns, one after the other, until `end`. */
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
