/** Ways to reach a person. `webhook` is a receiver of the person's own, in one of the formats of webhooks. */
export const CONTACT_KINDS = ['push', 'email', 'ntfy', 'telegram', 'webhook'] as const
export type ContactKind = (typeof CONTACT_KINDS)[number]

/** `broken`: its service refuses it for good. `disabled`: switched off by a person. Only a verified one is used. */
export const CONTACT_STATES = ['pending', 'verified', 'broken', 'disabled'] as const
export type ContactState = (typeof CONTACT_STATES)[number]

/** `minimal`: severity and a link, without names or values. */
export const DETAILS = ['full', 'minimal'] as const
export type Details = (typeof DETAILS)[number]

export interface ContactMethod {
  id: number
  kind: ContactKind
  label: string
  state: ContactState
  /** By what its owner recognizes the address; never enough to send to it. */
  address_hint: string
  details: Details
  /** Why it is broken or disabled. */
  reason: string | null
  created_at: Date
  verified_at: Date | null
  last_ok_at: Date | null
}

/** The address of each kind, which is stored encrypted: everything that is needed to send. */
export interface ContactAddresses {
  push: { endpoint: string; keys: { p256dh: string; auth: string } }
  email: { address: string }
  ntfy: { server: string; topic: string }
  telegram: { chat_id: string }
  webhook: { url: string; format: string; options: Record<string, string>; secret: string }
}
