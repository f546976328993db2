import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { siteOf } from '../../../platform/site-of-address.ts'

/** Most that one person has; the one used longest ago makes room. */
const LIMIT = 50

/** Somebody has proved at this address who they are: guesses from elsewhere do not keep them from logging in here. */
export async function rememberSite(tx: Queryable, userId: number, address: string, now: Date): Promise<void> {
  await tx.query(sql`
    insert into known_sites (user_id, site, last_login_at)
    values (${userId}, ${siteOf(address)}, ${now})
    on conflict (user_id, site) do update set last_login_at = excluded.last_login_at`)
  await tx.query(sql`
    delete from known_sites
    where user_id = ${userId} and site in (
      select site
      from known_sites
      where user_id = ${userId}
      order by last_login_at desc, site
      offset ${LIMIT}
    )`)
}
