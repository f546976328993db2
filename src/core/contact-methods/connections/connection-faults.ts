import { type Fault, faultOf } from '../../../platform/error-messages/reasons.ts'
import type { SendOutcome } from '../../webhooks/sending/send-webhook.ts'
import type { MailFailure } from '../channels/email/mail-failure.ts'
import type { BotResponse } from '../channels/telegram/bot-api.ts'

/** Fault of a mail server that has not taken a mail. Pure. */
export function faultOfMail({ kind, said }: MailFailure): Fault {
  switch (kind) {
    case 'login':
      return faultOf('mail_login', said === '' ? '535' : said)
    case 'not_trusted':
      return faultOf('mail_not_trusted', said === '' ? 'STARTTLS' : said)
    case 'timeout':
      return faultOf('mail_timeout')
    case 'no_connection':
      return faultOf('mail_no_connection', said)
    case 'login_busy':
    case 'busy':
      return faultOf('mail_busy', said)
    case 'address':
    case 'full':
      return faultOf('mail_address', said)
    case 'relay':
      return faultOf('mail_relay', said)
    default:
      return faultOf('mail_refused', said)
  }
}

/** Fault of a server that has not taken a request; null: it has. Pure. */
export function faultOfSent({ outcome, status }: Pick<SendOutcome, 'outcome' | 'status'>, url: string): Fault | null {
  const { host } = new URL(url)
  switch (outcome) {
    case 'delivered':
      return null
    case 'http_status':
      if (status === 401 || status === 403) return faultOf('http_login', host, status)
      return status === 404 ? faultOf('http_unknown', host) : faultOf('http_status', host, status ?? 0)
    case 'redirect':
      return faultOf('http_redirect', host)
    case 'timeout':
      return faultOf('http_timeout', host)
    case 'dns':
      return faultOf('http_dns', host)
    case 'tls':
      return faultOf('http_tls', host)
    case 'blocked_address':
      return faultOf('http_blocked', host)
    default:
      return faultOf('http_no_connection', host)
  }
}

/** Fault of a bot; null: there is one. Pure. */
export function faultOfBot(response: BotResponse<unknown>): Fault | null {
  if (response.ok) return null
  return response.status === 401 || response.status === 404
    ? faultOf('bot_unknown')
    : faultOf('bot_away', response.description)
}

/** Fault of a known bot whose message a chat has not taken; null: it has. Pure. */
export function faultOfChat(response: BotResponse<unknown>): Fault | null {
  if (response.ok) return null
  return response.status === 400 || response.status === 403
    ? faultOf('chat_refused', response.description)
    : faultOf('bot_away', response.description)
}
