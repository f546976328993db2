import type { Change, ChangeBy } from '../../audit-log/record-change.ts'

/** Failed logins of one account from one address that are not in the audit log yet. */
export interface FailedSite {
  user_id: number | null
  email: string | null
  site: string
  address: string
  via: 'session' | 'token'
  count: number
  since: Date
}

/**
 * Audit entries for failed logins: one per account and address, and one for the remaining addresses of an account with
 * more than `most`. All emails without an account count as one account. Pure.
 */
export function summaries(
  untold: readonly FailedSite[],
  most: { known: number; unknown: number },
): { by: ChangeBy; change: Change }[] {
  const accounts = Map.groupBy(untold, ({ user_id }) => user_id)
  return [...accounts].flatMap(([userId, ofAccount]) => {
    const sites = [...Map.groupBy(ofAccount, ({ site }) => site).values()].map(summed)
    sites.sort((one, other) => other.count - one.count)
    const limit = userId === null ? most.unknown : most.known
    const rest = sites.slice(limit)
    const entries = sites.slice(0, limit).map((site) => entryOf(site, {}))
    if (rest.length > 0) entries.push(entryOf({ ...summed(rest), address: null }, { addresses: rest.length }))
    return entries
  })
}

function summed(sites: readonly FailedSite[]): FailedSite {
  const count = sites.reduce((sum, site) => sum + site.count, 0)
  const since = new Date(Math.min(...sites.map((site) => site.since.getTime())))
  return { ...sites.at(-1)!, count, since }
}

function entryOf(
  { user_id, email, address, via, count, since }: Omit<FailedSite, 'address'> & { address: string | null },
  more: { addresses?: number },
): { by: ChangeBy; change: Change } {
  const subject = { type: 'user', id: user_id ?? 'unknown', name: email }
  const change = { action: 'login.failed', subject, before: null, after: { count, since, ...more } }
  return { by: { actor: null, via, address }, change }
}
