import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

/**
 * A client's knowledge about one reading it sent: `ok` promises that it is stored, `fail` that it is not, `info` and
 * `cut` say nothing; `cut` means that the client disconnected.
 */
export type Outcome = 'ok' | 'fail' | 'info' | 'cut'

/** A reading that is about to be sent. */
export interface Intent {
  device: number
  value: number
  /** Null: the service sets the time. */
  ts: number | null
  /** Invalid on purpose: it must be refused. */
  isBad: boolean
}

export interface Ledger {
  path: string
  /** A number that no other reading of this run has. */
  newValue(): number
  /**
   * Recorded before the request is sent, so that every stored reading is in the ledger. Returns the number of the
   * first; the others follow.
   */
  intend(intents: readonly Intent[]): number
  conclude(first: number, outcomes: readonly Outcome[], status: number): void
  /** Number of readings by outcome so far. */
  concluded: Readonly<Record<Outcome, number>>
  close(): void
}

type Line = { sent: number } & (Intent | { outcome: Outcome; status: number })

/** The clients' record, in a file outside of the service: first the intent of each reading, then its outcome. */
export function openLedger(path: string): Ledger {
  const file = openSync(path, 'a')
  let sent = 0
  let values = 0
  const counts = { ok: 0, fail: 0, info: 0, cut: 0 }
  const write = (lines: readonly Line[]) =>
    void writeSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return {
    path,
    newValue() {
      values += 1
      return values
    },
    intend(intents) {
      const first = sent + 1
      sent += intents.length
      write(intents.map((intent, place) => ({ sent: first + place, ...intent })))
      return first
    },
    conclude(first, outcomes, status) {
      for (const outcome of outcomes) counts[outcome] += 1
      write(outcomes.map((outcome, place) => ({ sent: first + place, outcome, status })))
    },
    concluded: counts,
    close: () => closeSync(file),
  }
}

export interface Recorded extends Intent {
  /** One outcome for each time it was sent. */
  outcomes: Outcome[]
}

/** By value. A reading without an outcome says nothing: its client was stopped. */
export function readLedger(path: string): Map<number, Recorded> {
  const intents = new Map<number, Intent>()
  const concluded = new Map<number, Outcome>()
  for (const text of readFileSync(path, 'utf8').split('\n')) {
    if (text === '') continue
    const line = JSON.parse(text) as Line
    if ('outcome' in line) concluded.set(line.sent, line.outcome)
    else intents.set(line.sent, line)
  }
  const recorded = new Map<number, Recorded>()
  for (const [sent, intent] of intents) {
    const outcome = concluded.get(sent) ?? 'info'
    const known = recorded.get(intent.value)
    if (known === undefined) recorded.set(intent.value, { ...intent, outcomes: [outcome] })
    else known.outcomes.push(outcome)
  }
  return recorded
}
