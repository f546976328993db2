import pg from 'pg'
import type { ReceivedWebhook } from '../test/harness/receiver.ts'
import { brokenEffectQueries } from './effects.ts'
import type { Order } from './fault.ts'
import { type Outcome, type Recorded, readLedger } from './ledger.ts'
import { deviceName } from './site.ts'

export interface Findings {
  counts: Record<Outcome | 'sent', number>
  stored: number
  /** Answered 200 but not stored. */
  lost: number
  /** Stored although never sent, or although refused. */
  phantom: number
  /** Stored more than once. */
  duplicate: number
  /** Missing or repeated effects of readings: count by name. */
  broken: Record<string, number>
}

export interface Known {
  ledger: string
  received: readonly ReceivedWebhook[]
  order: Order
}

interface Stored {
  value: number
  device: string
  ts: number
  times: number
}

/** Compares the clients' ledger with the database and the received webhooks. */
export async function check({ ledger, received, order }: Known, connection: pg.ClientConfig): Promise<Findings> {
  const recorded = readLedger(ledger)
  const client = new pg.Client(connection)
  await client.connect()
  try {
    // One moment for all queries: what a client no longer waits for may still be on its way.
    await client.query('begin isolation level repeatable read')
    // Hides the view of this name, so that chunks are read once and not by every query.
    await client.query('create temporary table readings as select * from readings')
    await client.query('create index on pg_temp.readings (device_id, at)')
    await client.query('analyze pg_temp.readings')
    const { rows } = await client.query<Stored>(`
      select
        (r.metrics ->> 'audit')::integer as value, min(d.name) as device, min(r.ts)::float8 as ts,
        count(*)::integer as times
      from readings as r join devices as d on d.id = r.device_id
      group by 1`)
    const findings = compared(recorded, new Map(rows.map((row) => [row.value, row])))
    for (const [what, query] of Object.entries(brokenEffectQueries(order))) {
      const { rowCount } = await client.query(query)
      note(findings, what, rowCount ?? 0)
    }
    note(findings, 'webhooks arrived under one id with two bodies', idsWithSeveralBodies(received))
    return findings
  } finally {
    await client.end()
  }
}

function compared(recorded: ReadonlyMap<number, Recorded>, stored: ReadonlyMap<number, Stored>): Findings {
  const all = [...recorded.values()]
  const outcomes = all.flatMap((each) => each.outcomes)
  const counted = (outcome: Outcome) => outcomes.filter((each) => each === outcome).length
  const counts = {
    sent: outcomes.length,
    ok: counted('ok'),
    fail: counted('fail'),
    info: counted('info'),
    cut: counted('cut'),
  }
  const isAsSent = ({ value, device, ts }: Stored) => {
    const sent = recorded.get(value)
    return sent === undefined || (deviceName(sent.device) === device && (sent.ts === null || sent.ts === ts))
  }
  const findings: Findings = {
    counts,
    stored: stored.size,
    lost: all.filter((each) => each.outcomes.includes('ok') && !stored.has(each.value)).length,
    phantom: [...stored.keys()].filter((value) => recorded.get(value)?.outcomes.every((one) => one === 'fail') ?? true)
      .length,
    duplicate: [...stored.values()].filter(({ times }) => times > 1).length,
    broken: {},
  }
  const hasSome = (isBad: boolean, outcome: Outcome) =>
    all.filter((each) => each.isBad === isBad && each.outcomes.includes(outcome)).length
  note(findings, 'good readings were refused', hasSome(false, 'fail'))
  note(findings, 'bad readings were accepted', hasSome(true, 'ok'))
  note(
    findings,
    'readings are stored otherwise than sent',
    [...stored.values()].filter((each) => !isAsSent(each)).length,
  )
  return findings
}

function note({ broken }: Findings, what: string, times: number): void {
  if (times > 0) broken[what] = times
}

function idsWithSeveralBodies(received: readonly ReceivedWebhook[]): number {
  const bodies = new Map<string, string>()
  let changed = 0
  for (const { headers, body } of received) {
    const id = String(headers['webhook-id'])
    if (bodies.has(id) && bodies.get(id) !== body) changed += 1
    bodies.set(id, body)
  }
  return changed
}
