import { alertField, comparison, impliedLimit } from '../../core/conditions/condition.ts'
import { isRising } from '../../core/conditions/kinds/compare.ts'
import type { RuleInForce } from '../../core/rules/editing/limits-in-force.ts'
import type { RuleDefinition } from '../../core/rules/rule.ts'
import { rank } from '../../core/vocabulary/severities.ts'
import { type Content, html } from '../../platform/html.ts'
import type { Reader } from '../frame/page/reader.ts'
import { amountOf, conditionText } from '../rules/condition-text.ts'
import { levelText } from '../rules/rule-sentence.ts'

/** The limits of the rules whose alerts a report counts, each once. Null if no such rule is on. */
export function countedLimits(reader: Reader, rules: readonly RuleInForce[], field: string): Content {
  const words = reader.t.reports.counted
  const counted = rules.flatMap(({ enabled, definition }) =>
    enabled && isCounted(definition, field) ? [definition] : [],
  )
  if (counted.length === 0) return null
  const said = new Set(counted.map((rule) => words.rule(reader.ruleName(rule), limitsOf(reader, rule))))
  const isHeld = counted.some(({ levels }) => levels.some(({ for_s = 0 }) => for_s > 0))
  return html`<p class="meta">${words.alertsOf([...said].join('; '))}${isHeld ? ` ${words.peaks(reader.t.reports.columns.fastest)}` : null}</p>`
}

function isCounted({ condition }: RuleDefinition, field: string): boolean {
  const op = comparison(condition)
  return alertField(condition) === field && (op === null || isRising(op))
}

function limitsOf(reader: Reader, rule: RuleDefinition): string {
  const { t, format } = reader
  const words = t.reports.counted
  const levels = rule.levels.toSorted((one, other) => rank(one.severity) - rank(other.severity))
  const phrases = levels.map((level) => words.level(levelPhrase(level), t.shared.severities[level.severity]))
  const isOfDevice = levels.some(({ value }) => typeof value === 'object')
  return [...phrases, ...(isOfDevice ? [words.orOwn] : [])].join(', ')

  function levelPhrase(level: RuleDefinition['levels'][number]): string {
    const limit = level.value ?? impliedLimit(rule.condition)
    const isPlain = rule.condition.type === 'threshold' && limit != null
    const of = { ...reader, unit: rule.unit }
    if (!isPlain) return `${conditionText(of, rule.condition)} ${levelText(of, rule, level)}`.trim()
    const above = words.above(amountOf(of, rule.condition, typeof limit === 'number' ? limit : limit.default))
    return level.for_s ? `${above} ${t.ruleSentence.for(format.duration(level.for_s))}` : above
  }
}
