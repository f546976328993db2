import type { Role } from '../../reach/role.ts'

/** A login of which the provider has said whose it is. Stored while it waits for the person. */
export interface ProviderLogin {
  issuer: string
  /** The identifier of the account with the provider. */
  subject: string
  /** The role that the provider gives; absent: it gives none, and the role stays as it is. */
  role?: Role | null
  /** Whether the provider has asked for a second factor. */
  has_second_factor: boolean
  /** When the person proved to the provider who they are; null if it does not say so. */
  proven_at: string | null
  /** Whether the end of the login links the account of the provider to the person. */
  links: boolean
  /** Encrypted, in base64: names the login at the provider when it ends. */
  id_token: string | null
}

/** The account of a provider with which a session is opened. */
export interface SessionIdentity {
  id: number
  /** When the person proved who they are, if that is known. */
  proven_at: Date | null
  /** Encrypted, in base64. */
  id_token: string | null
}
