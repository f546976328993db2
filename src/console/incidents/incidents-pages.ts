import type { FastifyPluginAsync } from 'fastify'
import type { ConsoleContext } from '../console-context.ts'
import { incidentPages } from './incident/incident-page.ts'
import { incidentActions } from './incident-actions.ts'
import { incidentListPages } from './list/incident-list-page.ts'

/** Pages about incidents: the list, a single incident, its review, and actions. */
export const incidentsPages: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  incidentListPages(server, context)
  incidentPages(server, context)
  incidentActions(server, context)
}
