import { isDeepStrictEqual } from 'node:util'
import sql from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { changedMeanwhile } from '../../platform/http/etags.ts'
import { newToken } from '../../platform/secrets.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { inCellOfSite } from '../cells/find-cell.ts'
import { chooseSite } from '../sites/choose-site.ts'
import { requireRoomFor } from '../sites/site-limits.ts'
import { requireExamplesPass } from './examples/check-examples.ts'
import { checkedSettings, newSource } from './source-settings.ts'
import type { NewSourceBody, SourceChangesBody, SourceSettings } from './source-shapes.ts'
import {
  eraseSource,
  insertSource,
  lockSource,
  replaceSourceToken,
  type StoredSource,
  updateSource,
} from './source-store.ts'

/**
 * Adds a source and returns its token, which is never shown again. Throws 400 for settings that its format does not have,
 * 403, and 409 if there are too many.
 */
export async function createSource(
  db: Database,
  body: NewSourceBody,
  by: ChangeBy,
  now: Date,
): Promise<{ id: number; token: string }> {
  const source = newSource(body)
  const token = newToken()
  return db.transaction(async (tx) => {
    const site_id = await chooseSite(tx, by.reach, body.site_id ?? null)
    await requireRoomFor(tx, 'sources', site_id, now)
    const id = await insertSource(tx, { ...source, site_id }, token, now)
    const subject = { type: 'source', id, name: source.name, site_id }
    await recordChange(tx, by, { action: 'source.created', subject, before: null, after: { ...source, site_id } }, now)
    return { id, token }
  })
}

interface Changing {
  by: ChangeBy
  /** Versions that the change applies to; null means any. */
  versions: number[] | null
  now: Date
}

/** Settings that say what readings a message makes. */
const READING = ['format', 'settings', 'mapping', 'time_zone'] as const

/** Throws 400, 403, 404, 409 if it would make other readings of its examples, and 412 if another person changed it first. */
export async function changeSource(
  db: Database,
  id: number,
  { version, ...changes }: SourceChangesBody,
  { by, versions, now }: Changing,
): Promise<void> {
  await db.transaction(async (tx) => {
    const source = await lockVersion(tx, id, { by, versions, now })
    if (version !== undefined && version !== source.version) throw changedMeanwhile()
    const before = settingsOf(source)
    // Settings of the former format mean nothing in another one.
    const isNewFormat = changes.format !== undefined && changes.format !== before.format
    const after = checkedSettings({ ...before, ...(isNewFormat ? { settings: {} } : {}), ...changes })
    if (READING.some((name) => !isDeepStrictEqual(before[name], after[name])))
      await requireExamplesPass(await inCellOfSite(tx, source.site_id), source.id, after)
    await updateSource(tx, id, after)
    const subject = sourceSubject(source)
    await recordChange(tx, by, { action: 'source.updated', subject, before, after }, now)
  })
}

/** Replaces the token; the old one stays valid for this many seconds. Throws 403, 404. */
export async function rotateSourceToken(
  db: Database,
  id: number,
  overlapS: number,
  by: ChangeBy,
  now: Date,
): Promise<string> {
  const token = newToken()
  await db.transaction(async (tx) => {
    const source = await lockSource(tx, by.reach, id)
    const until = secondsAfter(now, overlapS)
    await replaceSourceToken(tx, id, token, until)
    const states = {
      before: { token_hint: source.token_hint },
      after: { token_hint: token.slice(-4), previous_token_until: until },
    }
    await recordChange(tx, by, { action: 'source.token_rotated', subject: sourceSubject(source), ...states }, now)
  })
  return token
}

/** Deletes a source with its quarantine. Its devices stay, and hear no more from it. Throws 403, 404, 412. */
export async function deleteSource(db: Database, id: number, changing: Changing): Promise<void> {
  const { by, now } = changing
  await db.transaction(async (tx) => {
    const source = await lockVersion(tx, id, changing)
    const cell = await inCellOfSite(tx, source.site_id)
    // With its state, which is locked by whoever writes messages: afterwards, nobody does.
    await eraseSource(tx, id)
    await cell.query(sql`delete from source_messages where source_id = ${id}`)
    await cell.query(sql`delete from source_message_keys where source_id = ${id}`)
    const before = settingsOf(source)
    await recordChange(tx, by, { action: 'source.deleted', subject: sourceSubject(source), before, after: null }, now)
  })
}

async function lockVersion(tx: Queryable, id: number, { by, versions }: Changing): Promise<StoredSource> {
  const source = await lockSource(tx, by.reach, id)
  if (versions !== null && !versions.includes(source.version)) throw changedMeanwhile()
  return source
}

export const sourceSubject = ({ id, name, site_id }: StoredSource) => ({ type: 'source', id, name, site_id })

export const settingsOf = (source: StoredSource): SourceSettings => ({
  name: source.name,
  format: source.format,
  module: source.module,
  tags: source.tags,
  time_zone: source.time_zone,
  enabled: source.enabled,
  settings: source.settings,
  mapping: source.mapping,
  adopt: source.adopt,
  networks: source.networks,
  token_in_address: source.token_in_address,
  rate_per_s: source.rate_per_s,
  burst: source.burst,
})
