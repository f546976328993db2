import { type Language, WORDS } from '../../words/words.ts'
import { type MailContent, mailHtml, mailText } from '../contact-methods/channels/email/mail-body.ts'
import type { Mail } from '../contact-methods/channels/email/mailer.ts'
import { noticeState } from './notice.ts'
import type { StoredNotice } from './notice-store.ts'

/** A mail has the latest; the page has all of them. */
const MOST_NOTICES_OF_MAIL = 20

interface Recipient {
  id: number
  email: string
  language: Language
  zone: string | null
  /** The title of the page. */
  page: string
}

/** Addresses in a mail. `own`: the page of the subscription. */
export interface SubscriptionLinks {
  page: string
  own: string
}

/** The first mail, whose link leads to the button that confirms the address. Pure. */
export function confirmationMail(to: Recipient, { own }: SubscriptionLinks, now: Date): Mail {
  const { mail: words } = WORDS[to.language].statusPages.subscription
  const content: MailContent = {
    language: to.language,
    title: words.confirm,
    block: null,
    lines: [words.asked(to.page), words.until],
    links: [{ label: words.confirm, url: own }],
    foot: words.ignore,
  }
  return mailTo(to, content, { subject: `${to.page}: ${words.confirm}`, id: 'asked', own }, now)
}

/** Everything with a number behind `told`, oldest first. Pure. */
export function newsMail(
  to: Recipient,
  notices: readonly StoredNotice[],
  { told, through, links }: { told: number; through: number; links: SubscriptionLinks },
  now: Date,
): Mail {
  const { mail: words } = WORDS[to.language].statusPages.subscription
  const shown = notices.slice(-MOST_NOTICES_OF_MAIL)
  const [last, more] = [shown.at(-1)!, notices.length - shown.length]
  const texts = shown.map((notice) => noticeLines(to, notice, told, now))
  const isOne = notices.length === 1
  const content: MailContent = {
    language: to.language,
    title: isOne ? last.title : to.page,
    block: null,
    lines: [
      ...texts.flatMap((lines, place) => (isOne ? lines : [...(place > 0 ? [''] : []), shown[place]!.title, ...lines])),
      ...(more > 0 ? ['', words.more(more)] : []),
    ],
    links: [
      { label: words.open, url: links.page },
      { label: words.end, url: links.own },
    ],
    foot: words.foot(to.page),
  }
  const subject = `${to.page}: ${isOne ? last.title : words.andMore(last.title, notices.length - 1)}`
  return mailTo(to, content, { subject, id: String(through), own: links.own }, now)
}

/** The state, and what has been written since: the text, and updates. */
function noticeLines({ language, zone }: Recipient, notice: StoredNotice, told: number, now: Date): string[] {
  const { statusPages, language: own } = WORDS[language]
  const { kinds, states } = statusPages.notices
  const { mail: words } = statusPages.subscription
  const { kind, starts_at, ends_at, text, news, updates } = notice
  const time = new Intl.DateTimeFormat(own.locale, {
    ...{ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
    timeZone: zone ?? 'UTC',
  })
  const planned = ends_at === null ? [] : [words.planned(time.format(starts_at), time.format(ends_at))]
  const fresh = updates.filter((update) => (update.news ?? 0) > told)
  return [
    `${kinds[kind]} · ${states[noticeState(notice, now)]}`,
    ...(kind === 'maintenance' ? planned : []),
    ...(news > told ? text.split('\n') : []),
    ...fresh.flatMap(({ at, state, text: said }) => [
      `${time.format(at)}: ${states[state]}`,
      ...(said === '' ? [] : said.split('\n')),
    ]),
  ]
}

/** Its ID is the same for each attempt. Programs that read mails can unsubscribe by themselves (RFC 8058). */
const mailTo = (
  { id: subscription, email }: Recipient,
  content: MailContent,
  { subject, id, own }: { subject: string; id: string; own: string },
  now: Date,
): Mail => ({
  to: email,
  subject,
  text: mailText(content),
  html: mailHtml(content),
  id: `subscription-${subscription}-${id}`,
  thread: null,
  urgent: false,
  date: now,
  headers: { 'List-Unsubscribe': `<${own}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
})
