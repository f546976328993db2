import type { Database, Queryable } from '../../platform/database/database.ts'
import type { ChangeBy } from '../audit-log/record-change.ts'
import type { IncidentRecord } from '../incidents/incident-shape.ts'
import { listFirst, ownedBy } from '../incidents/shift-incidents.ts'
import type { Doer } from '../people/actor.ts'
import type { Reach } from '../reach/reach.ts'
import { assignIncident } from './change-incident.ts'
import { sitesOfAssignee } from './list-assignees.ts'

/** At once: the confirmation names them. What is left is handed over by the next one. */
const MOST_HANDED_OVER = 50

/** Active incidents of one person that can be assigned to another, and how many cannot. */
export interface ToHandOver {
  incidents: IncidentRecord[]
  staying: number
}

export async function listToHandOver(db: Queryable, reach: Reach, from: number, to: number): Promise<ToHandOver> {
  const { incidents } = await listFirst(db, reach, ownedBy(from), MOST_HANDED_OVER)
  const siteOf = ({ site }: IncidentRecord) => site?.id ?? null
  const sites = await sitesOfAssignee(db, reach, to, [...new Set(incidents.map(siteOf))])
  const assignable = incidents.filter((incident) => sites.has(siteOf(incident)))
  return { incidents: assignable, staying: incidents.length - assignable.length }
}

/**
 * Assigns those of these incidents that are still active and of whoever does it to somebody else, as far as both may act
 * there. Returns how many.
 */
export async function handOverIncidents(
  db: Database,
  ids: readonly number[],
  to: number,
  by: ChangeBy & { actor: Doer },
  now: Date,
): Promise<number> {
  const { incidents } = await listToHandOver(db, by.reach, by.actor.id, to)
  const meant = incidents.filter(({ incident_id }) => ids.includes(incident_id))
  for (const { incident_id } of meant) await assignIncident(db, incident_id, to, by, now)
  return meant.length
}
