import type { TSchema } from 'typebox'
import type { AddressPolicy, Lookup } from '../../webhooks/webhook-address.ts'
import type { Channel } from './channel.ts'
import type { PushKeys } from './push/vapid.ts'

/** `minimal`: severity and a link, without names or values. */
export const DETAILS = ['full', 'minimal'] as const
export type Details = (typeof DETAILS)[number]

/**
 * How a method becomes verified, and what that needs.
 * - code: by a code, which is sent at once.
 * - code_on_request: by a code, once its owner is ready to receive it.
 * - chat: by a chat that its owner begins with a link. Its address is a ChatAddress, and its channel has a `chat`.
 * - browser: by the first message that is accepted, since nobody can subscribe a browser for somebody else. A browser
 *   confirms its address again and again, and belongs to whoever added it last.
 */
export type VerifiedBy = 'code' | 'code_on_request' | 'chat' | 'browser'

/** A value that people enter. Its label and hint are words, found by the names of kind and field. */
export interface ChannelField<Settings = unknown> {
  /** The shape that the API takes, with its description there. Kinds may share a field by its name; it then has the schema of the first one. */
  schema: TSchema
  /**
   * How the page asks for it. choice: one of `values`. options: a text for each of `values`, folded away; the API takes
   * them as one object. browser: a button that subscribes this browser, in the list of kinds.
   */
  input: 'text' | 'tel' | 'email' | 'url' | 'choice' | 'options' | 'browser'
  /** The first one of a choice is chosen. */
  values?: readonly string[]
  isOptional?: true
  /** The value that is used if it is empty, for its hint. */
  fallback?(settings: Settings): string
  /** May contain a key, so no draft of it is kept in the browser. */
  isSecret?: true
  maxlength?: number
  placeholder?: string
  autocomplete?: string
}

/** Values of a new address that its owner needs, and that are never shown again. */
interface ShownOnce<Address = unknown> {
  /** The description of each in the API, and how the page shows it; their labels are words. */
  values: Readonly<Record<string, { description: string; as: 'link' | 'secret' }>>
  /** Those of this address. */
  of(address: Address): Record<string, string>
  /** The value that the page also shows as a QR code. */
  qr?(address: Address): string
}

/** The parts of a node that each channel gets. */
export interface ChannelNode<Settings = unknown> {
  settings: Settings
  publicUrl: string
  /** For addresses that people choose. */
  policy: AddressPolicy
  resolver?: Lookup | undefined
  /** Null: they were encrypted with another key of the installation. */
  pushKeys: PushKeys | null
  /** The server of Telegram's Bot API; the real one by default. */
  telegramUrl?: string | undefined
}

/** The parts with which a new address is checked. The policy is that of its owner. */
type AddressChecks<Settings = unknown> = Pick<ChannelNode<Settings>, 'settings' | 'policy' | 'resolver'>

/** A result of `tocsin doctor`. Null says that it works. */
interface ChannelCheck {
  about: string
  says: string
  /** Says what to do about a fault. Null: it works. */
  advice: string | null
}

/** A way to reach people: all that its readers need to know. `Given` are its fields, as the API takes them. */
export interface ChannelKind<Given extends object = Record<string, unknown>, Address = unknown, Settings = unknown> {
  /** Name of an icon of the console. */
  icon: string
  fields: { readonly [Name in keyof Given]-?: ChannelField<Settings> }
  /** How much messages say by default. On servers of others, names and values are only shown if their reader asks for it. */
  details: Details
  verifiedBy: VerifiedBy
  /** Steps of setting up the installation that a method which works completes. */
  completes: readonly ('message' | 'phone')[]
  /** Reads its settings of the environment, and adds a fault for each mistake. Secrets are never quoted. */
  readSettings?(text: (name: string) => string | null, faults: string[]): Settings
  /** Everything that is needed to send, as it is stored encrypted. Throws 400. Fields that are not optional are given. */
  addressOf(given: Given, checks: AddressChecks<Settings>): Address | Promise<Address>
  /** By what a person recognizes an address, without telling it. Pure. */
  hintOf(address: Address): string
  /** The part of an address by which two are the same; all of it if absent. Pure. */
  identityOf?(address: Address): object
  shownOnce?: ShownOnce<Address>
  /** Null: this installation does not offer it. */
  open(node: ChannelNode<Settings>): Channel<Address> | null
  /** Whether its service can be used; sends nothing. Null: it is not set up. */
  check?(node: Pick<ChannelNode<Settings>, 'settings' | 'telegramUrl'>): Promise<ChannelCheck | null>
}
