import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { type ChallengeUse, endOfChallenge } from './passkey-challenge.ts'
import { ALGORITHMS, type PasskeySetup } from './passkey-options.ts'
import type { StoredPasskey } from './passkey-store.ts'

/** Loaded when it is first needed: it takes 25 MB, and many installations have no passkeys. */
const library = () => import('@simplewebauthn/server')

interface Checked {
  /** To be used up. */
  challenge: { text: string; end: Date }
}

/** The credential that a browser has sent; null if it is none. */
export function credentialIn(text: string): { id: string } | null {
  try {
    const credential = JSON.parse(text) as { id?: unknown }
    return typeof credential?.id === 'string' ? (credential as { id: string }) : null
  } catch {
    // Not what our script sends.
    return null
  }
}

/**
 * Checks a signature of a passkey: its challenge, site, key, counter and person. Returns its new counter, or null if
 * anything is wrong.
 */
export async function checkAssertion(
  { site, encryptionKey }: PasskeySetup,
  credential: { id: string },
  passkey: StoredPasskey,
  use: ChallengeUse,
  now: Date,
): Promise<(Checked & { sign_count: number }) | null> {
  const seen = challengeSeen(encryptionKey, use, now)
  const response = credential as AuthenticationResponseJSON
  const { verifyAuthenticationResponse } = await library()
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: seen.accept,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    // Alone, a passkey has to prove that it is in the hands of its person.
    requireUserVerification: use.purpose !== 'second factor',
    credential: { id: passkey.credential_id, publicKey: passkey.public_key, counter: passkey.sign_count },
  }).catch(() => null)
  const challenge = seen.challenge()
  if (checked === null || !checked.verified || challenge === null) return null
  const { userHandle } = response.response
  if (userHandle !== undefined && userHandle !== '' && userHandle !== passkey.handle) return null
  return { challenge, sign_count: checked.authenticationInfo.newCounter }
}

/** Checks a new passkey. Attestations are not asked for: any maker is welcome. */
export async function checkRegistration(
  { site, encryptionKey }: PasskeySetup,
  credential: { id: string },
  use: ChallengeUse,
  now: Date,
) {
  const seen = challengeSeen(encryptionKey, use, now)
  const response = credential as RegistrationResponseJSON
  const { verifyRegistrationResponse } = await library()
  const checked = await verifyRegistrationResponse({
    response,
    expectedChallenge: seen.accept,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  const challenge = seen.challenge()
  if (checked === null || !checked.verified || challenge === null) return null
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential
  return {
    challenge,
    credential_id: id,
    public_key: publicKey,
    sign_count: counter,
    transports: transportsIn(transports),
  }
}

/** They come from outside, and go back to browsers only. */
const transportsIn = (transports: readonly unknown[]): string[] =>
  transports.filter((one): one is string => typeof one === 'string' && /^[a-z-]{1,20}$/.test(one)).slice(0, 10)

/** Remembers the challenge that the library finds in a response. */
function challengeSeen(encryptionKey: Buffer, use: ChallengeUse, now: Date) {
  let found: Checked['challenge'] | null = null
  return {
    accept(text: string): boolean {
      const end = endOfChallenge(encryptionKey, use, text, now)
      found = end === null ? null : { text, end }
      return end !== null
    },
    challenge: (): Checked['challenge'] | null => found,
  }
}
