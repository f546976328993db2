import Type from 'typebox'
import { OneOf, PlainText } from '../../../platform/http/schemas/shapes.ts'
import type { NotificationEvent } from '../../webhooks/events/envelope.ts'
import {
  checkFormat,
  type Format,
  formatKind,
  isFormat,
  optionsOf,
  PERSONAL_FORMATS,
  withAddress,
} from '../../webhooks/formats/formats.ts'
import { timestampOf } from '../../webhooks/sending/request-headers.ts'
import { newWebhookSecret, sign } from '../../webhooks/sending/signature.ts'
import { type AddressPolicy, checkWebhookUrl, type Lookup } from '../../webhooks/webhook-address.ts'
import { otherOutcome } from '../outcome-texts.ts'
import type { Channel } from './channel.ts'
import type { ChannelKind } from './channel-kind.ts'
import { openGuardedSender } from './guarded-sender.ts'
import { httpOutcome } from './http-outcome.ts'
import type { PersonalMessage } from './personal-message.ts'

/** The form has no place for a long option, such as a template. */
const FORM_FORMATS = PERSONAL_FORMATS.filter((format) => optionsOf(format).every(([, { isLong }]) => isLong !== true))

interface WebhookAddress {
  url: string
  format: string
  options: Record<string, string>
  secret: string
}

type Given = { address: string; format?: Format; options?: Record<string, string> }

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
      values: FORM_FORMATS,
    },
    options: {
      schema: Type.Record(Type.String({ maxLength: 64 }), PlainText({ maxLength: 10_000 }), {
        description: 'options of its format',
      }),
      input: 'options',
      isOptional: true,
      isSecret: true,
      values: FORM_FORMATS.flatMap((format) => optionsOf(format).map(([name]) => name)),
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
    of: ({ format, secret }) => (formatKind(format).isForPeople ? {} : { secret }),
  },
  open: ({ policy, resolver }) => webhookChannel(policy, resolver),
}

/** Sends to receivers of people, in the formats of webhooks, signed and guarded like these. */
export function webhookChannel(policy: AddressPolicy, resolver?: Lookup): Channel<WebhookAddress> {
  const sender = openGuardedSender(policy, resolver)
  return {
    async send(address, message, now) {
      const { format, options } = address
      const body = isFormat(format) ? formatKind(format).personalBody?.(notificationOf(message)) : undefined
      if (!isFormat(format) || body === undefined) {
        return { verdict: 'failed', detail: otherOutcome(`the format ${format} is not for people`), not_before: null }
      }
      const request = withAddress(format, options, { url: address.url, body })
      const id = `ntf_${message.id}`
      const timestampS = timestampOf(now)
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Tocsin-Webhooks',
        'webhook-id': id,
        'webhook-timestamp': String(timestampS),
        'webhook-signature': sign(address.secret, id, timestampS, request.body),
        'x-tocsin-event': 'notification',
      }
      // Chats answer 404 for a webhook that was deleted.
      return httpOutcome(
        await sender.send({ ...request, headers }, message.role),
        'receiver',
        { 404: 'broken', 410: 'broken' },
        now,
      )
    },
    close: () => sender.close(),
  }
}

/** The event `notification`, which only receivers of people get. */
function notificationOf(message: PersonalMessage): NotificationEvent {
  const { id, incident_id, severity, title, text, url, quiet, at } = message
  const action = message.action === null ? null : { url: message.action.url, may: message.action.may }
  const data = { notification_id: id, incident_id, severity, title, text, url, action, quiet }
  return { event: 'notification', timestamp: at.toISOString(), data }
}
