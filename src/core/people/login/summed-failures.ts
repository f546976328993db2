import type { Change, ChangeBy } from '../../audit-log/record-change.ts'
import { NO_REACH } from '../../reach/reach.ts'

/** Failed logins of one account from one address that are not in the audit log yet. */
export interface FailedNetwork {
  user_id: number | null
  email: string | null
  network: string
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
  unreported: readonly FailedNetwork[],
  most: { known: number; unknown: number },
): { by: ChangeBy; change: Change }[] {
  const accounts = Map.groupBy(unreported, ({ user_id }) => user_id)
  return [...accounts].flatMap(([userId, ofAccount]) => {
    const networks = [...Map.groupBy(ofAccount, ({ network }) => network).values()].map(summed)
    networks.sort((one, other) => other.count - one.count)
    const limit = userId === null ? most.unknown : most.known
    const rest = networks.slice(limit)
    const entries = networks.slice(0, limit).map((network) => entryOf(network, {}))
    if (rest.length > 0) entries.push(entryOf({ ...summed(rest), address: null }, { addresses: rest.length }))
    return entries
  })
}

function summed(networks: readonly FailedNetwork[]): FailedNetwork {
  const count = networks.reduce((sum, network) => sum + network.count, 0)
  const since = new Date(Math.min(...networks.map((network) => network.since.getTime())))
  return { ...networks.at(-1)!, count, since }
}

function entryOf(
  { user_id, email, address, via, count, since }: Omit<FailedNetwork, 'address'> & { address: string | null },
  more: { addresses?: number },
): { by: ChangeBy; change: Change } {
  const subject = { type: 'user', id: user_id ?? 'unknown', name: email }
  const change = { action: 'login.failed', subject, before: null, after: { count, since, ...more } }
  return { by: { actor: null, via, reach: NO_REACH, address }, change }
}
