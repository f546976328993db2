import { BY_COMMAND } from '../../../core/audit-log/record-change.ts'
import { changePolicy, createPolicy } from '../../../core/escalation/manage-policies.ts'
import { DEFAULT_PLAN, EVERYTHING, type Target } from '../../../core/escalation/policy.ts'
import { listPolicies, saveLastPolicy } from '../../../core/escalation/policy-store.ts'
import {
  limitsOf,
  listPortablePolicies,
  type PortablePolicy,
  type PortableTarget,
} from '../../../core/escalation/portable-policies.ts'
import { listPeople } from '../../../core/on-call/people-store.ts'
import { listSchedules } from '../../../core/on-call/schedule-store.ts'
import type { Database } from '../../../platform/database/database.ts'
import { OperatorError } from '../../../platform/errors.ts'
import { changesOf, type FieldChange } from './field-changes.ts'

export interface PolicyImport {
  name: string
  change: 'added' | 'changed' | 'same'
  fields: FieldChange[]
}

/**
 * Brings escalation policies in, new ones before the last one in the order of the file. The last policy of the file
 * changes that of the service, whatever its name. Schedules and people that they name must exist.
 */
export async function importPolicies(
  db: Database,
  policies: readonly PortablePolicy[],
  { dryRun, now, newSchedules }: { dryRun: boolean; now: Date; newSchedules: readonly string[] },
): Promise<PolicyImport[]> {
  const targetOf = await targetReader(db, dryRun ? newSchedules : [])
  if (!dryRun && policies.some(({ is_last }) => is_last)) await saveLastPolicy(db, now)
  const stored = await listPolicies(db)
  const before = await listPortablePolicies(db)
  const changes: PolicyImport[] = []
  for (const policy of policies) {
    const { is_last = false } = policy
    const wanted = portable(policy)
    const index = stored.findIndex((one) => (is_last ? one.is_last : !one.is_last && one.name === wanted.name))
    const known = stored[index]
    const fields = known === undefined ? [] : changesOf(before[index]!, wanted)
    const change = known === undefined ? 'added' : fields.length > 0 ? 'changed' : 'same'
    changes.push({ name: wanted.name, change, fields })
    const steps = wanted.steps.map(({ wait_s, targets }) => ({
      wait_s,
      targets: targets.map((target) => targetOf(target, wanted.name)),
    }))
    if (dryRun || change === 'same') continue
    const { is_last: _, ...given } = wanted
    const body = { ...given, steps }
    if (known === undefined) await createPolicy(db, body, BY_COMMAND, now)
    else await changePolicy(db, known.id, body, BY_COMMAND, now)
  }
  return changes
}

interface CompletePolicy extends PortablePolicy {
  rounds: number
  warning_rounds: number
}

/** With the defaults, as an export has it. */
function portable({
  name,
  rounds,
  warning_rounds,
  scope = {},
  steps,
  is_last = false,
}: PortablePolicy): CompletePolicy {
  return {
    name: name.trim(),
    rounds: rounds ?? DEFAULT_PLAN.rounds,
    warning_rounds: warning_rounds ?? DEFAULT_PLAN.warning_rounds,
    ...(is_last ? { is_last } : { scope: limitsOf({ ...EVERYTHING, ...scope }) }),
    steps,
  }
}

async function targetReader(db: Database, announced: readonly string[]) {
  const people = new Map((await listPeople(db)).map(({ id, email }) => [email, id]))
  const schedules = new Map((await listSchedules(db)).map(({ id, name }) => [name, id]))
  // A dry run has not created them.
  for (const name of announced) schedules.set(name, schedules.get(name) ?? 0)
  return (target: PortableTarget, policy: string): Target => {
    if (target === 'on_call') return { type: 'on_call' }
    if ('role' in target) return { type: 'role', role: target.role }
    if ('user' in target) {
      const id = people.get(target.user.trim().toLowerCase())
      if (id === undefined) throw new OperatorError(`The policy "${policy}" names ${target.user}, who has no account`)
      return { type: 'user', id }
    }
    const id = schedules.get(target.schedule.trim())
    if (id === undefined) {
      throw new OperatorError(`The policy "${policy}" names the schedule "${target.schedule}", which does not exist`)
    }
    return { type: 'schedule', id }
  }
}
