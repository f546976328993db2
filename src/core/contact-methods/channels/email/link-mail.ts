import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Queryable } from '../../../../platform/database/database.ts'
import { type Language, WORDS } from '../../../../words/words.ts'
import type { ChangeBy } from '../../../audit-log/record-change.ts'
import type { Link } from '../../../people/credentials/one-time-codes.ts'
import { linkAddress } from '../../../people/invite-user.ts'
import { DEFAULT_PREFERENCES, type Preferences } from '../../../people/preferences/preferences.ts'
import { isEmailAddress } from '../../../settings/connections/email-address.ts'
import type { SmtpSettings } from '../../../settings/connections/smtp-settings.ts'
import { outcomeText } from '../../outcome-texts.ts'
import { type MailContent, mailHtml, mailText } from './mail-body.ts'
import { type Mail, openMailer } from './mailer.ts'

/** A page waits this long for the mail server. */
const WAIT_MS = 10_000

/** Mails a link to its person, in addition to whoever made it (`by`); returns whether the mail server has accepted it. */
export type MailLink = (
  user: { id: number; email: string },
  link: Link,
  by: Pick<ChangeBy, 'actor'>,
) => Promise<boolean>

interface LinkMailerOptions {
  db: Queryable
  /** Null: mails are not set up, or turned off. */
  server: () => SmtpSettings | null
  publicUrl: () => string
  now: () => Date
  onError: (error: unknown) => void
}

/** Sends invitations, and links for a new password, to the addresses of accounts. A failure is reported, not thrown. */
export function linkMailer({ db, server: current, publicUrl, now, onError }: LinkMailerOptions): MailLink {
  return async ({ id, email }, link, { actor }) => {
    const server = current()
    // Accounts may have addresses to which no mail can be sent.
    if (server === null || !isEmailAddress(email)) return false
    const [row] = await db.query<{ preferences: Partial<Preferences>; by: string | null; zone: string | null }>(sql`
      select u.preferences, maker.name as by, maker.preferences ->> 'zone' as zone
      from users as u
      left join users as maker on maker.id = ${actor?.id ?? null}
      where u.id = ${id}`)
    const preferences = { ...DEFAULT_PREFERENCES, ...row?.preferences }
    // Somebody new has no zone yet, but mostly is near whoever invites.
    const reader = { ...preferences, zone: preferences.zone ?? row?.zone ?? 'UTC' }
    // These mails are so rare that they share no connections with notifications.
    const mailer = openMailer(server, publicUrl())
    const sending = mailer
      .send(linkMail(email, reader, link, row?.by ?? null, publicUrl(), now()), now())
      .then(
        ({ verdict, detail }) => {
          if (verdict !== 'accepted') onError(new Error(outcomeText(detail)))
          return verdict === 'accepted'
        },
        (error: unknown) => {
          onError(error)
          return false
        },
      )
      .finally(() => mailer.close())
    const patience = new AbortController()
    const waited = sleep(WAIT_MS, false, { signal: patience.signal }).catch(() => false)
    return Promise.race([sending, waited]).finally(() => patience.abort())
  }
}

function linkMail(
  email: string,
  { language, zone }: { language: Language; zone: string },
  link: Link,
  by: string | null,
  publicUrl: string,
  now: Date,
): Mail {
  const { mails, language: own } = WORDS[language]
  const texts = mails[link.purpose]
  const until = new Intl.DateTimeFormat(own.locale, {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZone: zone,
    timeZoneName: 'short',
  }).format(link.expires_at)
  const content: MailContent = {
    language,
    title: texts.title,
    block: null,
    lines: [texts.line(publicUrl, by), texts.until(until)],
    links: [{ label: texts.label, url: linkAddress(publicUrl, link) }],
    foot: texts.foot,
  }
  return {
    to: email,
    subject: texts.title,
    text: mailText(content),
    html: mailHtml(content),
    id: `link-${randomUUID()}`,
    thread: null,
    urgent: false,
    date: now,
  }
}
