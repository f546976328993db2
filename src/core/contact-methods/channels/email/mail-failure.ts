import type { NodemailerError } from 'nodemailer'

/** Why a mail was not taken. `said`: the code of the server, or of the network. */
export interface MailFailure {
  kind: keyof typeof TEXTS
  said: string
}

const TEXTS = {
  login: (said: string) => `the mail server rejected the login${said === '' ? '' : ` (${said})`}`,
  /** The server cannot check passwords at the moment. */
  login_busy: (said: string) => `the mail server answered ${said} to the login`,
  not_trusted: (said: string) => `no trusted connection to the mail server${said === '' ? '' : ` (${said})`}`,
  timeout: (said: string) =>
    said === '' ? 'the mail server took too long' : `the mail server did not answer in time (${said})`,
  no_connection: (said: string) => `no connection to the mail server (${said})`,
  invalid: (said: string) => `no valid mail (${said})`,
  busy: (said: string) => `the mail server answered ${said}`,
  full: (said: string) => `the mailbox is full (${said})`,
  relay: (said: string) => `the mail server does not accept mails for others from here (${said})`,
  address: (said: string) => `the mail server rejected the address (${said})`,
  refused: (said: string) => `the mail server rejected the message (${said})`,
}

/** Pure. */
export const mailFailureText = ({ kind, said }: MailFailure): string => TEXTS[kind](said)

/** The three digits, and the enhanced status if there is one. What follows may contain the address. Pure. */
export const codeIn = (response: string | undefined): string =>
  /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3}))?/.exec(response ?? '')?.[0].replace('-', ' ') ?? 'no code'

/** Pure. */
export function mailFailureOf(error: NodemailerError): MailFailure {
  const { code, command, response, responseCode = 0, timeoutType } = error
  const said = codeIn(response)
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    if (responseCode >= 400 && responseCode < 500) return { kind: 'login_busy', said }
    return { kind: 'login', said: response === undefined ? '' : said }
  }
  if (code === 'ETLS') return { kind: 'not_trusted', said: '' }
  if (code === 'EABORT') return { kind: 'timeout', said: '' }
  if (code === 'ETIMEDOUT') return { kind: 'timeout', said: timeoutType ?? code }
  if (responseCode === 0) return failedConnection(error)
  if (responseCode < 500) return { kind: 'busy', said }
  return { kind: command === 'RCPT TO' ? refusedAddress(responseCode, said) : 'refused', said }
}

/** Nothing came from the server, or nothing of SMTP. */
function failedConnection({ code = '', originalCode }: NodemailerError): MailFailure {
  if (code === 'EENVELOPE' || code === 'ECONFIG' || code === 'EMESSAGE') return { kind: 'invalid', said: code }
  const said = originalCode ?? code
  const isTls = /CERT|^ERR_(TLS|SSL)|^SELF_SIGNED|^UNABLE_TO|^HOSTNAME/.test(said)
  return { kind: isTls ? 'not_trusted' : 'no_connection', said }
}

/**
 * A refusal of the recipient means that the address is wrong, with two exceptions: a full mailbox (X.2.2), and what the
 * server refuses to everybody, such as relaying (530, X.7.X).
 */
function refusedAddress(responseCode: number, said: string): MailFailure['kind'] {
  if (responseCode === 552 || said.includes('.2.2')) return 'full'
  return responseCode === 530 || responseCode === 503 || / 5\.7\./.test(said) ? 'relay' : 'address'
}
