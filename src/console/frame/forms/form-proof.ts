import type { FastifyRequest } from 'fastify'
import type { Html } from '../../../platform/html.ts'
import type { FormState } from './forms.ts'

/** Fields with which a form is sent again by somebody who was asked to prove who they are. */
export const PROOF_PASSWORD = '_password'
export const PROOF_PASSKEY = '_passkey'

type SentProof = { password: string } | { passkey: string }

/** How a form that needs a recent proof of who its person is gets one. */
export interface FormProof {
  /** Checks what was sent with the form. Throws the refusal. */
  take: (request: FastifyRequest, sent: SentProof) => Promise<void>
  /** A page that sends the same form again, with a proof. */
  ask: (request: FastifyRequest, state: FormState) => Promise<Html>
}

declare module 'fastify' {
  interface FastifyInstance {
    formProof: FormProof
  }
  interface FastifyRequest {
    /** The proof that came with this form. */
    proof: SentProof | null
  }
}

/** Splits the fields of a form into the proof, if there is one, and the form itself. */
export function proofIn({ [PROOF_PASSWORD]: password, [PROOF_PASSKEY]: passkey, ...body }: Record<string, unknown>) {
  if (typeof passkey === 'string') return { proof: { passkey }, body }
  return { proof: typeof password === 'string' ? { password } : null, body }
}
