import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { networkOf } from '../../../platform/network-of-address.ts'

/** Most networks per person; the least recently used one is dropped. */
const LIMIT = 50

/** Remembers an address at which the person has logged in: guesses from elsewhere do not block logins from here. */
export async function rememberNetwork(tx: Queryable, userId: number, address: string, now: Date): Promise<void> {
  await tx.query(sql`
    insert into known_networks (user_id, network, last_login_at)
    values (${userId}, ${networkOf(address)}, ${now})
    on conflict (user_id, network) do update set last_login_at = excluded.last_login_at`)
  await tx.query(sql`
    delete from known_networks
    where user_id = ${userId} and network in (
      select network
      from known_networks
      where user_id = ${userId}
      order by last_login_at desc, network
      offset ${LIMIT}
    )`)
}
