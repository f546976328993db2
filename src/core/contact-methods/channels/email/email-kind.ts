import { invalidField } from '../../../../platform/errors.ts'
import { PlainText } from '../../../../platform/http/schemas/shapes.ts'
import { isEmailAddress } from '../../../settings/connections/email-address.ts'
import { parseSender, parseSmtpUrl, type SmtpSettings } from '../../../settings/connections/smtp-settings.ts'
import type { ChannelKind } from '../channel-kind.ts'
import { emailChannel } from './email-channel.ts'
import { checkMailServer, openMailer } from './mailer.ts'

export const email: ChannelKind<{ address: string }, { address: string }, SmtpSettings | null> = {
  icon: 'mail',
  fields: {
    address: {
      schema: PlainText({ minLength: 1, maxLength: 4_096, description: 'the address' }),
      input: 'email',
      autocomplete: 'email',
      maxlength: 254,
    },
  },
  details: 'full',
  verifiedBy: 'code',
  completes: ['message'],
  readSettings: (text, faults) => readServer(text('SMTP_URL'), text('SMTP_FROM'), faults),
  addressOf(given) {
    const address = given.address.trim()
    if (!isEmailAddress(address)) throw invalidField('/address', 'no_email')
    return { address }
  },
  hintOf({ address }) {
    const [local = '', domain = ''] = address.split('@')
    return `${local.slice(0, Math.min(2, local.length - 1))}…@${domain}`
  },
  // Mail servers do not tell capital letters from small ones.
  identityOf: ({ address }) => ({ address: address.toLowerCase() }),
  open: ({ settings, publicUrl }) =>
    settings === null ? null : emailChannel(openMailer(settings, publicUrl), publicUrl),
  async check({ settings }) {
    if (settings === null) return null
    const about = 'mail server'
    const fault = await checkMailServer(settings)
    if (fault === null) return { about, says: `${settings.host} accepts the login`, advice: null }
    const advice = 'Check its host, port, user and password in the console, under Settings, or SMTP_URL'
    return { about, says: `${settings.host}: ${fault}`, advice }
  },
}

function readServer(url: string | null, from: string | null, faults: string[]): SmtpSettings | null {
  if ((url === null) !== (from === null)) faults.push('SMTP_URL and SMTP_FROM must be set together')
  const server = url === null ? null : parseSmtpUrl(url)
  const sender = from === null ? null : parseSender(from)
  if (url !== null && server === null) {
    faults.push('SMTP_URL must be a URL such as smtps://user:password@mail.example.org, not its current value')
  }
  if (from !== null && sender === null) {
    faults.push(`SMTP_FROM must be an address such as Tocsin <alerts@example.org>, not ${JSON.stringify(from)}`)
  }
  return server === null || sender === null ? null : { ...server, from: sender }
}
