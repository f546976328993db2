import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { cleanUp, type Scope } from './cleanup.ts'

export interface ReceivedMail {
  /** As RCPT had it. */
  to: string[]
  from: string
  mail: ParsedMail
  isEncrypted: boolean
  user: string | null
}

export interface MailServer {
  /** For SMTP_URL. */
  url: string
  port: number
  mails: ReceivedMail[]
  /** Answer to a command from now on, such as `550 5.1.1 No such user`. */
  answers: { mailFrom?: string; rcptTo?: string; data?: string }
}

/** A mail server on loopback. Without `options` it takes everything, with a certificate for STARTTLS that nobody trusts. */
export async function startMailServer(t: Scope, options: SMTPServerOptions = {}): Promise<MailServer> {
  const server: MailServer = { url: '', port: 0, mails: [], answers: {} }
  const refusal = (answer: string | undefined): Error | null => {
    if (answer === undefined) return null
    return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })
  }
  const smtp = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: true,
    closeTimeout: 100,
    // Also silences its warning that its certificate is everybody's.
    logger: false,
    onMailFrom: (_address, _session, callback) => callback(refusal(server.answers.mailFrom)),
    onRcptTo: (_address, _session, callback) => callback(refusal(server.answers.rcptTo)),
    onData(stream, session, callback) {
      void simpleParser(stream).then((mail) => {
        const refused = refusal(server.answers.data)
        const { mailFrom, rcptTo } = session.envelope
        if (refused === null) {
          server.mails.push({
            to: rcptTo.map(({ address }) => address),
            from: mailFrom === false ? '' : mailFrom.address,
            mail,
            isEncrypted: session.secure,
            user: typeof session.user === 'string' ? session.user : null,
          })
        }
        callback(refused)
      }, callback)
    },
    ...options,
  })
  // Clients that do not trust its certificate break off.
  smtp.on('error', () => undefined)
  await new Promise<void>((listening) => smtp.listen(0, '127.0.0.1', listening))
  cleanUp(t, () => new Promise<void>((closed) => smtp.close(closed)))
  server.port = (smtp.server.address() as AddressInfo).port
  server.url = `smtp://127.0.0.1:${server.port}`
  return server
}
