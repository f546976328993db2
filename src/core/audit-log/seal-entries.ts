import sql, { raw } from 'sql-template-tag'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { hashOf, NO_LINKS, type SealHead, type SealLink } from './seal-chain.ts'

const AT_ONCE = 1_000

/** Digest of everything in the entry `e`, the same after a backup and its restoration. */
export const DIGEST = raw(`sha256(convert_to(jsonb_build_array(
  e.id, extract(epoch from e.at), e.actor_id, e.actor_email, e.via, e.address, e.action, e.subject_type, e.subject_id,
  e.subject_name, e.before, e.after, e.site_id
)::text, 'UTF8'))`)

/**
 * Puts entries that wait into the chain, oldest first. Only after their transactions: those run beside each other, and
 * a chain has an order. Nodes take turns. Returns whether there may be more.
 */
export async function sealEntries(db: Database): Promise<boolean> {
  const waiting = await db.query(sql`select from audit_seals where number is null limit 1`)
  if (waiting.length === 0) return false
  return db.transaction(async (tx) => {
    const [lock] = await tx.query<{ mine: boolean }>(sql`
      select pg_try_advisory_xact_lock(hashtextextended('audit seals', 0)) as mine`)
    if (!lock!.mine) return false
    const entries = await tx.query<{ id: number; at: Date; digest: Buffer }>(sql`
      select e.id, e.at, ${DIGEST} as digest
      from audit_seals as s
      join audit_entries as e on e.id = s.entry_id
      where s.number is null
      order by s.entry_id
      limit ${AT_ONCE}`)
    let head = await findHead(tx)
    const links = entries.map(({ id, at, digest }): SealLink & { entry_id: number; hash: Buffer } => {
      const link = { number: head.number + 1, at, digest }
      head = { number: link.number, hash: hashOf(head.hash, link) }
      return { entry_id: id, ...link, hash: head.hash }
    })
    const rows = links.map((link) => ({
      ...link,
      digest: link.digest.toString('hex'),
      hash: link.hash.toString('hex'),
    }))
    await tx.query(sql`
      update audit_seals as s
      set number = l.number, at = l.at, digest = decode(l.digest, 'hex'), hash = decode(l.hash, 'hex')
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l (
        entry_id bigint, number bigint, at timestamptz, digest text, hash text
      )
      where s.entry_id = l.entry_id and s.number is null`)
    return entries.length === AT_ONCE
  })
}

/** The last link of the chain. */
export async function findHead(db: Queryable): Promise<SealHead> {
  const [head] = await db.query<SealHead>(sql`
    select number, hash from audit_seals where number is not null order by number desc limit 1`)
  return head ?? NO_LINKS
}
