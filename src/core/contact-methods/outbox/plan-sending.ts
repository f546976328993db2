import { secondsAfter } from '../../../platform/clock.ts'
import { rank, type Severity } from '../../vocabulary/severities.ts'

/** From this many incidents within ten minutes on, a person gets digests. */
export const DIGEST_FROM_INCIDENTS = 5
export const DIGEST_WINDOW_S = 600
/** Digests to one method are at least this far apart. */
const GATHER_S = 60

/** A notification that is due. */
export interface DueNotification {
  id: number
  incident_id: number | null
  reason: string
  severity: Severity | null
  /** Held until the end of quiet hours. */
  was_held: boolean
}

/** Notifications sent to a method within the last ten minutes. */
export interface SentLately {
  incident_ids: readonly number[]
  had_critical: boolean
  last_at: Date | null
}

export interface SendingPlan {
  /** Sent by themselves. */
  alone: DueNotification[]
  /** Sent as one digest, most severe first. */
  digest: DueNotification[]
  /** Waits until then, so that the next digest gathers what comes. */
  later: DueNotification[]
  laterAt: Date
}

/**
 * Decides what of the due notifications of one method is sent now. In a storm, and at the end of quiet hours, several
 * incidents become one digest. Nothing is dropped, and the first critical incident never waits. Pure.
 */
export function planSending(due: readonly DueNotification[], lately: SentLately, now: Date): SendingPlan {
  const escalations = due.filter(({ reason, incident_id }) => reason === 'step' && incident_id !== null)
  const alone = due.filter((one) => !escalations.includes(one))
  const incidents = new Set([...lately.incident_ids, ...escalations.map((one) => one.incident_id!)])
  const held = escalations.filter((one) => one.was_held)
  const laterAt = secondsAfter(lately.last_at ?? now, GATHER_S)
  if (incidents.size <= DIGEST_FROM_INCIDENTS) {
    const atOnce = escalations.filter((one) => !one.was_held)
    const isDigest = distinctIncidents(held) > 1
    return { alone: [...alone, ...atOnce, ...(isDigest ? [] : held)], digest: isDigest ? held : [], later: [], laterAt }
  }
  const first = lately.had_critical ? undefined : escalations.find(({ severity }) => severity === 'critical')
  const others = escalations.filter((one) => one !== first).sort(mostSevereFirst)
  const sentAlone = first === undefined ? alone : [...alone, first]
  if (lately.last_at !== null && laterAt > now) return { alone: sentAlone, digest: [], later: others, laterAt }
  // A digest of one incident is no digest.
  if (distinctIncidents(others) < 2) return { alone: [...sentAlone, ...others], digest: [], later: [], laterAt }
  return { alone: sentAlone, digest: others, later: [], laterAt }
}

const distinctIncidents = (list: readonly DueNotification[]): number => new Set(list.map((one) => one.incident_id)).size

const mostSevereFirst = (one: DueNotification, other: DueNotification): number =>
  rank(other.severity ?? 'info') - rank(one.severity ?? 'info') || one.id - other.id
