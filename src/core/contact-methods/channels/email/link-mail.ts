import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Queryable } from '../../../../platform/database/database.ts'
import type { Language } from '../../../../words/words.ts'
import type { Link } from '../../../people/credentials/one-time-codes.ts'
import { linkAddress } from '../../../people/invite-user.ts'
import { DEFAULT_PREFERENCES, type Preferences } from '../../../people/preferences/preferences.ts'
import { isEmailAddress } from '../../../settings/connections/email-address.ts'
import { outcomeText } from '../../outcome-texts.ts'
import { type MailContent, mailHtml, mailText } from './mail-body.ts'
import type { Mail, Mailer } from './mailer.ts'

interface LinkTexts {
  locale: string
  title: string
  line: (publicUrl: string) => string
  until: (time: string) => string
  label: string
  foot: string
}

const TEXTS: Record<Language, Record<Link['purpose'], LinkTexts>> = {
  en: {
    invitation: {
      locale: 'en-GB',
      title: 'Your account for Tocsin',
      line: (publicUrl) => `You have been invited to Tocsin at ${publicUrl}. Choose a password to log in.`,
      until: (time) => `The link works once, until ${time}.`,
      label: 'Choose a password',
      foot: 'If you did not expect this invitation, ignore this mail.',
    },
    password_reset: {
      locale: 'en-GB',
      title: 'A new password for Tocsin',
      line: (publicUrl) =>
        `An administrator has created a link with which you can choose a new password at ${publicUrl}.`,
      until: (time) => `The link works once, until ${time}. Your current password stays valid until then.`,
      label: 'Choose a new password',
      foot: 'If you did not ask for it, ignore this mail and tell your administrator.',
    },
  },
  de: {
    invitation: {
      locale: 'de-DE',
      title: 'Ihr Konto bei Tocsin',
      line: (publicUrl) =>
        `Sie sind zu Tocsin auf ${publicUrl} eingeladen. Wählen Sie ein Passwort, um sich anzumelden.`,
      until: (time) => `Der Link gilt einmal, bis ${time}.`,
      label: 'Passwort wählen',
      foot: 'Falls Sie diese Einladung nicht erwartet haben, ignorieren Sie diese Nachricht.',
    },
    password_reset: {
      locale: 'de-DE',
      title: 'Ein neues Passwort für Tocsin',
      line: (publicUrl) =>
        `Mit diesem Link eines Administrators können Sie auf ${publicUrl} ein neues Passwort wählen.`,
      until: (time) => `Der Link gilt einmal, bis ${time}. Bis dahin gilt Ihr jetziges Passwort.`,
      label: 'Neues Passwort wählen',
      foot: 'Falls Sie nicht darum gebeten haben, ignorieren Sie diese Nachricht und sagen Sie es Ihrem Administrator.',
    },
  },
}

/** A page waits this long for the mail server. */
const WAIT_MS = 10_000

/** Mails a link to its person, in addition to whoever made it; returns whether the mail server has accepted it. */
export type MailLink = (user: { id: number; email: string }, link: Link) => Promise<boolean>

export interface LinkMailerOptions {
  db: Queryable
  /** Null: mails are not set up, or turned off. */
  mailer: () => Mailer | null
  publicUrl: () => string
  now: () => Date
  onError: (error: unknown) => void
}

/** Sends invitations, and links for a new password, to the addresses of accounts. A failure is reported, not thrown. */
export function linkMailer({ db, mailer: current, publicUrl, now, onError }: LinkMailerOptions): MailLink {
  return async ({ id, email }, link) => {
    const mailer = current()
    // Accounts may have addresses to which no mail can be sent.
    if (mailer === null || !isEmailAddress(email)) return false
    const [row] = await db.query<{ preferences: Partial<Preferences> }>(
      sql`select preferences from users where id = ${id}`,
    )
    const preferences = { ...DEFAULT_PREFERENCES, ...row?.preferences }
    const sending = mailer.send(linkMail(email, preferences, link, publicUrl(), now()), now()).then(
      ({ verdict, detail }) => {
        if (verdict !== 'accepted') onError(new Error(outcomeText(detail)))
        return verdict === 'accepted'
      },
      (error: unknown) => {
        onError(error)
        return false
      },
    )
    const patience = new AbortController()
    const waited = sleep(WAIT_MS, false, { signal: patience.signal }).catch(() => false)
    return Promise.race([sending, waited]).finally(() => patience.abort())
  }
}

function linkMail(
  email: string,
  { language, zone }: Pick<Preferences, 'language' | 'zone'>,
  link: Link,
  publicUrl: string,
  now: Date,
): Mail {
  const texts = TEXTS[language][link.purpose]
  const until = new Intl.DateTimeFormat(texts.locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: zone ?? 'UTC',
  }).format(link.expires_at)
  const content: MailContent = {
    language,
    title: texts.title,
    block: null,
    lines: [texts.line(publicUrl), texts.until(zone === null ? `${until} UTC` : until)],
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
