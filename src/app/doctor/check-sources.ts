import sql from 'sql-template-tag'
import { findFormat } from '../../core/sources/formats/formats.ts'
import { QUARANTINE_FULL_FROM, QUARANTINE_LIMIT_BYTES } from '../../core/sources/quarantine/quarantine-store.ts'
import { secondsAfter } from '../../platform/clock.ts'
import { counted } from '../../platform/counted.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { type CheckResult, okResult, warn } from './finding.ts'

const SILENT_AFTER_S = 86_400

interface CheckedSource {
  id: number
  name: string
  format: string
  last_message_at: Date | null
  failure: { code: string; at?: string } | null
  quarantined: number
  quarantined_bytes: number
}

/** Checks that sources which have worked are still heard and understood, and have room. Says nothing without sources. */
export async function checkSources(db: Queryable, now: Date): Promise<CheckResult[]> {
  const sources = await db.query<CheckedSource>(sql`
    select s.id, s.name, s.format, state.last_message_at, state.failure, state.quarantined, state.quarantined_bytes
    from sources as s
    join source_states as state on state.source_id = s.id
    where s.enabled
    order by s.id`)
  const found = sources.flatMap((source) => sourceFindings(source, now))
  if (sources.length === 0 || found.length > 0) return found
  return [okResult('sources', `nothing is wrong with ${counted(sources.length, 'source')}`)]
}

/** Findings about a source that is enabled. Pure. */
export function sourceFindings(source: CheckedSource, now: Date): CheckResult[] {
  const { id, name, format, last_message_at, failure, quarantined, quarantined_bytes } = source
  const about = `source ${id}`
  const found: CheckResult[] = []
  if (findFormat(format) === null) {
    const says = `${name}: this version does not know its format, ${format}; its messages are answered 503`
    found.push(warn(about, says, 'Upgrade this installation: a later version has stored it'))
  }
  if (last_message_at !== null && last_message_at < secondsAfter(now, -SILENT_AFTER_S)) {
    const says = `${name}: no message for a day; the last one came at ${last_message_at.toISOString()}`
    const advice =
      'See at its sender whether it was disabled there, or is refused: docs/monitoring.md#tocsinsourcesilent'
    found.push(warn(about, says, advice))
  }
  if (failure !== null) {
    const place = failure.at === undefined ? '' : ` at ${failure.at}`
    const says = `${name}: its last message was not understood (${failure.code}${place})`
    const advice = `See npx tocsin source messages ${id}, and docs/sources.md#quarantine-and-replay for what helps`
    found.push(warn(about, says, advice))
  }
  if (quarantined_bytes >= QUARANTINE_FULL_FROM * QUARANTINE_LIMIT_BYTES) {
    const percent = Math.floor((100 * quarantined_bytes) / QUARANTINE_LIMIT_BYTES)
    const says = `${name}: its quarantine is ${percent} % full, with ${counted(quarantined, 'message')}`
    const advice = `Mend what is not understood, then npx tocsin source replay ${id}; adopt or ignore devices that wait`
    found.push(warn(about, says, advice))
  }
  return found
}
