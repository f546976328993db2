import type { FastifyRequest } from 'fastify'
import { findHeadlines } from '../../../core/headline/find-headlines.ts'
import { type ShownHeadline, shownHeadline } from '../../../core/headline/headline-shape.ts'
import type { IncidentRecord, IncidentWithTimeline } from '../../../core/incidents/incident-shape.ts'
import { findIncident } from '../../../core/incidents/list-incidents.ts'
import { reachOf } from '../../../core/people/credentials/caller.ts'
import { notFound } from '../../../platform/errors.ts'
import type { MobileContext } from './mobile-context.ts'

/** Incidents as the API shows them: with their headlines. */
export function incidentResponses({ db, openTowns, now }: Pick<MobileContext, 'db' | 'openTowns' | 'now'>) {
  async function withHeadlines<Incident extends Pick<IncidentRecord, 'incident_id'>>(
    incidents: readonly Incident[],
  ): Promise<(Incident & { headline: ShownHeadline })[]> {
    const ids = incidents.map(({ incident_id }) => incident_id)
    const headlines = await findHeadlines(db, ids, openTowns, now())
    // One that was erased in between is left out.
    return incidents.flatMap((incident) => {
      const headline = headlines.get(incident.incident_id)
      return headline === undefined ? [] : [{ ...incident, headline: shownHeadline(headline) }]
    })
  }

  async function withHeadline<Incident extends Pick<IncidentRecord, 'incident_id'>>(incident: Incident | null) {
    const [shown] = incident === null ? [] : await withHeadlines([incident])
    if (shown === undefined) throw notFound('Incident')
    return shown
  }

  /** Throws 404. */
  const getIncident = async (
    request: FastifyRequest,
    id: number,
  ): Promise<IncidentWithTimeline & { headline: ShownHeadline }> =>
    withHeadline(await findIncident(db, reachOf(request), id))

  return { getIncident, withHeadline, withHeadlines }
}
