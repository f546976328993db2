import sql from 'sql-template-tag'
import { offlineDeviceOf } from '../../core/incidents/offline/offline-title.ts'
import { stormOf } from '../../core/incidents/storms/storm.ts'
import { OFFLINE_RULE_KEY } from '../../core/notifications/announcement-parts.ts'
import type { Language } from '../../core/people/preferences/preferences.ts'
import { alertTitle, hasPlaceholdersOf, titlePattern, valuesIn } from '../../core/rules/alert-title.ts'
import type { RuleDefinition } from '../../core/rules/rule.ts'
import type { TitleOf } from '../../core/vocabulary/titles.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Words } from '../words/catalogue.ts'

interface Translation {
  key: string
  name: string
  title: string
  translated: { name?: string; title?: string }
}

/** The name of a rule in a language. */
export const ruleNameIn = (language: Language, { name, translations }: RuleDefinition): string =>
  (language === 'en' ? undefined : translations?.[language]?.name) ?? name

const ENGLISH: TitleOf = ({ title }) => title

/** Versions of rules are only ever added, so their number says whether the translations are still complete. */
const loaded = new WeakMap<Queryable, Map<Language, { versions: number; titleOf: TitleOf }>>()

/**
 * Titles of alerts and incidents, and names of rules, in a language. Stored titles are English: one that a version of a
 * rule made is recognized by its template, which also gives the values in it. `versions` is the number of rule versions.
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
  const rows = await db.query<Translation>(sql`
    select
      key, definition ->> 'name' as name, definition ->> 'title' as title,
      definition -> 'translations' -> ${language}::text as translated
    from rule_versions
    where definition -> 'translations' -> ${language}::text is not null
    group by 1, 2, 3, 4
    order by max(version)`)
  const decimal = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 6 })
  // The newest translation of a text counts.
  const templates = rows
    .toReversed()
    .flatMap(({ key, title, translated: { title: to } }) =>
      to === undefined || !hasPlaceholdersOf(title, to) ? [] : [{ key, pattern: titlePattern(title), to }],
    )
  const names = new Map(rows.map(({ name, translated }) => [name, translated.name ?? name]))
  return ({ title, rule_key = null }) => {
    const storm = stormOf(title)
    if (storm !== null) return incidents.stormTitle(storm.count, storm.population, storm.tag)
    const offline = rule_key === null || rule_key === OFFLINE_RULE_KEY ? offlineDeviceOf(title) : null
    if (offline !== null) return incidents.offlineTitle(offline)
    for (const { key, pattern, to } of templates) {
      const values = rule_key === null || rule_key === key ? valuesIn(pattern, title) : null
      if (values !== null) return alertTitle(to, values, decimal.format)
    }
    return names.get(title) ?? title
  }
}
