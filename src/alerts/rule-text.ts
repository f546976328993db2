import { stringify } from 'yaml'
import type { RuleDefinition } from './rule.ts'

/** The database keeps JSON, which has its own order; a text is for people. What is not named here comes last. */
const ORDER = [
  'key',
  'name',
  'enabled',
  'scope',
  'schedule',
  'tz',
  'hours',
  'days',
  'from',
  'condition',
  'type',
  'field',
  'fn',
  'calc',
  'mode',
  'when',
  'fence',
  'lat',
  'lng',
  'op',
  'unit',
  'levels',
  'severity',
  'min',
  'max',
  'value',
  'clear',
  'for_s',
]

/** A rule, or a list of them, as YAML that `parseRules` and `readRule` read. */
export const ruleText = (rules: RuleDefinition | { rules: readonly RuleDefinition[] }): string =>
  stringify(inOrder(rules), { lineWidth: 120, aliasDuplicateObjects: false })

/** The same rule, its fields in the order in which people read them. */
export const ruleInOrder = (rule: RuleDefinition): RuleDefinition => inOrder(rule) as RuleDefinition

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const place = (field: string) => (ORDER.includes(field) ? ORDER.indexOf(field) : ORDER.length)
  const sorted = Object.entries(value).sort(([one], [other]) => place(one) - place(other))
  return Object.fromEntries(sorted.map(([field, inner]) => [field, inOrder(inner)]))
}
