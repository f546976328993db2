import { secondsAfter } from '../../../platform/clock.ts'
import { rank, type Severity } from '../../vocabulary/severities.ts'

/** From this many incidents within ten minutes on, a person gets digests. */
const DIGEST_FROM_INCIDENTS = 5
export const DIGEST_WINDOW_S = 600
/** Digests to one method are at least this far apart. */
const GATHER_S = 60

/** A notification that is due. */
export interface DueNotification {
  id: number
  incident_id: number | null
  reason: string
  /** The kind of an answer, and who gave it; null for other reasons. Only equal answers become one message. */
  answer: string | null
  severity: Severity | null
  /** Held until the end of quiet hours. */
  was_held: boolean
  /** A node has begun to send it: it may have arrived. */
  was_begun: boolean
}

/** Notifications sent to a method within the last ten minutes. */
export interface SentLately {
  incident_ids: readonly number[]
  had_critical: boolean
  last_at: Date | null
}

export interface SendingPlan {
  /** Sent by themselves, among them what may have arrived: so the second message has the topic of the first. */
  alone: DueNotification[]
  /** Each sent as one digest, most severe first. */
  digests: DueNotification[][]
  /** Waits until then, so that the next digest gathers what comes. */
  later: DueNotification[]
  laterAt: Date
}

/**
 * Decides what of the due notifications of one method is sent now: steps of escalations, what others answered, and
 * everything else, which never waits. Nothing is dropped. Pure.
 */
export function planSending(
  due: readonly DueNotification[],
  lately: { steps: SentLately; answers: SentLately },
  now: Date,
): SendingPlan[] {
  const { step = [], answer = [], other = [] } = Object.groupBy(due, kindOf)
  return [planSteps(step, lately.steps, now), planAnswers(answer, lately.answers, now), atOnce(other, [], now)]
}

const atOnce = (alone: DueNotification[], digests: DueNotification[][], now: Date): SendingPlan => ({
  ...{ alone, digests, later: [], laterAt: now },
})

function kindOf({ reason, answer, incident_id }: DueNotification): 'step' | 'answer' | 'other' {
  if (incident_id === null) return 'other'
  return reason === 'step' ? 'step' : answer !== null ? 'answer' : 'other'
}

/** In a storm, and at the end of quiet hours, several incidents become one digest. The first critical one never waits. */
function planSteps(steps: DueNotification[], lately: SentLately, now: Date): SendingPlan {
  if (!isStorm(steps, lately)) {
    const { held = [], others = [] } = Object.groupBy(steps, ({ was_held }) => (was_held ? 'held' : 'others'))
    return distinctIncidents(held) > 1 ? atOnce(others, [held], now) : atOnce(steps, [], now)
  }
  const first = lately.had_critical ? undefined : steps.find(({ severity }) => severity === 'critical')
  const gathered = gather([steps.filter((one) => one !== first)], lately, now)
  return first === undefined ? gathered : { ...gathered, alone: [first, ...gathered.alone] }
}

/** In a storm, answers of the same kind by the same person become one message. */
function planAnswers(answers: DueNotification[], lately: SentLately, now: Date): SendingPlan {
  if (!isStorm(answers, lately)) return atOnce(answers, [], now)
  return gather([...Map.groupBy(answers, ({ answer }) => answer).values()], lately, now)
}

/** One digest for each group, a minute after the last message. */
function gather(groups: DueNotification[][], { last_at }: SentLately, now: Date): SendingPlan {
  const laterAt = secondsAfter(last_at ?? now, GATHER_S)
  const again = groups.flat().filter(({ was_begun }) => was_begun)
  const fresh = groups.map((group) => group.filter(({ was_begun }) => !was_begun))
  if (last_at !== null && laterAt > now) return { alone: again, digests: [], later: fresh.flat(), laterAt }
  // A digest of one incident is no digest.
  const { digests = [], alone = [] } = Object.groupBy(fresh, (group) =>
    distinctIncidents(group) > 1 ? 'digests' : 'alone',
  )
  return atOnce(
    [...again, ...alone.flat()],
    digests.map((group) => group.toSorted(mostSevereFirst)),
    now,
  )
}

const isStorm = (due: readonly DueNotification[], { incident_ids }: SentLately): boolean =>
  new Set([...incident_ids, ...due.map(({ incident_id }) => incident_id)]).size > DIGEST_FROM_INCIDENTS

const distinctIncidents = (list: readonly DueNotification[]): number => new Set(list.map((one) => one.incident_id)).size

const mostSevereFirst = (one: DueNotification, other: DueNotification): number =>
  rank(other.severity ?? 'info') - rank(one.severity ?? 'info') || one.id - other.id
