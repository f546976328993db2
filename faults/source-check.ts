import pg from 'pg'
import { isLeftWaiting, ledgerKey, type SourceLedger } from './source-load.ts'

/** Faults, with some examples of each; empty if nothing is wrong. */
type Findings = Record<string, string[]>

const EXAMPLES = 5

/** Sequence numbers of a quarantined message, wherever its format has them. */
const SEQUENCE = /seq\\?["=]?:?"?(\d+)/g

/**
 * Compares what sources sent with the database: each message that was acknowledged is a reading or in quarantine, each
 * reading is there once and was sent, and the counts agree with the rows.
 */
export async function checkSources(
  { sent, acknowledged }: SourceLedger,
  connection: pg.ClientConfig,
): Promise<{ findings: Findings; readings: number; waiting: number }> {
  const client = new pg.Client(connection)
  await client.connect()
  const rows = async (query: string) => (await client.query(query)).rows
  const findings: Findings = {}
  const find = (what: string, example: string) => {
    findings[what] ??= []
    if (findings[what].length < EXAMPLES) findings[what].push(example)
  }
  try {
    const stored = new Map<string, Map<number, number>>()
    const readings = await rows(`
      select e.source_id, e.external_id, r.at, m.value::integer as sequence
      from external_ids as e
      join readings as r on r.device_id = e.device_id
      cross join jsonb_each_text(r.metrics) as m (key, value)
      where m.key like '%seq'`)
    for (const { source_id, external_id, sequence } of readings) {
      const key = ledgerKey(source_id, external_id)
      const counts = stored.get(key) ?? new Map<number, number>()
      stored.set(key, counts.set(sequence, (counts.get(sequence) ?? 0) + 1))
    }
    const waiting = new Map<string, Set<number>>()
    const kept = await rows(`
      select source_id, external_id, convert_from(coalesce(parts, body), 'UTF8') as body, reason ->> 'code' as reason
      from source_messages
      where outcome = 'quarantined'`)
    for (const { source_id, external_id, body, reason } of kept) {
      const key = ledgerKey(source_id, external_id)
      if (external_id === null || !isLeftWaiting(external_id)) find('left in quarantine', `${key}: ${reason} ${body}`)
      const known = waiting.get(key) ?? new Set<number>()
      waiting.set(key, known)
      for (const [, sequence] of String(body).matchAll(SEQUENCE)) known.add(Number(sequence))
    }
    for (const [key, sequences] of acknowledged) {
      for (const sequence of sequences) {
        const isThere = stored.get(key)?.has(sequence) || waiting.get(key)?.has(sequence)
        if (!isThere) find('lost', `${key} ${sequence}`)
      }
    }
    for (const [key, counts] of stored) {
      for (const [sequence, count] of counts) {
        if (!sent.get(key)?.has(sequence)) find('phantom', `${key} ${sequence}`)
        if (count > 1) find('duplicate', `${key} ${sequence}: ${count} times`)
      }
    }
    const wrong = await rows(`
      select s.source_id, s.quarantined, s.quarantined_bytes, m.count, m.bytes
      from source_states as s
      cross join lateral (
        select count(*)::integer as count, coalesce(sum(bytes), 0)::bigint as bytes
        from source_messages as m
        where m.source_id = s.source_id and m.outcome = 'quarantined'
      ) as m
      where s.quarantined <> m.count or s.quarantined_bytes <> m.bytes`)
    for (const row of wrong) find('counts of a source', JSON.stringify(row))
    const wrongDevices = await rows(`
      select e.source_id, e.external_id, e.quarantined, m.count
      from external_ids as e
      cross join lateral (
        select count(*)::integer as count
        from source_messages as m
        where m.source_id = e.source_id and m.external_id = e.external_id and m.outcome = 'quarantined'
      ) as m
      where e.quarantined <> m.count`)
    for (const row of wrongDevices) find('counts of a device', JSON.stringify(row))
    const unfinished = await rows('select id, source_id from source_replays where finished_at is null')
    for (const row of unfinished) find('replays that do not end', JSON.stringify(row))
    return { findings, readings: readings.length, waiting: kept.length }
  } finally {
    await client.end()
  }
}

/** Histories of two sources that sent the same, of what both senders got acknowledged, by external ID. */
export async function historiesOf(
  connection: pg.ClientConfig,
  sourceId: number,
  isCompared: (externalId: string, sequence: number) => boolean,
): Promise<string[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query(
      `select e.external_id, r.metrics ->> 'seq' as sequence, r.at, r.ts, r.module, r.metrics, r.flags
      from external_ids as e
      join readings as r on r.device_id = e.device_id
      where e.source_id = $1
      order by e.external_id, r.at, r.metrics::text`,
      [sourceId],
    )
    return rows
      .filter(({ external_id, sequence }) => isCompared(external_id, Number(sequence)))
      .map((row) => JSON.stringify(row))
  } finally {
    await client.end()
  }
}
