import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { createApiToken, revokeToken } from '../../core/people/credentials/api-tokens.ts'
import { userOf } from '../../core/people/credentials/caller.ts'
import { endSession } from '../../core/people/credentials/end-credentials.ts'
import { unlinkIdentity } from '../../core/people/openid-connect/link-identity.ts'
import { provenBy } from '../../core/people/second-factor/recent-proof.ts'
import type { Html } from '../../platform/html.ts'
import type { ConsoleContext } from '../console-context.ts'
import { idOf } from '../frame/forms/form-fields.ts'
import type { FormState } from '../frame/forms/forms.ts'
import { takeForm } from '../frame/page/pages-and-forms.ts'
import { readerOf } from '../frame/page/reader.ts'
import type { AccountForms } from './account-view.ts'
import { newTokenView, TokenForm, tokenIn } from './new-token.ts'

interface Context extends ConsoleContext {
  /** Renders the account page with the errors of one form. */
  again: (form: keyof AccountForms) => (request: FastifyRequest, state: FormState) => Promise<Html>
}

/** A person's own sessions, API tokens and login with a provider. */
export const ownCredentialPages: FastifyPluginAsync<Context> = async (server, { db, publicUrl, now, again }) => {
  takeForm(server, 'viewer', 'self', '/account/tokens', {
    body: TokenForm,
    async submit(request, fields, reply) {
      const by = await provenBy(db, request, now())
      const token = await createApiToken(db, userOf(request).id, tokenIn(fields), by, now())
      reply.code(201)
      return newTokenView({ reader: readerOf(request), token, publicUrl: publicUrl() })
    },
    again: again('token'),
  })

  takeForm(server, 'viewer', 'self', '/account/tokens/:id/revocation', {
    async submit(request) {
      await revokeToken(db, { id: idOf(request), ownerId: userOf(request).id }, changeBy(request), now())
      return '/account?done=revoked'
    },
    again: again('tokens'),
  })

  takeForm(server, 'viewer', 'self', '/account/unlink', {
    async submit(request) {
      await unlinkIdentity(db, userOf(request).id, await provenBy(db, request, now()), now())
      return '/account?done=unlinked'
    },
    again: again('provider'),
  })

  takeForm(server, 'viewer', 'self', '/account/sessions/:id/end', {
    async submit(request) {
      await endSession(db, userOf(request), idOf(request), changeBy(request), now())
      return '/account?done=ended'
    },
    again: again('sessions'),
  })
}
