import sql from 'sql-template-tag'
import { headText } from '../../core/audit-log/seal-chain.ts'
import { findHead } from '../../core/audit-log/seal-entries.ts'
import type { Sender } from '../../core/webhooks/sending/send-webhook.ts'
import type { Database } from '../../platform/database/database.ts'
import { findLateness } from './find-lateness.ts'

/** Nodes share one heartbeat: a node sends it if none has for nearly a minute. */
const EVERY_S = 55

export const HEARTBEAT_OUTCOMES = ['accepted', 'failed', 'withheld'] as const
export type HeartbeatOutcome = (typeof HEARTBEAT_OUTCOMES)[number]

interface HeartbeatOptions {
  db: Database
  /** Null: nobody watches this service. */
  url: () => string | null
  /** For an address of the operator, or of an administrator. */
  sender: () => Sender
  /** Whether readings are stored as fast as they come. */
  isIngesting: () => boolean
  onFault: (what: string) => void
  count: (outcome: HeartbeatOutcome) => void
}

/**
 * The dead man's switch: a request a minute to a service elsewhere, which raises the alarm when none comes. It is sent only
 * while alerts can reach people: the database takes this write, readings are stored, and nothing that is due is late.
 */
export function heartbeat({ db, url: current, sender, isIngesting, onFault, count }: HeartbeatOptions) {
  return async (now: Date): Promise<boolean> => {
    const url = current()
    if (url === null || !(await takeTurn(db, now))) return false
    const fault = isIngesting() ? await findLateness(db, now) : 'readings'
    if (fault !== null) {
      count('withheld')
      onFault(`no heartbeat is sent: ${fault} wait for more than two minutes`)
      return false
    }
    const { outcome, detail } = await sender().send({
      url,
      headers: { 'content-type': 'text/plain', 'user-agent': 'Tocsin' },
      // Kept elsewhere, it shows later whether the log has been rewritten.
      body: `Alerts flow.\nAudit log ${headText(await findHead(db))}\n`,
    })
    count(outcome === 'delivered' ? 'accepted' : 'failed')
    if (outcome !== 'delivered') onFault(`the heartbeat was not accepted: ${detail}`)
    return false
  }
}

async function takeTurn(db: Database, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update service_presence
    set heartbeat_at = ${now}
    where heartbeat_at is null or heartbeat_at <= ${now}::timestamptz - make_interval(secs => ${EVERY_S})
      or heartbeat_at > ${now}
    returning id`)
  return rows.length > 0
}
