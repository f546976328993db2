import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

/** What a client knows of one request: nothing but `ok` is a promise, and `info` is no statement at all. */
export type Outcome = 'ok' | 'fail' | 'info'

export interface Ledger {
  path: string
  /** A number that no other reading of this audit carries. */
  newValue(): number
  /** Written before the request is sent, so that nothing can be stored that is not in here. */
  intend(device: number, sequence: number, value: number): number
  conclude(request: number, outcome: Outcome, status: number): void
  /** How many requests have had each outcome so far. */
  concluded: Readonly<Record<Outcome, number>>
  close(): void
}

type Line = { request: number } & (
  | { device: number; sequence: number; value: number }
  | { outcome: Outcome; status: number }
)

/** The clients' record, in a file outside the service: first the intent of each request, then its outcome. */
export function openLedger(path: string): Ledger {
  const file = openSync(path, 'a')
  let requests = 0
  let values = 0
  const counts = { ok: 0, fail: 0, info: 0 }
  const write = (line: Line) => void writeSync(file, `${JSON.stringify(line)}\n`)
  return {
    path,
    newValue() {
      values += 1
      return values
    },
    intend(device, sequence, value) {
      requests += 1
      write({ request: requests, device, sequence, value })
      return requests
    },
    conclude(request, outcome, status) {
      counts[outcome] += 1
      write({ request, outcome, status })
    },
    concluded: counts,
    close: () => closeSync(file),
  }
}

export interface Recorded {
  /** By the value of the reading; one that was sent several times has several outcomes. */
  outcomes: Map<number, Outcome[]>
  counts: Record<Outcome | 'sent', number>
}

/** A request without an outcome in the file is one whose client was cut short: no statement. */
export function readLedger(path: string): Recorded {
  const values = new Map<number, number>()
  const concluded = new Map<number, Outcome>()
  for (const text of readFileSync(path, 'utf8').split('\n')) {
    if (text === '') continue
    const line = JSON.parse(text) as Line
    if ('outcome' in line) concluded.set(line.request, line.outcome)
    else values.set(line.request, line.value)
  }
  const recorded: Recorded = { outcomes: new Map(), counts: { sent: values.size, ok: 0, fail: 0, info: 0 } }
  for (const [request, value] of values) {
    const outcome = concluded.get(request) ?? 'info'
    recorded.counts[outcome] += 1
    const outcomes = recorded.outcomes.get(value)
    if (outcomes === undefined) recorded.outcomes.set(value, [outcome])
    else outcomes.push(outcome)
  }
  return recorded
}
