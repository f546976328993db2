import type { Details } from './channels/channel-kind.ts'
import type { ContactKind } from './channels/channels.ts'

/** `broken`: its service refuses it for good. `disabled`: switched off by a person. Only a verified one is used. */
export const CONTACT_STATES = ['pending', 'verified', 'broken', 'disabled'] as const
export type ContactState = (typeof CONTACT_STATES)[number]

/** A way to reach a person. */
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
