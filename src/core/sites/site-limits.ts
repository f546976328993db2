import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { conflict } from '../../platform/errors.ts'
import type { LimitedBySite } from '../../platform/site-contents.ts'

export type SiteLimited = LimitedBySite

/**
 * Limits of what sites have, in one list. `each` is kept for every site, and for the installation itself as if it were one
 * more; whoever has used that up takes from `shared`. So one site can have `each + shared`, nobody can use up what is kept
 * for others, and the service never holds more than `mostOf`.
 */
export const SITE_LIMITS: Record<SiteLimited, { each: number; shared: number }> = {
  // Each receiver has its own queue and connections in every node.
  webhooks: { each: 10, shared: 90 },
  // Their hand-overs and gaps are watched.
  schedules: { each: 10, shared: 90 },
  // Every incident is compared with those of its site.
  policies: { each: 10, shared: 90 },
  // Rules that name them are read with all of them.
  geofences: { each: 50, shared: 450 },
  // Every announcement of a site is compared with those of its site.
  silences: { each: 50, shared: 450 },
  // Every node compiles all rules, and checks a device by those in whose scope it is.
  rules: { each: 100, shared: 1_900 },
}

/** The most that an installation with so many sites has of a kind. */
export const mostOf = (kind: SiteLimited, sites: number): number =>
  SITE_LIMITS[kind].shared + SITE_LIMITS[kind].each * (sites + 1)

/** The rows that count. */
const COUNTED: Record<SiteLimited, (now: Date) => Sql> = {
  webhooks: () => sql`webhooks where deleted_at is null`,
  schedules: () => sql`schedules`,
  policies: () => sql`escalation_policies where not is_last`,
  geofences: () => sql`geofences`,
  silences: (now) => sql`silences where ended_at is null and (ends_at is null or ends_at > ${now})`,
  rules: () => sql`rules where origin = 'user'`,
}

/**
 * Throws 409 if this site, or for null the installation itself, can have no more of a kind. Until the transaction ends,
 * others who create one of the kind wait, so that together they do not exceed the limit.
 */
export async function requireRoomFor(
  tx: Queryable,
  kind: SiteLimited,
  siteId: number | null,
  now: Date,
): Promise<void> {
  const { each, shared } = SITE_LIMITS[kind]
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`limit of ${kind}`}, 0))`)
  const [used] = await tx.query<{ own: number; beyond: number }>(sql`
    select
      coalesce(sum(of_site.count) filter (where of_site.site_id is not distinct from ${siteId}::integer), 0)::integer as own,
      coalesce(sum(greatest(of_site.count - ${each}, 0)), 0)::integer as beyond
    from (select site_id, count(*) as count from ${COUNTED[kind](now)} group by site_id) as of_site`)
  const { own, beyond } = used!
  if (own >= each && beyond >= shared) throw conflict('limit_reached', kind, own, siteId !== null)
}
