import type { FastifyRequest } from 'fastify'
import type { Queryable } from '../../platform/database/database.ts'
import { type Reach, sitesWith } from '../reach/reach.ts'
import { type Change, changeBy, recordChanges } from './record-change.ts'

/** The kind of file: `readings` becomes the action `readings.exported`. */
interface Download {
  what: string
  /** Without one, it is the file. */
  subject?: Change['subject']
  /** The sites of somebody with a role in some: each of them has an entry. */
  reach?: Reach
  /** Asked for in the path, beside the query. */
  asked?: object
}

/** Records that a person downloads a file, with what they asked for. */
export async function recordDownload(
  db: Queryable,
  request: FastifyRequest,
  { what, subject, reach, asked }: Download,
  now: Date,
): Promise<void> {
  const sites = reach === undefined ? 'all' : sitesWith(reach, 'viewer')
  const subjects =
    subject !== undefined
      ? [subject]
      : sites === 'all' || sites.length === 0
        ? [{ type: 'file', id: what }]
        : sites.map((site_id) => ({ type: 'file', id: what, site_id }))
  const after = { ...asked, ...(request.query as object) }
  const changes = subjects.map((one) => ({ action: `${what}.exported`, subject: one, before: null, after }))
  await recordChanges(db, changeBy(request), changes, now)
}
