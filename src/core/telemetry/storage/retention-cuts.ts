import sql from 'sql-template-tag'
import { type Queryable, schemaOf } from '../../../platform/database/database.ts'
import type { ReachedId } from '../../reach/reached-id.ts'
import { countStored } from './reading-extent.ts'
import { monthOf } from './reading-months.ts'

const DAY_MS = 86_400_000

/** Up to where readings of a cell are deleted: starts of months (ms). */
export interface RetentionCuts {
  /** No site keeps readings before it, so tables that lie before it are dropped; null: some site keeps all. */
  whole: number | null
  /** Sites that keep fewer than others: each cut with the ids of its sites. */
  sites: readonly { cut: number; siteIds: readonly number[] }[]
}

/** The start of the first month of which readings are kept (ms); null: all are. Pure. */
const cutOf = (retentionDays: number | null, now: Date): number | null =>
  retentionDays === null ? null : monthOf(now.getTime() - retentionDays * DAY_MS).from

/** Sites without a retention of their own have that of the installation. */
export async function readRetentionCuts(
  cell: Queryable,
  installationDays: number | null,
  now: Date,
): Promise<RetentionCuts> {
  const sites = await cell.query<{ id: number; cell: number; retention_days: number | null; schema: string }>(sql`
    select id, cell, retention_days, current_schema()::text as schema
    from sites
    where deleted_at is null
    order by id`)
  const here = sites.filter((site) => schemaOf(site.cell) === site.schema)
  return cutsOf(
    here.map(({ id, retention_days }) => ({ id, cut: cutOf(retention_days ?? installationDays, now) })),
    cutOf(installationDays, now),
  )
}

/** Pure. Without a site, that of the installation counts. */
function cutsOf(sites: readonly { id: number; cut: number | null }[], installation: number | null): RetentionCuts {
  const cuts = sites.length === 0 ? [installation] : sites.map(({ cut }) => cut)
  const whole = cuts.includes(null) ? null : Math.min(...cuts.map((cut) => cut!))
  const shorter = sites.filter(({ cut }) => cut !== null && cut > (whole ?? -Infinity))
  const byCut = Map.groupBy(shorter, ({ cut }) => cut!)
  return { whole, sites: [...byCut].map(([cut, of]) => ({ cut, siteIds: of.map(({ id }) => id) })) }
}

/** More are not counted. */
const COUNTED = 100_000

/** Readings that a site loses with a shorter retention. */
export interface RetentionLoss {
  readings: number
  /** Whether there are more. */
  isMore: boolean
  before: Date
}

/** Null if nothing is lost: the retention in days is not shorter than the present one, or there are no such readings. */
export async function findRetentionLoss(
  db: Queryable,
  siteId: ReachedId<'site'>,
  { present, wanted }: Record<'present' | 'wanted', number | null>,
  now: Date,
): Promise<RetentionLoss | null> {
  const [kept, cut] = [cutOf(present, now), cutOf(wanted, now)]
  if (cut === null || (kept !== null && cut <= kept)) return null
  const devices = await db.query<{ id: number }>(sql`
    select id from devices where site_id = ${siteId} and deleted_at is null order by id`)
  const ids = devices.map(({ id }) => id)
  const readings = await countStored(db, ids, { from: new Date(0), to: new Date(cut) }, COUNTED + 1)
  if (readings === 0) return null
  return { readings: Math.min(readings, COUNTED), isMore: readings > COUNTED, before: new Date(cut) }
}
