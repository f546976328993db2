import { sourcedLevels } from '../../core/rules/editing/safety-rules.ts'
import type { StoredRule } from '../../core/rules/rule-store.ts'
import { type Content, html } from '../../platform/html.ts'
import type { Reader } from '../frame/page/reader.ts'

/** The source of the limits of a rule, by their severity where not all have it; null without one. */
export function sourceOfLimits(
  { t, format }: Reader,
  rule: Pick<StoredRule, 'definition' | 'pack_definition'>,
): Content {
  const { source, levels } = rule.definition
  if (source !== undefined) return source
  const known = sourcedLevels(rule)
  if (known === null) return null
  const { severities } = t.shared
  const namesOf = (some: typeof levels) => format.list(some.map(({ severity }) => severities[severity]))
  const others = levels.filter((level) => !known.levels.includes(level))
  if (others.length === 0) return known.source
  return html`<div><p>${namesOf(known.levels)}: ${known.source}</p>
  <p class="meta">${namesOf(others)}: ${t.rules.limits.noSource}</p></div>`
}
