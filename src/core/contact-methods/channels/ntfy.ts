import { randomBytes } from 'node:crypto'
import { PlainText } from '../../../platform/http/schemas/shapes.ts'
import { WORDS } from '../../../words/words.ts'
import { isNtfyToken, type NtfySettings, PUBLIC_NTFY, webOrigin } from '../../settings/connections/connection.ts'
import { cut } from '../../webhooks/formats/event-texts.ts'
import { openTrustedSender } from '../../webhooks/sending/send-webhook.ts'
import { type AddressPolicy, checkWebhookUrl, type Lookup } from '../../webhooks/webhook-address.ts'
import type { Channel } from './channel.ts'
import type { ChannelKind } from './channel-kind.ts'
import { openGuardedSender } from './guarded-sender.ts'
import { httpOutcome } from './http-outcome.ts'
import type { PersonalMessage } from './personal-message.ts'

/** ntfy makes an attachment of a longer message: 4,096 bytes, and a UTF-16 unit has up to three. */
const MESSAGE_CHARACTERS = 1_300
const TITLE_CHARACTERS = 250
const TAGS = { critical: ['rotating_light'], warning: ['warning'], info: [] }
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

interface NtfyAddress {
  server: string
  topic: string
}

export const ntfy: ChannelKind<{ server?: string }, NtfyAddress, NtfySettings> = {
  icon: 'radio',
  fields: {
    server: {
      schema: PlainText({ minLength: 1, maxLength: 2_048, description: 'another server' }),
      input: 'url',
      isOptional: true,
      fallback: ({ url }) => url,
      placeholder: 'https://…',
      maxlength: 2_048,
    },
  },
  details: 'minimal',
  verifiedBy: 'code_on_request',
  completes: ['message', 'phone'],
  readSettings(text, faults) {
    const [given, token] = [text('NTFY_URL'), text('NTFY_TOKEN')]
    const url = webOrigin(given ?? PUBLIC_NTFY)
    const wanted = 'a URL such as https://ntfy.example.org, without a user or a path'
    if (url === null) faults.push(`NTFY_URL must be ${wanted}, not its current value`)
    if (token !== null && !isNtfyToken(token)) faults.push('NTFY_TOKEN must be an access token of ntfy')
    return { url: url ?? PUBLIC_NTFY, token, isOwn: given !== null }
  },
  async addressOf({ server }, { settings, policy, resolver }) {
    const url = server === undefined ? null : await checkWebhookUrl(server, policy, resolver, '/server')
    return { server: url === null ? settings.url : new URL(url).origin, topic: newTopic() }
  },
  hintOf: ({ server }) => new URL(server).host,
  shownOnce: {
    values: {
      server: { description: 'the server of the topic', as: 'link' },
      topic: { description: 'the topic to subscribe to. Never shown again', as: 'secret' },
    },
    of: ({ server, topic }) => ({ server, topic }),
    qr: ({ server, topic }) => `${server}/${topic}`,
  },
  open: ({ settings, policy, resolver }) => ntfyChannel({ ...settings, policy, resolver }),
}

export interface NtfyChannelOptions extends NtfySettings {
  /** For servers that people have chosen. */
  policy: AddressPolicy
  resolver?: Lookup | undefined
}

/** A topic that nobody guesses: whoever knows it can read along, and write. */
export const newTopic = (): string =>
  `tocsin-${Array.from(randomBytes(32), (byte) => BASE32[byte % BASE32.length]).join('')}`

/** Sends by ntfy servers: that of the installation, and those of people, which are guarded like webhooks. */
export function ntfyChannel({ url, token, isOwn, policy, resolver }: NtfyChannelOptions): Channel<NtfyAddress> {
  const guarded = openGuardedSender(policy, resolver)
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
export function ntfyMessage(topic: string, message: PersonalMessage): string {
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
  return [...posts, { action: 'view', label: WORDS[language].messages.openPage, url }].slice(0, 3)
}
