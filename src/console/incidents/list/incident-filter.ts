import Type, { type Static } from 'typebox'
import { filterOf } from '../../../core/incidents/filter-query.ts'
import { INCIDENT_STATUSES } from '../../../core/incidents/incident.ts'
import type { IncidentFilter } from '../../../core/incidents/list-incidents.ts'
import { listQuery } from '../../alerts/list/list-filters.ts'

/** `active` is the default: open or acknowledged. */
export const INCIDENT_VIEWS = ['active', ...INCIDENT_STATUSES, 'all'] as const

export const IncidentListQuery = Type.Object({
  ...listQuery,
  status: Type.Optional(Type.Enum([...INCIDENT_VIEWS])),
})
export type IncidentListQuery = Static<typeof IncidentListQuery>

export function incidentFilterOf(query: IncidentListQuery): IncidentFilter {
  const { status = 'active' } = query
  return {
    ...filterOf(query),
    statuses: status === 'all' ? null : status === 'active' ? ['open', 'acknowledged'] : [status],
  }
}
