import { checkSeals, type SealFault } from '../../core/audit-log/check-seals.ts'
import { headText, type SealHead } from '../../core/audit-log/seal-chain.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { type CheckResult, fail, okResult } from './finding.ts'

/** Checks that nobody has changed the audit log, as far as its chain shows; see docs/security.md. */
export async function checkAuditLog(db: Queryable, kept: SealHead | null, now: Date): Promise<CheckResult> {
  const { head, waiting, fault } = await checkSeals(db, kept, now)
  if (fault !== null) return fail('audit log', saysOf(fault), 'See docs/security.md#the-audit-log')
  const more = waiting === 0 ? '' : `, ${waiting} wait to be sealed`
  return okResult('audit log', `${head.number} entries sealed and unchanged${more}; head ${headText(head)}`)
}

function saysOf(fault: SealFault): string {
  switch (fault.fault) {
    case 'changed':
      return `entry ${fault.entry} is not as it was when it was sealed`
    case 'removed':
      return `entry ${fault.entry} has been deleted, though it is younger than a year`
    case 'broken':
      return `the chain of seals is broken at number ${fault.number}`
    case 'unsealed':
      return `entry ${fault.entry} has no seal that fits: it was written or deleted past the protection of the log`
    case 'other':
      return `the log has no number ${fault.number} with the hash of the head that you gave`
  }
}
