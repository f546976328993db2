import type { FastifyRequest } from 'fastify'
import { credentialOf, userOf } from '../../../core/people/credentials/caller.ts'
import { findFactors, hasFactor, needsFactor } from '../../../core/people/second-factor/factors.ts'
import { requestOptions } from '../../../core/people/second-factor/passkey-options.ts'
import { proveByPassword } from '../../../core/people/second-factor/recent-proof.ts'
import { proveByPasskey } from '../../../core/people/second-factor/take-passkey.ts'
import type { User } from '../../../core/people/user.ts'
import { findLogins } from '../../../core/people/user-store.ts'
import { type Content, html } from '../../../platform/html.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { type FormProof, PROOF_PASSKEY, PROOF_PASSWORD } from '../../frame/forms/form-proof.ts'
import { message } from '../../frame/forms/forms.ts'
import { passkeySetup, requirePasskeys } from '../../frame/forms/passkey-form.ts'
import { SECOND_FACTOR } from '../../frame/page/navigation.ts'
import { readerOf } from '../../frame/page/reader.ts'
import { sentFrom } from '../../frame/page/return-to.ts'
import { type Proofs, proofCard } from './proof-view.ts'
import { framed } from './second-factor-view.ts'

type Context = Pick<ConsoleContext, 'db' | 'encryptionKey' | 'publicUrl' | 'provider' | 'now'>

/** The ways in which a person can prove, with this browser, who they are. */
export async function findProofs(context: Context, { id }: User, csrf: string): Promise<Proofs> {
  const { db, provider, now } = context
  const setup = passkeySetup(context)
  const logins = await findLogins(db, id)
  const use = { purpose: 'proof', csrf } as const
  const passkey =
    setup === null || !logins.passkey
      ? null
      : { options: await requestOptions(db, setup, id, use, now()), origin: setup.site.origin }
  return { logins, provider, passkey }
}

/** How every form of the console that needs a recent proof of who its person is gets one, with what was entered. */
export function formProof(context: Context): FormProof {
  const { db, now } = context
  return {
    async take(request, sent) {
      const own = { user: userOf(request), sessionId: credentialOf(request).id }
      const source = { address: request.ip, via: 'session' } as const
      if ('password' in sent) return proveByPassword(db, own, sent.password, source, now())
      const assertion = { ...own, credential: sent.passkey, csrf: request.csrf }
      return proveByPasskey(db, requirePasskeys(context), assertion, source, now())
    },
    async ask(request, state) {
      const reader = readerOf(request)
      const { id } = reader.user
      const isForced = !hasFactor(await findFactors(db, id)) && (await needsFactor(db, id))
      const { title, sent: hint } = reader.t.secondFactor.proof
      const wrong = state.errors.password
      const asked = {
        hint,
        password: { action: request.url, field: PROOF_PASSWORD },
        passkey: { action: request.url, field: PROOF_PASSKEY },
        fields: fieldsOf(request),
        to: sentFrom(request) ?? SECOND_FACTOR,
        state: { ...state, values: {}, errors: wrong === undefined ? {} : { [PROOF_PASSWORD]: wrong } },
      }
      const ways = await findProofs(context, reader.user, request.csrf)
      return framed(reader, isForced, title, html`${message(state)}${proofCard(reader, ways, asked)}`, ['passkey'])
    },
  }
}

/** The fields that were entered, to be sent again. */
const fieldsOf = ({ body }: FastifyRequest): Content =>
  Object.entries(body as Record<string, string | string[]>).flatMap(([name, values]) =>
    [values].flat().map((value) => html`<input type="hidden" name="${name}" value="${value}">`),
  )
