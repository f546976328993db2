import { randomBytes } from 'node:crypto'
import type { Language } from '../../../words/words.ts'
import { cut } from '../../webhooks/formats/event-texts.ts'
import { openTrustedSender } from '../../webhooks/sending/send-webhook.ts'
import type { AddressPolicy, Lookup } from '../../webhooks/webhook-address.ts'
import type { ContactAddresses } from '../contact-method.ts'
import type { Channel } from './channel.ts'
import { httpOutcome } from './http-outcome.ts'
import type { PersonalMessage } from './personal-message.ts'
import { openReaderSender } from './reader-sender.ts'

/** ntfy makes an attachment of a longer message: 4,096 bytes, and a UTF-16 unit has up to three. */
const MESSAGE_CHARACTERS = 1_300
const TITLE_CHARACTERS = 250
const TAGS = { critical: ['rotating_light'], warning: ['warning'], info: [] }
const OPEN: Record<Language, string> = { en: 'Open', de: 'Öffnen' }
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

export interface NtfyChannelOptions {
  /** Server of the installation, as `URL.origin` spells it. */
  url: string
  /** Sent to that server only. */
  token: string | null
  /** Whether the environment chose that server, so that it may be anywhere. */
  isOwn: boolean
  /** For servers that people have chosen. */
  policy: AddressPolicy
  resolver?: Lookup | undefined
}

/** A topic that nobody guesses: whoever knows it can read along, and write. */
export const newTopic = (): string =>
  `tocsin-${Array.from(randomBytes(32), (byte) => BASE32[byte % BASE32.length]).join('')}`

/** Sends by ntfy servers: that of the installation, and those of people, which are guarded like webhooks. */
export function ntfyChannel({ url, token, isOwn, policy, resolver }: NtfyChannelOptions): Channel<'ntfy'> {
  const guarded = openReaderSender(policy, resolver)
  const trusted = openTrustedSender(resolver)
  return {
    async send({ server, topic }, message, now) {
      const isOurs = new URL(server).origin === url
      const request = {
        url: `${server}/`,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Tocsin',
          ...(isOurs && token !== null ? { authorization: `Bearer ${token}` } : {}),
        },
        body: ntfyMessage(topic, message),
      }
      const sent = await (isOurs && isOwn ? trusted.send(request) : guarded.send(request, message.role))
      // On the server of the installation, a refusal is about its token or its rules, not about one topic.
      const refused = isOurs ? 'failed' : 'broken'
      return httpOutcome(sent, 'ntfy', { 401: refused, 403: refused }, now)
    },
    close() {
      guarded.close()
      trusted.close()
    },
  }
}

/** The message as JSON for the root of a server. Pure. */
export function ntfyMessage(topic: ContactAddresses['ntfy']['topic'], message: PersonalMessage): string {
  const { title, text, severity, quiet, url } = message
  return JSON.stringify({
    topic,
    // Without a message, ntfy shows "triggered".
    ...(text === ''
      ? { message: cut(title, MESSAGE_CHARACTERS) }
      : { title: cut(title, TITLE_CHARACTERS), message: cut(text, MESSAGE_CHARACTERS) }),
    priority: priorityOf(message),
    tags: quiet || severity === null ? [] : TAGS[severity],
    click: url,
    actions: actionsOf(message),
  })
}

/** From 1 to 5: 2 makes no sound, 5 rings on. */
function priorityOf({ severity, quiet }: PersonalMessage): number {
  if (quiet) return 2
  return severity === 'critical' ? 5 : severity === 'warning' ? 4 : 3
}

/** At most three, as ntfy takes. A button sends its request from the phone and then clears the message. */
function actionsOf({ action, language, url }: PersonalMessage): object[] {
  if (action === null) return []
  const posts = action.may.map((may) => ({
    action: 'http',
    label: action.labels[may],
    url: action.url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: may }),
    clear: true,
  }))
  return [...posts, { action: 'view', label: OPEN[language], url }].slice(0, 3)
}
