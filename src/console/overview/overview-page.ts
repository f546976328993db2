import type { FastifyPluginAsync } from 'fastify'
import { html } from '../../platform/html.ts'
import type { ConsoleContext } from '../console-context.ts'
import { shell } from '../shell/layout.ts'
import { showPage } from '../shell/show-page.ts'

/** How everything stands. */
export const overviewPage: FastifyPluginAsync<ConsoleContext> = async (server) => {
  showPage(server, {
    path: '/',
    policy: 'viewer',
    show: async (visit) => shell(visit, { title: visit.t.overview.title, place: 'overview' }, html``),
  })
}
