import type { Static } from 'typebox'
import type { Module } from '../vocabulary/modules.ts'
import { rank, type Severity } from '../vocabulary/severities.ts'
import type { PolicyShape } from './policy-shapes.ts'

/** `site_id`: takes only incidents of this site; null: of all. */
export type EscalationPolicy = Static<typeof PolicyShape> & { site_id: number | null }

/** The part of a policy that a run copies when it starts. */
export type EscalationPlan = Pick<EscalationPolicy, 'name' | 'rounds' | 'warning_rounds' | 'steps'>
export type PolicyStep = EscalationPlan['steps'][number]
/** An empty list is no limit. */
export type PolicyScope = EscalationPolicy['scope']

/** Between the last step of a round and the first of the next one. */
export const ROUND_GAP_S = 300

export const EVERYTHING: PolicyScope = { modules: [], tags: [], min_severity: 'info', rule_keys: [] }

/** In force from the first start on, so that people are notified before anybody has written a policy. */
export const DEFAULT_PLAN: EscalationPlan = {
  name: 'Everyone',
  rounds: 3,
  warning_rounds: 1,
  steps: [
    { wait_s: 0, targets: [{ type: 'on_call' }] },
    { wait_s: 300, targets: [{ type: 'role', role: 'operator' }] },
    { wait_s: 300, targets: [{ type: 'role', role: 'admin' }] },
  ],
}

/** The facts of an incident that scopes compare. */
interface PolicyOccasion {
  site_id: number | null
  severity: Severity
  module: Module | null
  tags: readonly string[]
  rule_key: string | null
}

/** The first policy of the site that fits, else of the installation. `policies` are in their order. Pure. */
export function policyFor(policies: readonly EscalationPolicy[], occasion: PolicyOccasion): EscalationPolicy | null {
  const first = (siteId: number | null) =>
    policies.find((one) => one.site_id === siteId && (one.is_last || fits(one.scope, occasion)))
  return first(occasion.site_id) ?? first(null) ?? null
}

function fits(scope: PolicyScope, { severity, module, tags, rule_key }: PolicyOccasion): boolean {
  return (
    rank(severity) >= rank(scope.min_severity) &&
    (scope.modules.length === 0 || (module !== null && scope.modules.includes(module))) &&
    (scope.rule_keys.length === 0 || (rule_key !== null && scope.rule_keys.includes(rule_key))) &&
    (scope.tags.length === 0 || scope.tags.some((tag) => tags.includes(tag)))
  )
}

/** How often the steps are taken. Nobody is notified of an incident that is only information. */
export function roundsFor(plan: EscalationPlan, severity: Severity): number {
  if (severity === 'info') return 0
  return severity === 'critical' ? plan.rounds : plan.warning_rounds
}
