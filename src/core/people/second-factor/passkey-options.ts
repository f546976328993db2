import type { Queryable } from '../../../platform/database/database.ts'
import type { User } from '../user.ts'
import { CHALLENGE_LIFETIME_S, type ChallengeUse, newChallenge } from './passkey-challenge.ts'
import type { PasskeySite } from './passkey-site.ts'
import { findPasskeyHandle, listPasskeys } from './passkey-store.ts'

/** EdDSA, ES256 and RS256: what passkeys and security keys sign with. */
export const ALGORITHMS = [-8, -7, -257]

/** The settings for asking browsers for passkeys and for checking them. */
export interface PasskeySetup {
  site: PasskeySite
  encryptionKey: Buffer
}

/** Options as `PublicKeyCredential.parseRequestOptionsFromJSON` reads them. */
export interface RequestOptions {
  challenge: string
  rpId: string
  timeout: number
  userVerification: 'required' | 'discouraged'
  allowCredentials: { type: 'public-key'; id: string; transports: string[] }[]
}

const timeout = CHALLENGE_LIFETIME_S * 1_000

/** Asks for any passkey of this site, which says by itself whose it is. */
export const loginOptions = ({ site, encryptionKey }: PasskeySetup, csrf: string, now: Date): RequestOptions => ({
  challenge: newChallenge(encryptionKey, { purpose: 'login', csrf }, now),
  rpId: site.id,
  timeout,
  userVerification: 'required',
  allowCredentials: [],
})

/** Asks for one of the person's passkeys. After a password, a touch is enough. */
export async function requestOptions(
  db: Queryable,
  { site, encryptionKey }: PasskeySetup,
  userId: number,
  use: ChallengeUse,
  now: Date,
): Promise<RequestOptions> {
  const passkeys = await listPasskeys(db, userId)
  return {
    challenge: newChallenge(encryptionKey, use, now),
    rpId: site.id,
    timeout,
    userVerification: use.purpose === 'second factor' ? 'discouraged' : 'required',
    allowCredentials: passkeys.map(descriptor),
  }
}

const descriptor = ({ credential_id, transports }: { credential_id: string; transports: string[] }) => ({
  type: 'public-key' as const,
  id: credential_id,
  transports,
})

/** Options for a new passkey, as `PublicKeyCredential.parseCreationOptionsFromJSON` reads them. */
export async function creationOptions(
  db: Queryable,
  { site, encryptionKey }: PasskeySetup,
  user: User,
  csrf: string,
  now: Date,
) {
  const passkeys = await listPasskeys(db, user.id)
  return {
    rp: { id: site.id, name: 'Tocsin' },
    user: { id: await findPasskeyHandle(db, user.id), name: user.email, displayName: user.name },
    challenge: newChallenge(encryptionKey, { purpose: 'new passkey', csrf }, now),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout,
    excludeCredentials: passkeys.map(descriptor),
    // A security key that cannot keep passkeys is welcome as a second factor.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    attestation: 'none',
  }
}
