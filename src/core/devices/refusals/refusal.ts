import { RequestError } from '../../../platform/errors.ts'
import { hashToken } from '../../../platform/secrets.ts'

/** The limit exceeded within a minute: that of the device, or that of all devices of its site. */
const LIMIT_REASONS = ['device_limit', 'site_limit'] as const
export type LimitReason = (typeof LIMIT_REASONS)[number]

/** Reason of a refusal, as far as it is known. */
export const REFUSAL_REASONS = [
  'content',
  ...LIMIT_REASONS,
  'no_token',
  'unknown_token',
  'misspelt_token',
  'old_token',
  'disabled',
] as const
export type Reason = (typeof REFUSAL_REASONS)[number]

/** The limit of readings that an error is about; undefined for others. */
export const limitBehind = (error: unknown): LimitReason | undefined =>
  error instanceof RequestError ? LIMIT_REASONS.find((reason) => reason === error.fault.reason) : undefined

/** A refused request as the protocol's handler saw it. */
export interface Refused {
  /** Null if the token was not valid. */
  device: { id: number } | null
  /** The text sent in place of the token. */
  token: string | null
  status: number
  message: string
  address: string
  /** Set if it had sent too many readings. */
  limit?: LimitReason | undefined
}

const LONGEST_MESSAGE = 300
const TOKEN_INSIDE = /[0-9a-f]{64}/i
const HINT_LENGTH = 4

/** Identifies equal refusals; it does not contain the token. */
export interface RefusalKind extends Omit<Refused, 'token' | 'device' | 'limit'> {
  device_id: number | null
  reason: Reason
  token_hint: string | null
  token_length: number | null
  /** Hashes of a text that may be a token: as sent, and as probably meant. */
  hashes: { given: string; meant: string | null } | null
}

/** Classifies a refusal without looking up the owner of the token. Pure. */
export function refusalKind({ device, token, status, message, address, limit = undefined }: Refused): RefusalKind {
  const known = { status, message: shortText(message), address, device_id: device?.id ?? null }
  const nothing = { token_hint: null, token_length: null, hashes: null }
  if (device !== null) return { ...known, ...nothing, reason: limit ?? 'content' }
  if (token === null || token === '') return { ...known, ...nothing, reason: 'no_token' }
  const inside = TOKEN_INSIDE.exec(token)?.[0].toLowerCase()
  return {
    ...known,
    reason: 'unknown_token',
    token_hint: shortText(token.slice(-HINT_LENGTH)),
    token_length: token.length,
    hashes: { given: hashToken(token), meant: inside === undefined || inside === token ? null : hashToken(inside) },
  }
}

/** Shortened, and without characters that PostgreSQL or MQTT refuse in a text. */
export const shortText = (text: string): string => text.slice(0, LONGEST_MESSAGE).replaceAll('\0', '').toWellFormed()

/** A device that a token belongs or belonged to. */
export interface TokenOwner {
  id: number
  token_hash: string
  previous_token_hash: string | null
  enabled: boolean
}

/** Adds the device and the reason if the token is, was, or was meant to be one of the device. Pure. */
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
    // Used just before it became valid again, or just after it ended.
    return about(owner.id, 'old_token')
  }
  const meant = ownerOf(hashes.meant)
  return meant === undefined ? kind : about(meant.id, 'misspelt_token')
}

/** Equal refusals have equal keys. */
export const keyOf = ({ device_id, reason, status, message, address, token_hint, token_length }: RefusalKind): string =>
  JSON.stringify([device_id, reason, status, message, address, token_hint, token_length])
