import sql from 'sql-template-tag'
import { stormTitle } from '../../core/incidents/storms/storm.ts'
import type { Language } from '../../core/people/preferences/preferences.ts'
import { alertTitle } from '../../core/rules/alert-title.ts'
import { numberOf } from '../../core/rules/conditions/check-condition.ts'
import { type RuleDefinition, withDefaults } from '../../core/rules/rule.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Words } from '../words/catalogue.ts'

/** An alert, or what has the title of one. */
export interface Titled {
  title: string
  rule_key?: string
  threshold?: number | null
  triggered_value?: number
  device_name?: string | null
  storm_tag?: string | null
  storm_population?: number | null
  storm_devices?: number
}

export type TitleOf = (titled: Titled) => string

const translationOf = ({ translations }: RuleDefinition, language: Language) =>
  language === 'en' ? undefined : translations?.[language]

/** The name of a rule in a language. */
export const ruleNameIn = (language: Language, definition: RuleDefinition): string =>
  translationOf(definition, language)?.name ?? definition.name

/**
 * Titles of alerts in a language. A stored title is translated if it is what a version of a rule makes of its template:
 * for an alert with its own values, for anything else with the limits of the rule.
 */
export async function titlesIn(db: Queryable, language: Language, { incidents }: Words): Promise<TitleOf> {
  if (language === 'en') return ({ title }) => title
  const rows = await db.query<{ definition: RuleDefinition }>(sql`
    select distinct on (key, definition ->> 'title', definition -> 'translations', definition -> 'levels') definition
    from rule_versions
    where definition -> 'translations' is not null`)
  const decimal = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 6 })
  const known = new Map<string, string>()
  const templates: { key: string; from: string; to: string }[] = []
  for (const { definition } of rows) {
    const to = translationOf(definition, language)?.title
    if (to === undefined) continue
    const { key, title: from } = definition
    templates.push({ key, from, to })
    if (from.includes('{value}') || from.includes('{device}')) continue
    for (const { value } of withDefaults(definition, 1).levels) {
      const values = { threshold: value === null ? null : numberOf(value), value: 0, device: '' }
      known.set(alertTitle(from, values), alertTitle(to, values, decimal.format))
    }
  }
  return ({ title, rule_key, threshold, triggered_value, device_name, ...storm }) => {
    const { storm_tag = null, storm_population, storm_devices = 0 } = storm
    if (storm_population != null && title === stormTitle(storm_devices, storm_population, storm_tag)) {
      return incidents.stormTitle(storm_devices, storm_population, storm_tag)
    }
    const found = known.get(title)
    if (found !== undefined || rule_key === undefined) return found ?? title
    const values = { threshold: threshold ?? null, value: triggered_value ?? 0, device: device_name ?? '' }
    const template = templates.find(({ key, from }) => key === rule_key && alertTitle(from, values) === title)
    return template === undefined ? title : alertTitle(template.to, values, decimal.format)
  }
}
