import type { ChannelSettings } from '../../settings/connections/connection.ts'
import type { Channel } from './channel.ts'
import type { ChannelKind, ChannelNode } from './channel-kind.ts'
import { email } from './email/email-kind.ts'
import { ntfy } from './ntfy.ts'
import { push } from './push/push-kind.ts'
import { telegram } from './telegram/telegram-kind.ts'
import { webhook } from './webhook.ts'

/** The ways to reach a person, in the order in which they are offered. */
export const CHANNELS = { push, email, ntfy, telegram, webhook }

export type ContactKind = keyof typeof CHANNELS
export const CONTACT_KINDS = Object.keys(CHANNELS) as ContactKind[]

/** For readers, which do not know what is special about a kind. */
export const channelKind = (kind: ContactKind): ChannelKind => CHANNELS[kind]

/** The channels of a node. Null: this installation does not offer it. */
export type Channels = Record<ContactKind, Channel | null>

const ofEach = <Value>(value: (kind: ContactKind) => Value) =>
  Object.fromEntries(CONTACT_KINDS.map((kind) => [kind, value(kind)])) as Record<ContactKind, Value>

/** Reads the settings of all kinds from the environment. */
export const readChannelSettings = (text: (name: string) => string | null, faults: string[]) =>
  ofEach((kind) => channelKind(kind).readSettings?.(text, faults)) as unknown as ChannelSettings

export const openChannels = (node: Omit<ChannelNode, 'settings'>, settings: ChannelSettings): Channels =>
  ofEach((kind) => channelKind(kind).open({ ...node, settings: settings[kind] }))
