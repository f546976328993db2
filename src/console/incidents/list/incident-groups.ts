import type { IncidentGroup } from '../../../core/incidents/group-open-incidents.ts'
import { type Content, html } from '../../../platform/html.ts'
import { withQuery } from '../../frame/page/addresses.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { reachedBadge } from '../../frame/parts/badges.ts'

/** A row for many equal incidents; it leads to them. */
export const incidentGroups = (reader: Reader, groups: readonly IncidentGroup[]): Content =>
  groups.length === 0
    ? null
    : html`<ul class="rows alert-rows groups" aria-label="${reader.t.incidents.groups.label}">${groups.map((group) => groupRow(reader, group))}</ul>`

export function groupRow(
  reader: Reader,
  { newest, incidents, acknowledged, devices, ...equal }: IncidentGroup,
): Content {
  const { t, format, titleOf, address } = reader
  const { groups: words } = t.incidents
  const open = incidents - acknowledged
  const list = address.startsWith('/incidents') ? address : '/incidents'
  const theirs = withQuery(list, { rule: equal.rule_key, severity: equal.severity })
  return html`
  <li id="group-${equal.rule_key}-${equal.severity}">${reachedBadge(t, newest)}<span class="stacked"><a href="${theirs}">${titleOf(newest)} · ${words.devices(devices)}</a>
    <span class="meta">${words.incidents(incidents, open)} · ${words.newest} ${format.ago(newest.created_at)}</span></span>
    <a class="button quiet" href="${theirs}" aria-label="${words.showOne(titleOf(newest))}">${words.show}</a></li>`
}
