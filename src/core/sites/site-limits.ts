import sql, { raw, type Sql } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { conflict } from '../../platform/errors.ts'
import type { HeldBySite, LimitedBySite } from '../../platform/site-contents.ts'

interface SiteLimit {
  each: number
  shared: number
}

/** Kinds that are compared or read together with all of their site, such as silences and geofences. */
const USUAL: SiteLimit = { each: 50, shared: 450 }

const OTHERS: Partial<Record<LimitedBySite, SiteLimit>> = {
  // Each receiver has its own queue and connections in every node.
  webhooks: { each: 10, shared: 90 },
  // Each has a quarantine of up to 64 MiB, and a rate of its own in every node.
  sources: { each: 10, shared: 90 },
  // Their hand-overs and gaps are watched.
  schedules: { each: 10, shared: 90 },
  // Every incident is compared with those of its site.
  policies: { each: 10, shared: 90 },
  // Every node compiles all rules, and checks a device by those in whose scope it is.
  rules: { each: 100, shared: 1_900 },
}

/**
 * Limit of what sites have of a kind. `each` is kept for every site, and for the installation itself as if it were one
 * more; whoever has used that up takes from `shared`. So one site can have `each + shared`, nobody can use up what is kept
 * for others, and the service never holds more than `mostOf`.
 */
export const limitOf = (kind: LimitedBySite): SiteLimit => OTHERS[kind] ?? USUAL

/** The most that an installation with so many sites has of a kind. */
export const mostOf = (kind: LimitedBySite, sites: number): number =>
  limitOf(kind).shared + limitOf(kind).each * (sites + 1)

/** The rows of a kind that a site has, where that is not each row of the table of this name. */
const ROWS: Partial<Record<keyof HeldBySite, Sql>> = {
  devices: sql`devices where deleted_at is null`,
  incidents: sql`incidents where status <> 'resolved'`,
  rules: sql`rules where origin = 'user'`,
  silences: sql`silences where ended_at is null`,
  webhooks: sql`webhooks where deleted_at is null`,
  policies: sql`escalation_policies where not is_last`,
}

export const rowsOfSites = (kind: keyof HeldBySite): Sql => ROWS[kind] ?? raw(kind)

/** The rows that count towards the limit, where a row counts for a shorter time than it keeps its site from being deleted. */
const COUNTED: Partial<Record<LimitedBySite, (now: Date) => Sql>> = {
  silences: (now) => sql`${rowsOfSites('silences')} and (ends_at is null or ends_at > ${now})`,
}

/**
 * Throws 409 if this site, or for null the installation itself, can have no more of a kind. Until the transaction ends,
 * others who create one of the kind wait, so that together they do not exceed the limit.
 */
export async function requireRoomFor(
  tx: Queryable,
  kind: LimitedBySite,
  siteId: number | null,
  now: Date,
): Promise<void> {
  const { each, shared } = limitOf(kind)
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`limit of ${kind}`}, 0))`)
  const [used] = await tx.query<{ own: number; beyond: number }>(sql`
    select
      coalesce(sum(of_site.count) filter (where of_site.site_id is not distinct from ${siteId}::integer), 0)::integer as own,
      coalesce(sum(greatest(of_site.count - ${each}, 0)), 0)::integer as beyond
    from (select site_id, count(*) as count from ${COUNTED[kind]?.(now) ?? rowsOfSites(kind)} group by site_id) as of_site`)
  const { own, beyond } = used!
  if (own >= each && beyond >= shared) throw conflict('limit_reached', kind, own, siteId !== null)
}
