import { Command } from 'commander'
import { type EscalationPolicy, ROUND_GAP_S } from '../../core/escalation/policy.ts'
import type { Target } from '../../core/escalation/policy-shapes.ts'
import { listPolicies } from '../../core/escalation/policy-store.ts'
import { listPeople } from '../../core/on-call/people-store.ts'
import { listSchedules } from '../../core/on-call/schedule-store.ts'
import { INSTALLATION } from '../../core/reach/reach.ts'
import { exactDurationText } from '../../platform/duration.ts'
import { withDatabase } from './connect.ts'
import { JSON_FLAG, print } from './output.ts'

export function policyCommand(): Command {
  const policy = new Command('policy').description('show escalation policies, which say who is notified of incidents')
  policy
    .command('list')
    .description('list escalation policies in the order in which they are tried')
    .option(...JSON_FLAG)
    .action(printPolicies)
  return policy
}

interface Names {
  people: ReadonlyMap<number, string>
  schedules: ReadonlyMap<number, string>
}

async function printPolicies(options: { json?: boolean }): Promise<void> {
  const { policies, names } = await withDatabase(async (db) => ({
    policies: await listPolicies(db, INSTALLATION),
    names: {
      people: new Map((await listPeople(db, INSTALLATION)).map(({ id, email }) => [id, email])),
      schedules: new Map((await listSchedules(db, INSTALLATION)).map(({ id, name }) => [id, name])),
    },
  }))
  const text =
    policies.length === 0
      ? 'No policies found. The service adds the first one when it starts.'
      : policies.map((policy) => linesOf(policy, names)).join('\n')
  print(policies, text, options)
}

function linesOf({ id, name, scope, is_last, steps, rounds, warning_rounds }: EscalationPolicy, names: Names): string {
  let after = 0
  const stepLines = steps.map(({ wait_s, targets }) => {
    after += wait_s
    const when = after === 0 ? 'at once' : `after ${exactDurationText(after)}`
    return `        ${when}: ${targets.map((target) => targetText(target, names)).join(', ')}`
  })
  const { modules, tags, rule_keys, min_severity } = scope
  const limits = [
    ...(modules.length > 0 ? [`modules ${modules.join(', ')}`] : []),
    ...(tags.length > 0 ? [`tags ${tags.join(', ')}`] : []),
    ...(rule_keys.length > 0 ? [`rules ${rule_keys.join(', ')}`] : []),
    ...(min_severity === 'info' ? [] : [`from ${min_severity}`]),
  ]
  const fits = is_last || limits.length === 0 ? 'every incident' : limits.join('; ')
  const often = `${rounds} rounds ${exactDurationText(ROUND_GAP_S)} apart, for warnings ${warning_rounds}`
  return [`${String(id).padStart(6)}  ${name}: ${fits}`, ...stepLines, `        ${often}`].join('\n')
}

function targetText(target: Target, { people, schedules }: Names): string {
  if (target.type === 'on_call') return 'whoever is on call'
  if (target.type === 'role') return `role ${target.role}`
  if (target.type === 'user') return people.get(target.id) ?? `#${target.id}`
  return `schedule ${schedules.get(target.id) ?? `#${target.id}`}`
}
