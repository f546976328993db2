import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { credentialOf, userOf } from '../../../core/people/credentials/caller.ts'
import { addPasskey, removePasskey, renamePasskey } from '../../../core/people/second-factor/manage-passkeys.ts'
import { provenBy } from '../../../core/people/second-factor/recent-proof.ts'
import { proveByPasskey } from '../../../core/people/second-factor/take-passkey.ts'
import type { Html } from '../../../platform/html.ts'
import { NameText } from '../../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { idOf } from '../../frame/forms/form-fields.ts'
import type { FormState } from '../../frame/forms/forms.ts'
import { Credential, requirePasskeys } from '../../frame/forms/passkey-form.ts'
import { SECOND_FACTOR } from '../../frame/page/navigation.ts'
import { takeForm } from '../../frame/page/pages-and-forms.ts'
import { readerOf } from '../../frame/page/reader.ts'
import { newCodesView } from './app-view.ts'
import { PASSKEYS } from './passkey-card.ts'

interface Context extends ConsoleContext {
  /** The page with the errors of a form. */
  again: (request: FastifyRequest, state: FormState) => Promise<Html>
}

const setsUpFactor = true as const
const name = NameText({ maxLength: 100 })
const DONE = `${SECOND_FACTOR}?done=`

/** Forms for a person's own passkeys. */
export const ownPasskeyPages: FastifyPluginAsync<Context> = async (server, { again, ...context }) => {
  const { db, now } = context
  const proven = (request: FastifyRequest) => provenBy(db, request, now())

  takeForm(server, 'viewer', 'self', `${SECOND_FACTOR}/proof/passkey`, {
    setsUpFactor,
    body: Type.Object({ credential: Credential }),
    async submit(request, { credential }) {
      const own = { user: userOf(request), sessionId: credentialOf(request).id, credential, csrf: request.csrf }
      await proveByPasskey(db, requirePasskeys(context), own, { address: request.ip, via: 'session' }, now())
      return `${DONE}proven`
    },
    again,
  })

  takeForm(server, 'viewer', 'self', PASSKEYS, {
    setsUpFactor,
    body: Type.Object({ name, credential: Credential }),
    async submit(request, body, reply) {
      const by = await proven(request)
      const made = { ...body, csrf: request.csrf }
      const codes = await addPasskey(db, requirePasskeys(context), userOf(request), made, by, now())
      if (codes === null) return `${DONE}passkey`
      reply.code(201)
      return newCodesView(readerOf(request), codes)
    },
    again,
  })

  takeForm(server, 'viewer', 'self', `${PASSKEYS}/:id/name`, {
    body: Type.Object({ name }),
    async submit(request, { name }) {
      await renamePasskey(db, userOf(request), { id: idOf(request), name }, await proven(request), now())
      return `${DONE}renamed`
    },
    again,
  })

  takeForm(server, 'viewer', 'self', `${PASSKEYS}/:id/removal`, {
    async submit(request) {
      const by = await proven(request)
      await removePasskey(db, userOf(request), idOf(request), by, now())
      return `${DONE}removed`
    },
    again,
  })
}
