import type { Message } from '../../webhooks/formats/event-texts.ts'
import { addressed, CHAT_BODIES } from '../../webhooks/formats/format.ts'
import { filledTemplate } from '../../webhooks/formats/template.ts'
import { timestampOf } from '../../webhooks/sending/request-headers.ts'
import { sign } from '../../webhooks/sending/signature.ts'
import type { AddressPolicy, Lookup } from '../../webhooks/webhook-address.ts'
import type { ContactAddresses } from '../contact-method.ts'
import { otherOutcome } from '../outcome-texts.ts'
import type { Channel } from './channel.ts'
import { httpOutcome } from './http-outcome.ts'
import type { PersonalMessage } from './personal-message.ts'
import { openReaderSender } from './reader-sender.ts'

/** Formats of webhooks that can hold a message to a person. The others follow the life of alerts and incidents. */
export const PERSONAL_FORMATS = ['envelope', 'slack', 'teams', 'discord', 'ntfy', 'telegram', 'template'] as const
export type PersonalFormat = (typeof PERSONAL_FORMATS)[number]

export const isPersonalFormat = (format: string): format is PersonalFormat =>
  (PERSONAL_FORMATS as readonly string[]).includes(format)

/** Sends to receivers of people, in the formats of webhooks, signed and guarded like these. */
export function webhookChannel(policy: AddressPolicy, resolver?: Lookup): Channel<'webhook'> {
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
  { url, options }: ContactAddresses['webhook'],
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
