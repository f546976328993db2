import { createTransport, type NodemailerError } from 'nodemailer'
import { secondsAfter } from '../../../../platform/clock.ts'
import { otherOutcome } from '../../outcome-texts.ts'
import type { ChannelOutcome } from '../channel.ts'
import type { SmtpSettings } from './smtp-settings.ts'

const CONNECT_TIMEOUT_MS = 10_000
const GREETING_TIMEOUT_MS = 10_000
const IDLE_TIMEOUT_MS = 30_000
/** Limit for one message, with its wait for a connection of the pool. Its lease has at least half a minute left. */
const SEND_TIMEOUT_MS = 25_000
const CONNECTIONS = 5
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

/** `publicUrl` tells message IDs of one installation from those of another. */
export function openMailer({ from, ...server }: SmtpSettings, publicUrl: string): Mailer {
  const transport = createTransport({ pool: true, maxConnections: CONNECTIONS, ...connectionTo(server) })
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
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
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

/** The three digits, and the enhanced status if there is one. What follows may contain the address. */
const codeIn = (response: string | undefined): string =>
  /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3}))?/.exec(response ?? '')?.[0].replace('-', ' ') ?? 'no code'

function outcomeOf(error: NodemailerError, now: Date): ChannelOutcome {
  const { code, command, response, responseCode = 0, timeoutType } = error
  const said = codeIn(response)
  const end = (verdict: ChannelOutcome['verdict'], text: string): ChannelOutcome => ({
    verdict,
    detail: otherOutcome(text),
    not_before: null,
  })
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    // 454: the server cannot check passwords at the moment.
    if (responseCode >= 400 && responseCode < 500) return end('retry', `the mail server answered ${said} to the login`)
    return end('failed', `the mail server rejected the login of SMTP_URL${response === undefined ? '' : ` (${said})`}`)
  }
  if (code === 'ETLS') return end('failed', 'no trusted connection to the mail server')
  if (code === 'EABORT') return end('retry', 'the mail server took too long')
  if (code === 'ETIMEDOUT') return end('retry', `the mail server did not answer in time (${timeoutType ?? code})`)
  if (responseCode === 0) return failedConnection(error, end)
  if (responseCode < 500) return end('retry', `the mail server answered ${said}`)
  if (command === 'RCPT TO') return refusedAddress(responseCode, said, end, now)
  return end('failed', `the mail server rejected the message (${said})`)
}

type End = (verdict: ChannelOutcome['verdict'], text: string) => ChannelOutcome

/** Nothing came from the server, or nothing of SMTP. */
function failedConnection({ code = '', originalCode }: NodemailerError, end: End): ChannelOutcome {
  if (code === 'EENVELOPE' || code === 'ECONFIG' || code === 'EMESSAGE') return end('failed', `no valid mail (${code})`)
  const isTls = /CERT|^ERR_(TLS|SSL)|^SELF_SIGNED|^UNABLE_TO|^HOSTNAME/.test(originalCode ?? code)
  if (isTls) return end('failed', `no trusted connection to the mail server (${originalCode ?? code})`)
  return end('retry', `no connection to the mail server (${originalCode ?? code})`)
}

/**
 * A refusal of the recipient means that the address is wrong, with two exceptions: a full mailbox (X.2.2), and what the
 * server refuses to everybody, such as relaying (530, X.7.X).
 */
function refusedAddress(responseCode: number, said: string, end: End, now: Date): ChannelOutcome {
  if (responseCode === 552 || said.includes('.2.2')) {
    return { ...end('retry', `the mailbox is full (${said})`), not_before: secondsAfter(now, FULL_MAILBOX_PAUSE_S) }
  }
  if (responseCode === 530 || responseCode === 503 || / 5\.7\./.test(said)) {
    return end('failed', `the mail server does not accept mails for others from here (${said})`)
  }
  return end('broken', `the mail server rejected the address (${said})`)
}
