import { nextGaps } from '../../core/on-call/read-on-call.ts'
import { listSchedules } from '../../core/on-call/schedule-store.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { type CheckResult, ok, warn } from './finding.ts'

const AHEAD_DAYS = 7

/** Checks that somebody is on call in the coming week. A service without schedules notifies by role, so it has no gaps. */
export async function checkOnCall(db: Queryable, now: Date): Promise<CheckResult[]> {
  const findings: CheckResult[] = []
  for (const { id, name } of await listSchedules(db)) {
    const [gap] = await nextGaps(db, id, now, AHEAD_DAYS)
    const about = `schedule ${id}`
    if (gap === undefined) findings.push(ok(about, `${name}: somebody is on call for the next ${AHEAD_DAYS} days`))
    else {
      const says = `${name}: nobody is on call from ${gap.from.toISOString()} to ${gap.to.toISOString()}`
      findings.push(warn(about, says, 'Add an override or a layer, in the console under On call'))
    }
  }
  return findings
}
