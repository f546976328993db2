import sql from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { DELETED_AFTER_DAYS } from './drop-old-entries.ts'
import { hashOf, NO_LINKS, type SealHead, type SealLink } from './seal-chain.ts'
import { DIGEST } from './seal-entries.ts'

const AT_ONCE = 5_000

/** The first fault of the log. */
export type SealFault =
  /** The content of an entry is not the sealed one. */
  | { fault: 'changed'; entry: number }
  /** An entry is gone that is too young to be deleted. */
  | { fault: 'removed'; entry: number }
  /** The chain does not go on from the link before. */
  | { fault: 'broken'; number: number }
  /** An entry was written past the chain. */
  | { fault: 'unsealed'; entry: number }
  /** The chain has no such link as was kept elsewhere. */
  | { fault: 'other'; number: number }

interface CheckedSeals {
  head: SealHead
  /** Entries that are not in the chain yet. */
  waiting: number
  fault: SealFault | null
}

interface Row extends SealLink {
  entry_id: number
  hash: Buffer
  /** Digest of the entry as it is now; null if it is gone. */
  present: Buffer | null
}

/** Checks the whole log against its chain, and the chain against a head that was kept elsewhere. */
export async function checkSeals(db: Queryable, kept: SealHead | null, now: Date): Promise<CheckedSeals> {
  const oldest = secondsAfter(now, -DELETED_AFTER_DAYS * 86_400)
  let [head, fault]: [SealHead, SealFault | null] = [NO_LINKS, null]
  let isKept = kept === null || kept.number === 0
  for (let rows: Row[] = []; fault === null; ) {
    rows = await nextRows(db, head.number)
    for (const row of rows) {
      fault = faultOf(head, row, oldest)
      if (fault !== null) break
      head = { number: row.number, hash: row.hash }
      isKept ||= head.number === kept!.number && head.hash.equals(kept!.hash)
    }
    if (rows.length < AT_ONCE) break
  }
  const [left] = await db.query<{ waiting: number; unsealed: number | null }>(sql`
    select
      (select count(*)::integer from audit_seals where number is null) as waiting,
      coalesce(
        (select min(e.id) from audit_entries as e where not exists (select from audit_seals as s where s.entry_id = e.id)),
        (
          select min(s.entry_id)
          from audit_seals as s
          where s.number is null and not exists (select from audit_entries as e where e.id = s.entry_id)
        )
      ) as unsealed`)
  const { waiting, unsealed } = left!
  if (fault === null && unsealed !== null) fault = { fault: 'unsealed', entry: Number(unsealed) }
  if (fault === null && !isKept) fault = { fault: 'other', number: kept!.number }
  return { head, waiting, fault }
}

function nextRows(db: Queryable, after: number): Promise<Row[]> {
  return db.query<Row>(sql`
    select s.number, s.entry_id, s.at, s.digest, s.hash, case when e.id is not null then ${DIGEST} end as present
    from audit_seals as s
    left join audit_entries as e on e.id = s.entry_id
    where s.number > ${after}
    order by s.number
    limit ${AT_ONCE}`)
}

function faultOf(before: SealHead, row: Row, oldest: Date): SealFault | null {
  const isNext = row.number === before.number + 1 && hashOf(before.hash, row).equals(row.hash)
  if (!isNext) return { fault: 'broken', number: row.number }
  if (row.present === null) return row.at < oldest ? null : { fault: 'removed', entry: row.entry_id }
  return row.present.equals(row.digest) ? null : { fault: 'changed', entry: row.entry_id }
}
