/** `broken`: its service refuses it for good. `disabled`: switched off by a person. Only a verified one is used. */
export const CONTACT_STATES = ['pending', 'verified', 'broken', 'disabled'] as const
export type ContactState = (typeof CONTACT_STATES)[number]
