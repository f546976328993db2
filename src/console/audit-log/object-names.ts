import sql from 'sql-template-tag'
import type { AuditEntry } from '../../core/audit-log/audit-entry.ts'
import { listRulesWithKeys } from '../../core/rules/rule-store.ts'
import type { Titled } from '../../core/vocabulary/titles.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Reader } from '../frame/page/reader.ts'

/** The name of the object of an entry in the language of the reader. */
export type ObjectName = (subject: AuditEntry['subject']) => string

/** Rules, alerts and incidents that are still called as in the log have their names in the language of the reader. */
export async function objectNames(db: Queryable, reader: Reader, entries: readonly AuditEntry[]): Promise<ObjectName> {
  const names = new Map<string, string>()
  const idsOf = (type: string) => [
    ...new Set(entries.flatMap(({ subject }) => (subject.type === type ? [subject.id] : []))),
  ]
  const titled = await db.query<Titled & { type: string; id: string }>(sql`
    select 'alert' as type, alert_id::text as id, title, title_of
    from alerts
    where alert_id = any (${idsOf('alert').map(Number)}::bigint[])
    union all
    select 'incident', incident_id::text, title, title_of
    from incidents
    where incident_id = any (${idsOf('incident').map(Number)}::bigint[])`)
  for (const { type, id, ...title } of titled) names.set(`${type} ${id} ${title.title}`, reader.titleOf(title))
  for (const { key, definition } of await listRulesWithKeys(db, reader.reach, idsOf('rule')))
    names.set(`rule ${key} ${definition.name}`, reader.ruleName(definition))
  return ({ type, id, name }) => (name === null ? id : (names.get(`${type} ${id} ${name}`) ?? name))
}
