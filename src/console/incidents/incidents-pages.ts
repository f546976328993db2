import type { FastifyPluginAsync } from 'fastify'
import type { ConsoleContext } from '../console-context.ts'
import { incidentPages } from './incident/incident-page.ts'
import { incidentActions } from './incident-actions.ts'
import { incidentListPages } from './list/incident-list-page.ts'

/** What people deal with: all of it, one of it, its review, and what they do about it. */
export const incidentsPages: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  incidentListPages(server, context)
  incidentPages(server, context)
  incidentActions(server, context)
}
