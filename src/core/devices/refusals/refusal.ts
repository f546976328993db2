import { hashToken } from '../../../platform/secrets.ts'

/** Why something was refused, as far as it can be told. */
export const REASONS = ['content', 'no_token', 'unknown_token', 'misspelt_token', 'old_token', 'disabled'] as const
export type Reason = (typeof REASONS)[number]

/** What was refused, as the door saw it. */
export interface Refused {
  /** Null when the token let nobody in. */
  device: { id: number } | null
  /** What stood where the token should be. */
  token: string | null
  status: number
  message: string
  address: string
}

const LONGEST_MESSAGE = 300
const TOKEN_INSIDE = /[0-9a-f]{64}/i
const HINT_LENGTH = 4

/** The same refusal, however often; the token itself is not in it. */
export interface RefusalKind extends Omit<Refused, 'token' | 'device'> {
  device_id: number | null
  reason: Reason
  token_hint: string | null
  token_length: number | null
  /** Of what may be a token of ours, as it stands and as it was perhaps meant. */
  hashes: { given: string; meant: string | null } | null
}

/** Pure: what can be said before anybody is asked whose token this is. */
export function kindOf({ device, token, status, message, address }: Refused): RefusalKind {
  const known = { status, message: storable(message), address, device_id: device?.id ?? null }
  const nothing = { token_hint: null, token_length: null, hashes: null }
  if (device !== null) return { ...known, ...nothing, reason: 'content' }
  if (token === null || token === '') return { ...known, ...nothing, reason: 'no_token' }
  const inside = TOKEN_INSIDE.exec(token)?.[0].toLowerCase()
  return {
    ...known,
    reason: 'unknown_token',
    token_hint: storable(token.slice(-HINT_LENGTH)),
    token_length: token.length,
    hashes: { given: hashToken(token), meant: inside === undefined || inside === token ? null : hashToken(inside) },
  }
}

/** Short, and without what neither PostgreSQL nor MQTT takes in a text. */
export const storable = (text: string): string => text.slice(0, LONGEST_MESSAGE).replaceAll('\0', '').toWellFormed()

/** A device that a token belongs or has belonged to. */
export interface TokenOwner {
  id: number
  token_hash: string
  previous_token_hash: string | null
  enabled: boolean
}

/** Names the device and the reason where the token is one that it had, or was meant to be. Pure. */
export function explained(kind: RefusalKind, owners: readonly TokenOwner[]): RefusalKind {
  const { hashes } = kind
  if (hashes === null) return kind
  const ownerOf = (hash: string | null) =>
    owners.find(
      ({ token_hash, previous_token_hash }) => hash !== null && [token_hash, previous_token_hash].includes(hash),
    )
  const owner = ownerOf(hashes.given)
  const about = (device_id: number, reason: Reason) => ({ ...kind, device_id, reason, token_hint: null })
  if (owner !== undefined) {
    if (!owner.enabled) return about(owner.id, 'disabled')
    // Used in the moment before it became good again, or ended.
    return about(owner.id, 'old_token')
  }
  const meant = ownerOf(hashes.meant)
  return meant === undefined ? kind : about(meant.id, 'misspelt_token')
}

/** What makes two refusals the same one. */
export const keyOf = ({ device_id, reason, status, message, address, token_hint, token_length }: RefusalKind): string =>
  JSON.stringify([device_id, reason, status, message, address, token_hint, token_length])
