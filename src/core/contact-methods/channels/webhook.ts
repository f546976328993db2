import Type from 'typebox'
import { OneOf, PlainText } from '../../../platform/http/schemas/shapes.ts'
import type { Message } from '../../webhooks/formats/event-texts.ts'
import { addressed, CHAT_BODIES, checkFormat } from '../../webhooks/formats/format.ts'
import { filledTemplate } from '../../webhooks/formats/template.ts'
import { timestampOf } from '../../webhooks/sending/request-headers.ts'
import { newWebhookSecret, sign } from '../../webhooks/sending/signature.ts'
import { type AddressPolicy, checkWebhookUrl, type Lookup } from '../../webhooks/webhook-address.ts'
import { otherOutcome } from '../outcome-texts.ts'
import type { Channel } from './channel.ts'
import type { ChannelKind } from './channel-kind.ts'
import { httpOutcome } from './http-outcome.ts'
import type { PersonalMessage } from './personal-message.ts'
import { openReaderSender } from './reader-sender.ts'

/** Formats of webhooks that can hold a message to a person. The others follow the life of alerts and incidents. */
export const PERSONAL_FORMATS = ['envelope', 'slack', 'teams', 'discord', 'ntfy', 'telegram', 'template'] as const
type PersonalFormat = (typeof PERSONAL_FORMATS)[number]

const isPersonalFormat = (format: string): format is PersonalFormat =>
  (PERSONAL_FORMATS as readonly string[]).includes(format)

interface WebhookAddress {
  url: string
  format: string
  options: Record<string, string>
  secret: string
}

type Given = { address: string; format?: PersonalFormat; options?: Record<string, string> }

/** A receiver of the person's own, in one of the formats of webhooks. */
export const webhook: ChannelKind<Given, WebhookAddress> = {
  icon: 'webhook',
  fields: {
    address: {
      schema: PlainText({ minLength: 1, maxLength: 4_096, description: 'the URL' }),
      input: 'url',
      isSecret: true,
      placeholder: 'https://…',
      maxlength: 4_096,
    },
    format: {
      schema: OneOf(PERSONAL_FORMATS, { description: 'the format of the body' }),
      input: 'choice',
      isOptional: true,
      // The form has no place for a template.
      values: PERSONAL_FORMATS.filter((format) => format !== 'template'),
    },
    options: {
      schema: Type.Record(Type.String({ maxLength: 64 }), PlainText({ maxLength: 10_000 }), {
        description: 'options of its format',
      }),
      input: 'options',
      isOptional: true,
      isSecret: true,
      values: ['chat_id'],
      maxlength: 256,
    },
  },
  details: 'full',
  verifiedBy: 'code',
  completes: [],
  async addressOf({ address, format = 'envelope', options = {} }, { policy, resolver }) {
    const url = await checkWebhookUrl(address, policy, resolver, '/address')
    checkFormat(format, url, options)
    return { url, format, options, secret: newWebhookSecret() }
  },
  hintOf: ({ url }) => new URL(url).host,
  // The secret is new each time.
  identityOf: ({ secret: _secret, ...rest }) => rest,
  shownOnce: {
    values: {
      secret: { description: 'with it, requests to a program are signed. Never shown again', as: 'secret' },
    },
    // Chats do not verify signatures.
    of: ({ format, secret }) => (['envelope', 'template'].includes(format) ? { secret } : {}),
  },
  open: ({ policy, resolver }) => webhookChannel(policy, resolver),
}

/** Sends to receivers of people, in the formats of webhooks, signed and guarded like these. */
export function webhookChannel(policy: AddressPolicy, resolver?: Lookup): Channel<WebhookAddress> {
  const sender = openReaderSender(policy, resolver)
  return {
    async send(address, message, now) {
      if (!isPersonalFormat(address.format)) {
        return {
          verdict: 'failed',
          detail: otherOutcome(`the format ${address.format} is not for people`),
          not_before: null,
        }
      }
      const { url, body } = requestOf(address, address.format, message)
      const id = `ntf_${message.id}`
      const timestampS = timestampOf(now)
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Tocsin-Webhooks',
        'webhook-id': id,
        'webhook-timestamp': String(timestampS),
        'webhook-signature': sign(address.secret, id, timestampS, body),
        'x-tocsin-event': 'notification',
      }
      // Chats answer 404 for a webhook that was deleted.
      return httpOutcome(
        await sender.send({ url, headers, body }, message.role),
        'receiver',
        { 404: 'broken', 410: 'broken' },
        now,
      )
    },
    close: () => sender.close(),
  }
}

function requestOf(
  { url, options }: WebhookAddress,
  format: PersonalFormat,
  message: PersonalMessage,
): { url: string; body: string } {
  if (format === 'envelope') return { url, body: JSON.stringify(notificationOf(message)) }
  if (format === 'template') return { url, body: filledTemplate(options.template ?? '""', valuesOf(message)) }
  return addressed(format, options, { url, body: CHAT_BODIES[format](chatMessage(message)) })
}

/** The event `notification`, which only receivers of people get. */
function notificationOf({ id, incident_id, severity, title, text, url, action, quiet, at }: PersonalMessage) {
  const actions = action === null ? null : { url: action.url, may: action.may }
  const data = { notification_id: id, incident_id, severity, title, text, url, action: actions, quiet }
  return { event: 'notification', timestamp: at, data }
}

const toneOf = ({ severity, quiet }: PersonalMessage): Message['tone'] => (quiet ? 'good' : (severity ?? 'info'))

function chatMessage(message: PersonalMessage): Message {
  const { title, text, url, at } = message
  const lines = text === '' ? [] : [{ name: 'Details', value: text.replaceAll('\n', ' · ') }]
  return { title, tone: toneOf(message), facts: [...lines, { name: 'Link', value: url }], at: at.toISOString() }
}

function valuesOf(message: PersonalMessage): Record<string, unknown> {
  const { event, timestamp, data } = notificationOf(message)
  const { title, text, url } = message
  const named = Object.entries(data).map(([name, value]) => [`data.${name}`, value])
  return { event, timestamp, title, text, url, tone: toneOf(message), ...Object.fromEntries(named) }
}
