import type { Queryable } from '../../platform/database/database.ts'
import { pagesOf, written } from '../../platform/files/file-format.ts'
import type { Reach } from '../reach/reach.ts'
import { AUDIT_CSV, AUDIT_NDJSON, type AuditEntry } from './audit-entry.ts'
import { type AuditFilter, findLastEntryId, nextEntries } from './audit-store.ts'

const PAGE_ROWS = 1_000

export const AUDIT_FILE_TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

/** All entries that match the filter, oldest first, up to the newest one at the beginning of the export. */
export async function* exportAudit(
  db: Queryable,
  reach: () => Reach,
  filter: AuditFilter,
  format: 'csv' | 'ndjson',
  signal: AbortSignal,
): AsyncGenerator<string> {
  const lastId = await findLastEntryId(db)
  const next = (behind: AuditEntry | null, limit: number) =>
    nextEntries(db, reach(), filter, { afterId: behind?.id ?? 0, lastId, limit })
  yield* written(format === 'csv' ? AUDIT_CSV : AUDIT_NDJSON, pagesOf(next, PAGE_ROWS, signal))
}
