import { groupOpenIncidents, type IncidentGroup } from '../../../core/incidents/group-open-incidents.ts'
import type { IncidentFilter } from '../../../core/incidents/list-incidents.ts'
import { listRuleNames } from '../../../core/rules/rule-store.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { type Content, html } from '../../../platform/html.ts'
import { withQuery } from '../../frame/page/addresses.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { reachedBadge } from '../../frame/parts/badges.ts'

export interface NamedGroup extends IncidentGroup {
  /** Name of their rule, which all have in common: a title may tell of one device alone. */
  name: string
}

/** The groups of open and acknowledged incidents, with their names in the language of the reader. */
export async function listGroups(reader: Reader, db: Queryable, filter: IncidentFilter): Promise<NamedGroup[]> {
  const groups = await groupOpenIncidents(db, reader.listed, filter)
  if (groups.length === 0) return []
  const rules = await listRuleNames(db, reader.reach, reader.preferences.language)
  const names = new Map(rules.map(({ key, name }) => [key, name]))
  const nameOf = ({ newest, rule_key }: IncidentGroup) =>
    newest.origin === 'offline' ? reader.t.shared.deviceStatuses.offline : names.get(rule_key)
  return groups.map((group) => ({ ...group, name: nameOf(group) ?? reader.titleOf(group.newest) }))
}

/** A row for many equal incidents; it leads to them. */
export const incidentGroups = (reader: Reader, groups: readonly NamedGroup[]): Content =>
  groups.length === 0
    ? null
    : html`<ul class="rows alert-rows groups" aria-label="${reader.t.incidents.groups.label}">${groups.map((group) => groupRow(reader, group))}</ul>`

export function groupRow(
  reader: Reader,
  { name, newest, incidents, acknowledged, devices, ...equal }: NamedGroup,
): Content {
  const { t, format, address } = reader
  const { groups: words } = t.incidents
  const open = incidents - acknowledged
  const list = address.startsWith('/incidents') ? address : '/incidents'
  const theirs = withQuery(list, { rule: equal.rule_key, severity: equal.severity })
  return html`
  <li id="group-${equal.rule_key}-${equal.severity}">${reachedBadge(t, newest)}<span class="stacked"><a href="${theirs}">${name} · ${words.devices(devices)}</a>
    <span class="meta">${words.incidents(incidents, open)} · ${words.newest} ${format.ago(newest.created_at)}</span></span>
    <a class="button quiet" href="${theirs}" aria-label="${words.showOne(name)}">${words.show}</a></li>`
}
