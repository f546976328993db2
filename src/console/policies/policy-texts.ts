import { type EscalationPolicy, type PolicyScope, ROUND_GAP_S } from '../../core/escalation/policy.ts'
import type { Target } from '../../core/escalation/policy-shapes.ts'
import type { Reader } from '../frame/page/reader.ts'

/** Names of those who can be notified, and of the rules in scopes. */
export interface PolicyNames {
  people: ReadonlyMap<number, string>
  schedules: ReadonlyMap<number, string>
  rules: ReadonlyMap<string, string>
}

/** "Health · tag ward-3 · from warning on", or "Every incident". */
export function policyScopeText({ t, format }: Reader, scope: PolicyScope, { rules }: PolicyNames): string {
  const { scope: words } = t.policies
  const parts = [
    format.list(scope.modules.map((module) => t.shared.modules[module])),
    scope.tags.length === 0 ? '' : words.tags(scope.tags.join(', ')),
    scope.rule_keys.length === 0 ? '' : words.rules(scope.rule_keys.map((key) => rules.get(key) ?? key).join(', ')),
    scope.min_severity === 'info' ? '' : words.from(t.shared.severities[scope.min_severity]),
  ].filter((part) => part !== '')
  return parts.length === 0 ? words.everything : parts.join(' · ')
}

/** "At once: whoever is on call.", "After 5 min: operators." */
export function stepSentences(reader: Reader, { steps }: EscalationPolicy, names: PolicyNames): string[] {
  const { t, format } = reader
  let after = 0
  return steps.map(({ wait_s, targets }) => {
    after += wait_s
    const who = format.list(targets.map((target) => targetText(reader, target, names)))
    return after === 0 ? t.policies.atOnce(who) : t.policies.after(format.duration(after), who)
  })
}

function targetText({ t }: Reader, target: Target, { people, schedules }: PolicyNames): string {
  const { targets: words } = t.policies
  switch (target.type) {
    case 'on_call':
      return words.on_call
    case 'role':
      return words.roles[target.role]
    case 'schedule':
      return words.schedule(schedules.get(target.id) ?? `#${target.id}`)
    case 'user':
      return people.get(target.id) ?? `#${target.id}`
  }
}

/** "3 rounds; each begins 5 min after the last step of the one before. Warnings: one round." */
export function roundsText({ t, format }: Reader, { rounds, warning_rounds }: EscalationPolicy): string {
  const { rounds: words } = t.policies
  const critical = rounds === 1 ? words.one : words.several(rounds, format.duration(ROUND_GAP_S))
  return `${critical} ${warning_rounds === 0 ? words.noWarnings : words.warnings(warning_rounds)}`
}
