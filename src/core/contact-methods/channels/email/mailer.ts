import { createTransport, type NodemailerError } from 'nodemailer'
import { secondsAfter } from '../../../../platform/clock.ts'
import type { SmtpSettings } from '../../../settings/connections/smtp-settings.ts'
import { otherOutcome } from '../../outcome-texts.ts'
import type { ChannelOutcome } from '../channel.ts'
import { codeIn, type MailFailure, mailFailureOf, mailFailureText } from './mail-failure.ts'

const CONNECT_TIMEOUT_MS = 10_000
const GREETING_TIMEOUT_MS = 10_000
const IDLE_TIMEOUT_MS = 30_000
/** Limit for one message, with its wait for a connection of the pool. Its lease has at least half a minute left. */
const SEND_TIMEOUT_MS = 25_000
const CONNECTIONS = 5
/** Keeps mailboxes from answering. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
/** A full mailbox is not emptied within seconds. */
const FULL_MAILBOX_PAUSE_S = 60

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** Part of the message ID before the @: the same for each attempt. */
  id: string
  /** Part of the ID before the @ that all mails of one conversation refer to; null: a mail of its own. */
  thread: string | null
  urgent: boolean
  date: Date
  /** Beside those of all mails. */
  headers?: Record<string, string>
}

/** Sends mails by the mail server of the installation. Failures of the network or the server do not throw. */
export interface Mailer {
  send(mail: Mail, now: Date): Promise<ChannelOutcome>
  close(): void
}

/** How to connect to a mail server. Pure. */
const connectionTo = (server: Omit<SmtpSettings, 'from'>) => ({
  host: server.host,
  port: server.port,
  secure: server.secure,
  requireTLS: server.requireTls,
  // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED could turn it off. A server that may do without TLS may also have
  // a certificate of its own making, as most have on the same machine.
  tls: { rejectUnauthorized: server.secure || server.requireTls },
  opportunisticTLS: !server.secure && !server.requireTls,
  ...(server.auth === null ? {} : { auth: server.auth }),
  connectionTimeout: CONNECT_TIMEOUT_MS,
  greetingTimeout: GREETING_TIMEOUT_MS,
  socketTimeout: IDLE_TIMEOUT_MS,
  dnsTimeout: CONNECT_TIMEOUT_MS,
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Logs in to a mail server, and sends nothing. Returns what is wrong; null: it can be used. */
export async function checkMailServer(server: SmtpSettings): Promise<string | null> {
  const transport = createTransport(connectionTo(server))
  try {
    await transport.verify()
    return null
  } catch (error) {
    return (error as Error).message
  } finally {
    transport.close()
  }
}

/** Sends one mail on a connection of its own. Returns the failure; null: the server has taken it. Does not throw. */
export async function tryMail(
  { from, ...server }: SmtpSettings,
  mail: Pick<Mail, 'to' | 'subject' | 'text'>,
  timeoutMs: number,
): Promise<MailFailure | null> {
  const transport = createTransport(connectionTo(server))
  const { to, subject, text } = mail
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    await transport.sendMail({ from, to: { name: '', address: to }, subject, text, headers: AUTOMATIC, signal })
    return null
  } catch (error) {
    return mailFailureOf(error as NodemailerError)
  } finally {
    transport.close()
  }
}

/** `publicUrl` tells message IDs of one installation from those of another. */
export function openMailer({ from, ...server }: SmtpSettings, publicUrl: string, connections = CONNECTIONS): Mailer {
  const transport = createTransport({ pool: true, maxConnections: connections, ...connectionTo(server) })
  const host = new URL(publicUrl).hostname.replace(/[^a-z0-9.-]/g, '') || 'localhost'
  const idOf = (local: string) => `<${local}.tocsin@${host}>`
  return {
    async send(mail, now) {
      try {
        const { response } = await transport.sendMail({
          from,
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          date: mail.date,
          messageId: idOf(mail.id),
          ...(mail.thread === null ? {} : { references: idOf(mail.thread), inReplyTo: idOf(mail.thread) }),
          ...(mail.urgent ? { priority: 'high' } : {}),
          headers: { ...AUTOMATIC, ...mail.headers },
          signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
        })
        return {
          verdict: 'accepted',
          detail: { code: 'accepted', by: 'mail', status: codeIn(response) },
          not_before: null,
        }
      } catch (error) {
        return outcomeOf(error as NodemailerError, now)
      }
    },
    close: () => transport.close({ force: true }),
  }
}

/** The failures after which a mail may still be taken. */
const PASSING = new Set<MailFailure['kind']>(['login_busy', 'timeout', 'no_connection', 'busy', 'full'])

function outcomeOf(error: NodemailerError, now: Date): ChannelOutcome {
  const failure = mailFailureOf(error)
  const { kind } = failure
  return {
    verdict: kind === 'address' ? 'broken' : PASSING.has(kind) ? 'retry' : 'failed',
    detail: otherOutcome(mailFailureText(failure)),
    not_before: kind === 'full' ? secondsAfter(now, FULL_MAILBOX_PAUSE_S) : null,
  }
}
