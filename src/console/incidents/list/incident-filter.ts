import Type, { type Static } from 'typebox'
import { filterOf, filterQuery } from '../../../core/incidents/filter-query.ts'
import { INCIDENT_STATUSES, type IncidentStatus } from '../../../core/incidents/incident.ts'
import type { IncidentFilter } from '../../../core/incidents/list-incidents.ts'
import { pageQuery } from '../../../platform/http/pagination.ts'
import { doneQuery } from '../../shell/show-page.ts'

/** `active` is the default: open or acknowledged. */
export const INCIDENT_VIEWS = ['active', ...INCIDENT_STATUSES, 'all'] as const
export type IncidentView = (typeof INCIDENT_VIEWS)[number]

export const IncidentListQuery = Type.Object({
  ...pageQuery,
  ...filterQuery,
  status: Type.Optional(Type.Enum([...INCIDENT_VIEWS])),
  ...doneQuery,
  about: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
})
export type IncidentListQuery = Static<typeof IncidentListQuery>

const MEANT: Record<IncidentView, IncidentStatus[] | null> = {
  active: ['open', 'acknowledged'],
  open: ['open'],
  acknowledged: ['acknowledged'],
  resolved: ['resolved'],
  all: null,
}

export const viewOf = ({ status = 'active' }: IncidentListQuery): IncidentView => status

export const incidentFilterOf = (query: IncidentListQuery): IncidentFilter => ({
  ...filterOf(query),
  statuses: MEANT[viewOf(query)],
})

export const isNarrowed = ({ severity, module, device_id, from, to }: IncidentListQuery): boolean =>
  [severity, module, device_id, from, to].some((asked) => asked !== undefined && asked !== '')
