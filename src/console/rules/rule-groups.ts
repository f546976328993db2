import type { StoredRule } from '../../core/rules/rule-store.ts'
import { MODULES, type Module } from '../../core/vocabulary/modules.ts'

/** `all`: for all modules. */
export type GroupKey = Module | 'all'
export const RULE_GROUPS: readonly GroupKey[] = [...MODULES, 'all']

export const RULE_FLAGS = ['on', 'off', 'noisy', 'own', 'edited'] as const
type RuleFlag = (typeof RULE_FLAGS)[number]

/** A rule is listed under its first module. */
export const groupOf = ({ definition }: Pick<StoredRule, 'definition'>): GroupKey =>
  definition.scope?.modules?.[0] ?? 'all'

interface RuleFilter {
  groups: readonly GroupKey[] | null
  states: readonly RuleFlag[] | null
  text: string
}

/** In display order: by group, then by key. */
export const sortByGroup = (rules: readonly StoredRule[]): StoredRule[] =>
  rules.toSorted((one, other) => RULE_GROUPS.indexOf(groupOf(one)) - RULE_GROUPS.indexOf(groupOf(other)))

export function matches(rule: StoredRule, filter: RuleFilter, noisy: ReadonlySet<string>): boolean {
  const { key, definition, enabled, origin, edited } = rule
  const { groups, states, text } = filter
  const is: Record<RuleFlag, boolean> = {
    on: enabled,
    off: !enabled,
    noisy: noisy.has(key),
    own: origin === 'user',
    edited,
  }
  const where =
    `${key} ${definition.name} ${definition.title} ${JSON.stringify(definition.translations ?? '')} ${JSON.stringify(definition.condition)}`.toLowerCase()
  return (
    (groups === null || groups.includes(groupOf(rule))) &&
    (states === null || states.some((state) => is[state])) &&
    text
      .toLowerCase()
      .split(/\s+/)
      .every((word) => where.includes(word))
  )
}
