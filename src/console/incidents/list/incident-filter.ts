import Type, { type Static } from 'typebox'
import { filterWords } from '../../../core/incidents/filter-query.ts'
import { INCIDENT_STATUSES } from '../../../core/incidents/incident.ts'
import type { IncidentFilter } from '../../../core/incidents/list-incidents.ts'
import { PlainText } from '../../../platform/http/schemas/shapes.ts'
import { listQuery } from '../../alerts/list/list-filters.ts'
import type { Period } from '../../frame/lists/period-filter.ts'

/** `active` is the default: open or acknowledged. */
export const INCIDENT_VIEWS = ['active', ...INCIDENT_STATUSES, 'all'] as const

export const IncidentListQuery = Type.Object({
  ...listQuery,
  status: Type.Optional(Type.Enum([...INCIDENT_VIEWS])),
  rule: Type.Optional(PlainText({ maxLength: 100 })),
})
export type IncidentListQuery = Static<typeof IncidentListQuery>

export function incidentFilterOf(query: IncidentListQuery, { from, to }: Pick<Period, 'from' | 'to'>): IncidentFilter {
  const { status = 'active', rule = '' } = query
  return {
    ...filterWords(query),
    ...{ from, to, ruleKey: rule === '' ? null : rule },
    statuses: status === 'all' ? null : status === 'active' ? ['open', 'acknowledged'] : [status],
  }
}
