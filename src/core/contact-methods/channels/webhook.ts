import type { NotificationEvent } from '../../webhooks/events/envelope.ts'
import { addressed, formatKind, isFormat } from '../../webhooks/formats/formats.ts'
import { timestampOf } from '../../webhooks/sending/request-headers.ts'
import { sign } from '../../webhooks/sending/signature.ts'
import type { AddressPolicy, Lookup } from '../../webhooks/webhook-address.ts'
import { otherOutcome } from '../outcome-texts.ts'
import type { Channel } from './channel.ts'
import { httpOutcome } from './http-outcome.ts'
import type { PersonalMessage } from './personal-message.ts'
import { openReaderSender } from './reader-sender.ts'

/** Sends to receivers of people, in the formats of webhooks, signed and guarded like these. */
export function webhookChannel(policy: AddressPolicy, resolver?: Lookup): Channel<'webhook'> {
  const sender = openReaderSender(policy, resolver)
  return {
    async send(address, message, now) {
      const { format, options } = address
      const body = isFormat(format) ? formatKind(format).personalBody?.(notificationOf(message)) : undefined
      if (!isFormat(format) || body === undefined) {
        return { verdict: 'failed', detail: otherOutcome(`the format ${format} is not for people`), not_before: null }
      }
      const request = addressed(format, options, { url: address.url, body })
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
