import sql from 'sql-template-tag'
import { alertTitle } from '../../../core/rules/alert-title.ts'
import type { RuleDefinition } from '../../../core/rules/rule.ts'
import type { TitleOf } from '../../../core/vocabulary/titles.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Language, Words } from '../../../words/words.ts'

/** The name of a rule in a language. */
export const ruleNameIn = (language: Language, { name, translations }: RuleDefinition): string =>
  (language === 'en' ? undefined : translations?.[language]?.name) ?? name

const ENGLISH: TitleOf = ({ title }) => title

/** Versions of rules are only ever added, so their number says whether the translations are still complete. */
const loaded = new WeakMap<Queryable, Map<Language, { versions: number; titleOf: TitleOf }>>()

/**
 * Titles of alerts and incidents in a language, from the facts that are stored with them: an alert is of one version of a
 * rule, whose translation counts. `versions` is the number of rule versions.
 */
export async function titlesIn(db: Queryable, language: Language, words: Words, versions: number): Promise<TitleOf> {
  if (language === 'en') return ENGLISH
  const languages = loaded.get(db) ?? new Map()
  const known = languages.get(language)
  if (known?.versions === versions) return known.titleOf
  const titleOf = await loadTitles(db, language, words)
  loaded.set(db, languages.set(language, { versions, titleOf }))
  return titleOf
}

/** The same for whoever does not know how many versions there are. */
export async function findTitles(db: Queryable, language: Language, words: Words): Promise<TitleOf> {
  if (language === 'en') return ENGLISH
  const [row] = await db.query<{ versions: number }>(sql`select count(*)::integer as versions from rule_versions`)
  return titlesIn(db, language, words, row!.versions)
}

async function loadTitles(db: Queryable, language: Language, { incidents }: Words): Promise<TitleOf> {
  const rows = await db.query<{ key: string; version: number; title: string | null }>(sql`
    select
      key, version,
      coalesce(
        translated ->> 'title', case when definition ->> 'title' = definition ->> 'name' then translated ->> 'name' end
      ) as title
    from rule_versions
    cross join lateral (select definition -> 'translations' -> ${language}::text as translated) as t
    where translated is not null`)
  const templates = new Map(rows.map(({ key, version, title }) => [`${key} ${version}`, title]))
  const decimal = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 6 })
  return ({ title, title_of: facts }) => {
    switch (facts?.of) {
      case 'rule': {
        const template = templates.get(`${facts.key} ${facts.version}`)
        return template == null ? title : alertTitle(template, facts, decimal.format)
      }
      case 'storm':
        return incidents.stormTitle(facts.count, facts.population, facts.tag)
      case 'offline':
        return incidents.offlineTitle(facts.device)
      default:
        return title
    }
  }
}
