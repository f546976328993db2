import ipaddr from 'ipaddr.js'
import sql from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { type CheckResult, okResult, warn } from './finding.ts'

const DAYS = 30
/** Fewer people may well sit at one machine. */
const FEWEST_PEOPLE = 5
const NEARLY_ALL = 0.9

/** The address from which most people have logged in lately. */
interface CommonAddress {
  network: string
  people: number
  /** All people who have logged in. */
  of: number
}

/** Checks whether nearly all people log in from one private address, as they seem to behind a proxy that is not trusted. */
export async function checkLoginAddresses(
  db: Queryable,
  { trustProxy }: { trustProxy: string | null },
  now: Date,
): Promise<CheckResult[]> {
  if (trustProxy !== null) return []
  const [common] = await db.query<CommonAddress>(sql`
    with lately as (
      select user_id, network from known_networks where last_login_at > ${secondsAfter(now, -DAYS * 86_400)}
    )
    select network, count(*)::integer as people, (select count(distinct user_id)::integer from lately) as of
    from lately
    group by network
    order by people desc, network
    limit 1`)
  return common === undefined ? [] : [loginsFinding(common)]
}

/** Pure. */
export function loginsFinding({ network, people, of }: CommonAddress): CheckResult {
  const isShared = people >= FEWEST_PEOPLE && people >= of * NEARLY_ALL && isPrivate(network)
  if (!isShared) return okResult('logins', 'people log in from several addresses')
  return warn(
    'logins',
    `${people} of ${of} people log in from ${network}, and wrong passwords of one of them delay the others`,
    'If it is a proxy, set TRUST_PROXY to its address',
  )
}

const isPrivate = (network: string): boolean =>
  ipaddr.isValid(network) && !['unicast', 'multicast'].includes(ipaddr.process(network).range())
