import type { FastifyPluginAsync } from 'fastify'
import type { ConsoleContext } from '../console-context.ts'
import { alertPages } from './alert/alert-page.ts'
import { alertActions } from './alert-actions.ts'
import { alertListPages } from './list/alert-list-page.ts'

/** What rules have raised: all of it, one of it, and what people do about it. */
export const alertsPages: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  alertListPages(server, context)
  alertPages(server, context)
  alertActions(server, context)
}
