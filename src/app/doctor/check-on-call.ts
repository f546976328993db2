import { listGaps, type NamedGap } from '../../core/on-call/read-on-call.ts'
import { INSTALLATION } from '../../core/reach/reach.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { type CheckResult, okResult, warn } from './finding.ts'

const AHEAD_DAYS = 7

/**
 * Checks that somebody who can be notified is on call in the coming week. A service without schedules notifies by role,
 * so it has no gaps.
 */
export async function checkOnCall(db: Queryable, now: Date): Promise<CheckResult[]> {
  const schedules = await listGaps(db, INSTALLATION, now, AHEAD_DAYS)
  return schedules.flatMap(({ schedule: { id, name }, gaps }) => {
    const about = `schedule ${id}`
    if (gaps.length === 0) return [okResult(about, `${name}: somebody is on call for the next ${AHEAD_DAYS} days`)]
    const firstOfEach = [...Map.groupBy(gaps, ({ user }) => user?.id).values()].map(([first]) => first!)
    return firstOfEach.map((gap) => gapFinding(about, name, gap))
  })
}

function gapFinding(about: string, schedule: string, { from, to, user, cause }: NamedGap): CheckResult {
  const when = `on call from ${from.toISOString()} to ${to.toISOString()}`
  if (cause === 'no_method') {
    const says = `${schedule}: ${user!.name} is ${when}, but has no verified contact method`
    return warn(about, says, `${user!.name} adds one in the console, under Account, or somebody takes the shift`)
  }
  const why = user === null ? '' : `: the account of ${user.name} is disabled`
  return warn(about, `${schedule}: nobody is ${when}${why}`, 'Add an override or a layer, in the console under On call')
}
