import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { html } from '../platform/html.ts'
import { userOf } from '../users/caller.ts'
import type { Role } from '../users/user.ts'
import type { ConsoleContext } from './console-context.ts'
import { sendPage, shell } from './layout.ts'

const ABILITIES: Record<Role, string> = {
  viewer: 'You may see devices, alerts and incidents.',
  operator: 'You may act on alerts and incidents, and manage devices.',
  admin: 'You may do everything, which includes adding people and webhooks.',
}

export const overviewPage: FastifyPluginAsyncTypebox<ConsoleContext> = async (server) => {
  server.get('/', { config: { policy: 'viewer' }, schema: { hide: true } }, async (request, reply) => {
    const user = userOf(request)
    const page = shell(
      { title: 'Overview', user, csrf: request.csrf, place: '/' },
      html`
      <section class="card" aria-labelledby="who">
        <h2 id="who">You are logged in</h2>
        <dl>
          <dt>Email</dt><dd>${user.email}</dd>
          <dt>Role</dt><dd><span class="badge">${user.role}</span></dd>
        </dl>
        <p>${ABILITIES[user.role]}</p>
        <p><a class="button" href="/account">Password, sessions and tokens</a></p>
      </section>`,
    )
    return sendPage(reply, page)
  })
}
