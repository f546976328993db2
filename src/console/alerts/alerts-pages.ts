import type { FastifyPluginAsync } from 'fastify'
import type { ConsoleContext } from '../console-context.ts'
import { alertPages } from './alert/alert-page.ts'
import { alertActions } from './alert-actions.ts'
import { alertListPages } from './list/alert-list-page.ts'

/** Pages about alerts: the list, a single alert, and actions. */
export const alertsPages: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  alertListPages(server, context)
  alertPages(server, context)
  alertActions(server, context)
}
