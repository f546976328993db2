import { stringify } from 'yaml'
import { timeSlices } from '../../../platform/long-work/time-slices.ts'
import { type Condition, leafKindOf } from '../../conditions/condition.ts'
import type { RuleDefinition } from '../rule.ts'

/**
 * Order of fields for people, since the database reorders JSON. Fields that are not listed come last. A condition has the
 * order of its kind.
 */
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
  'field',
  'mode',
  'lat',
  'lng',
  'unit',
  'levels',
  'severity',
  'value',
  'clear',
  'for_s',
]

/** A rule, or a list of rules, as YAML for `parseRules` and `readRule`. */
export const ruleText = (rules: RuleDefinition | { rules: readonly RuleDefinition[] }): string =>
  stringify(inOrder(rules), { lineWidth: 120, aliasDuplicateObjects: false })

const LIST = 'rules:\n'

/** The same text of a list, rule by rule, since thousands of rules take seconds; the reason for its version is a comment. */
export async function* ruleFile(
  rules: readonly { definition: RuleDefinition; reason: string | null }[],
  signal: AbortSignal,
): AsyncGenerator<string> {
  const giveWay = timeSlices(signal)
  if (rules.length === 0) yield ruleText({ rules: [] })
  for (const [place, { definition, reason }] of rules.entries()) {
    await giveWay()
    const text = ruleText({ rules: [definition] }).slice(LIST.length)
    const comment = reason === null ? '' : `  # ${reason.replaceAll(/\s+/g, ' ')}\n`
    yield `${place === 0 ? LIST : ''}${comment}${text}`
  }
}

/** The same rule with its fields in the order for people. */
export const ruleInOrder = (rule: RuleDefinition): RuleDefinition => inOrder(rule) as RuleDefinition

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const order = orderOf(value)
  const place = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length)
  const sorted = Object.entries(value).sort(([one], [other]) => place(one) - place(other))
  return Object.fromEntries(sorted.map(([field, inner]) => [field, inOrder(inner)]))
}

const orderOf = (value: object): readonly string[] =>
  'type' in value ? ['type', ...(leafKindOf(value as Condition)?.notation ?? [])] : ORDER
