import sql from 'sql-template-tag'
import type { InCell, Queryable } from '../../platform/database/database.ts'
import { inEachCell } from '../cells/in-each-cell.ts'
import { WAITING_STATES } from '../contact-methods/outbox/notification.ts'
import type { NotificationOutcome } from '../contact-methods/outcome-texts.ts'

export interface Cancelled {
  runs: number
  notifications: number
}

/** Cancels all escalations under way and everything that waits to be sent: in a restored copy, it is about the past. */
export async function cancelEscalations(tx: Queryable, now: Date): Promise<Cancelled> {
  const all = await inEachCell(tx, (cell) => cancelIn(cell, now))
  const sum = (of: keyof Cancelled) => all.reduce((total, cancelled) => total + cancelled[of], 0)
  return { runs: sum('runs'), notifications: sum('notifications') }
}

async function cancelIn(tx: InCell, now: Date): Promise<Cancelled> {
  const runs = await tx.query(sql`
    update escalation_runs
    set state = 'cancelled', next_at = null, ended_at = ${now}
    where state in ('active', 'paused')
    returning id`)
  const notifications = await tx.query(sql`
    update notifications
    set state = 'cancelled', leased_until = null, at = ${now}, outcome = ${{ code: 'restored' } satisfies NotificationOutcome}
    where state = any (${[...WAITING_STATES, 'sending']}::text[])
    returning id`)
  return { runs: runs.length, notifications: notifications.length }
}
