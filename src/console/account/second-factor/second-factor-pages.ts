import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { credentialOf, userOf } from '../../../core/people/credentials/caller.ts'
import {
  addAuthenticatorApp,
  draftKey,
  findApp,
  openDraft,
  removeAuthenticatorApp,
} from '../../../core/people/second-factor/authenticator-app.ts'
import { findFactors, hasFactor, needsFactor } from '../../../core/people/second-factor/factors.ts'
import { creationOptions } from '../../../core/people/second-factor/passkey-options.ts'
import { listPasskeys } from '../../../core/people/second-factor/passkey-store.ts'
import { isProven, proveByPassword, provenBy } from '../../../core/people/second-factor/recent-proof.ts'
import { renewRecoveryCodes } from '../../../core/people/second-factor/recovery-codes.ts'
import type { User } from '../../../core/people/user.ts'
import type { Html } from '../../../platform/html.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { EMPTY, type FormState } from '../../frame/forms/forms.ts'
import { passkeySetup } from '../../frame/forms/passkey-form.ts'
import { SECOND_FACTOR } from '../../frame/page/navigation.ts'
import { showPage, takeForm } from '../../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../../frame/page/reader.ts'
import { newAppView, newCodesView } from './app-view.ts'
import { findProofs } from './form-proof.ts'
import { ownPasskeyPages } from './passkey-pages.ts'
import { secondFactorView } from './second-factor-view.ts'

const DONE = `${SECOND_FACTOR}?done=`
/** These pages are open to people who still have to set up a second factor. */
const setsUpFactor = true as const

/** Pages of a person's own second factor. Changes need a recent proof of who it is. */
export const secondFactorPages: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  const { db, encryptionKey, publicUrl, now } = context

  async function page(reader: Reader, request: FastifyRequest, state: FormState, done?: string): Promise<Html> {
    const { id } = reader.user
    const factors = await findFactors(db, id)
    const app = await findApp(db, id)
    return secondFactorView({
      reader,
      factors,
      appSince: app?.added_at ?? null,
      passkeys: await passkeysOf(request, reader.user),
      proofs: await findProofs(context, reader.user, request.csrf),
      isProven: await isProven(db, credentialOf(request), now()),
      isForced: !hasFactor(factors) && (await needsFactor(db, id)),
      state,
      done,
    })
  }
  async function passkeysOf({ csrf }: FastifyRequest, user: User) {
    const setup = passkeySetup(context)
    const passkeys = { list: await listPasskeys(db, user.id), publicUrl: publicUrl() }
    if (setup === null) return { ...passkeys, creation: null }
    const options = await creationOptions(db, setup, user, csrf, now())
    return { ...passkeys, creation: { options, origin: setup.site.origin } }
  }
  const again = (request: FastifyRequest, state: FormState) => page(readerOf(request), request, state)
  const proven = (request: FastifyRequest) => provenBy(db, request, now())

  showPage(server, 'viewer', 'self', SECOND_FACTOR, {
    setsUpFactor,
    show: (reader, { query, request }) => page(reader, request, EMPTY, query.done),
  })

  takeForm(server, 'viewer', 'self', `${SECOND_FACTOR}/proof`, {
    setsUpFactor,
    body: Type.Object({ password: Type.String({ minLength: 1, maxLength: 1_024 }) }),
    async submit(request, { password }) {
      const own = { user: userOf(request), sessionId: credentialOf(request).id }
      await proveByPassword(db, own, password, { address: request.ip, via: 'session' }, now())
      return `${DONE}proven`
    },
    again,
  })

  async function newApp(reader: Reader, draft = draftKey(encryptionKey, reader.user.id, now()), state = EMPTY) {
    const isForced = !hasFactor(await findFactors(db, reader.user.id)) && (await needsFactor(db, reader.user.id))
    return newAppView({ reader, isForced, draft, host: new URL(publicUrl()).host, state })
  }

  showPage(server, 'viewer', 'self', `${SECOND_FACTOR}/app`, {
    setsUpFactor,
    async show(reader, { request }) {
      await proven(request)
      return newApp(reader)
    },
  })

  takeForm(server, 'viewer', 'self', `${SECOND_FACTOR}/app`, {
    setsUpFactor,
    body: Type.Object({ draft: Type.String({ maxLength: 1_000 }), code: Type.String({ maxLength: 100 }) }),
    async submit(request, body, reply) {
      const by = await proven(request)
      const codes = await addAuthenticatorApp(db, encryptionKey, userOf(request), body, by, now())
      if (codes === null) return `${DONE}app`
      reply.code(201)
      return newCodesView(readerOf(request), codes)
    },
    again(request, state) {
      const draft = openDraft(encryptionKey, userOf(request).id, state.values.draft ?? '', now())
      return newApp(readerOf(request), draft ?? undefined, state)
    },
  })

  takeForm(server, 'viewer', 'self', `${SECOND_FACTOR}/app/removal`, {
    async submit(request) {
      const by = await proven(request)
      await removeAuthenticatorApp(db, userOf(request), by, now())
      return `${DONE}appRemoved`
    },
    again,
  })

  takeForm(server, 'viewer', 'self', `${SECOND_FACTOR}/recovery-codes`, {
    async submit(request, _body, reply) {
      const by = await proven(request)
      const codes = await renewRecoveryCodes(db, userOf(request), by, now())
      reply.code(201)
      return newCodesView(readerOf(request), codes)
    },
    again,
  })

  await server.register(ownPasskeyPages, { ...context, again })
}
