import { secondsAfter } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { openSecret } from '../../platform/secrets.ts'
import type { ChannelOutcome } from '../contact-methods/channels/channel.ts'
import { type Mailer, openMailer } from '../contact-methods/channels/email/mailer.ts'
import { outcomeText } from '../contact-methods/outcome-texts.ts'
import { isLocalHost } from '../escalation/readiness-problems.ts'
import type { SmtpSettings } from '../settings/connections/smtp-settings.ts'
import { statusAddress } from './manage-status-page.ts'
import { listNews, type StoredNotice } from './notice-store.ts'
import { confirmationMail, newsMail, type SubscriptionLinks } from './subscription-mails.ts'
import {
  claimSubscriptions,
  type DueSubscription,
  dropSubscription,
  putOffSubscription,
  settleSubscription,
} from './subscription-store.ts'

/** Mails of one step. Notifications of people have connections of their own, and more of them. */
const BATCH = 10
const CONNECTIONS = 2
/** Longer than a step takes. Of a node that was killed, mails are sent again then. */
const LEASE_S = 300
const FIRST_RETRY_S = 60
const LAST_RETRY_S = 3_600
/** A mailbox that does not exist for so long is not coming back. */
const REFUSED_FOR_S = 3 * 86_400

interface Sending {
  db: Database
  encryptionKey: Buffer
  /** Null: mails are not set up, or turned off. */
  server: () => SmtpSettings | null
  publicUrl: () => string
  onError: (error: unknown) => void
}

/** Whether visitors can subscribe: mails can be sent, and others than this machine can follow their links. Pure. */
export const canMailSubscribers = (server: SmtpSettings | null, publicUrl: string): boolean =>
  server !== null && !isLocalHost(new URL(publicUrl).hostname)

/**
 * Sends those subscribers what is due to them: one mail each, with everything that is new. What is due follows from the number of
 * the news that a subscriber was last told, which moves on behind the mail; so none is lost, and one may come twice.
 */
export function subscriberMails({ db, encryptionKey, server: current, publicUrl, onError }: Sending) {
  const open = (sealed: Buffer): SubscriptionLinks | null => {
    const text = openSecret(encryptionKey, sealed)
    if (text === null) return null
    const [token, secret] = [text.slice(0, 64), text.slice(64)]
    return { own: subscriptionAddress(publicUrl(), token), page: statusAddress(publicUrl(), secret) }
  }

  async function send(
    mailer: Mailer,
    due: DueSubscription,
    { notices, through }: News,
    now: Date,
  ): Promise<ChannelOutcome | 'nothing' | 'locked'> {
    const links = open(due.sealed)
    if (links === null) return 'locked'
    if (due.state === 'asked') return mailer.send(confirmationMail(due, links, now), now)
    const own = notices.filter((notice) => newsOf(notice) > due.told_through)
    if (own.length === 0) return 'nothing'
    return mailer.send(newsMail(due, own, { told: due.told_through, through, links }, now), now)
  }

  /** Returns whether the subscriber has what was due. */
  async function handle(mailer: Mailer, due: DueSubscription, known: News, now: Date): Promise<boolean> {
    const outcome = await send(mailer, due, known, now)
    if (outcome === 'nothing' || (outcome !== 'locked' && outcome.verdict === 'accepted')) {
      await settleSubscription(db, due, known.through, now)
      return true
    }
    onError(new Error(outcome === 'locked' ? 'its links were encrypted with another key' : outcomeText(outcome.detail)))
    const isRefused = outcome !== 'locked' && outcome.verdict === 'broken'
    const refusedSince = isRefused ? (due.refused_since ?? now) : due.refused_since
    // An address that nobody has confirmed was mistyped.
    const isGone = isRefused && (due.state === 'asked' || secondsAfter(refusedSince!, REFUSED_FOR_S) <= now)
    if (isGone) await dropSubscription(db, due.id)
    else {
      const waitS = Math.min(LAST_RETRY_S, FIRST_RETRY_S * 2 ** Math.min(due.failures, 10))
      await putOffSubscription(db, due, refusedSince, secondsAfter(now, waitS))
    }
    return false
  }

  /** One step. Returns whether there may be more. */
  return async (now: Date): Promise<boolean> => {
    const server = current()
    if (server === null || !canMailSubscribers(server, publicUrl())) return false
    const claimed = await claimSubscriptions(db, { limit: BATCH, leaseS: LEASE_S }, now)
    if (claimed.length === 0) return false
    const mailer = openMailer(server, publicUrl(), CONNECTIONS)
    try {
      const news = await readNews(db, claimed)
      const sent = await Promise.all(
        claimed.map((due) =>
          handle(mailer, due, news.get(due.site_id)!, now).catch((error: unknown) => {
            onError(error)
            return false
          }),
        ),
      )
      // A mail server that is away is not asked for all others at once.
      return sent.includes(true)
    } finally {
      mailer.close()
    }
  }
}

/** The address of the page where a subscription is confirmed and ended. */
const subscriptionAddress = (publicUrl: string, token: string): string =>
  statusAddress(publicUrl, `subscription/${token}`)

interface News {
  notices: readonly StoredNotice[]
  /** The number of the last ones that were there when they were read. */
  through: number
}

const newsOf = ({ news, updates }: StoredNotice): number => Math.max(news, ...updates.map((update) => update.news ?? 0))

/** By page: all that is new to any of these subscribers, in the order in which it was written. */
async function readNews(db: Database, due: readonly DueSubscription[]): Promise<Map<number, News>> {
  const bySite = Map.groupBy(due, ({ site_id }) => site_id)
  const read = [...bySite].map(async ([siteId, own]): Promise<[number, News]> => {
    const told = own.filter(({ state }) => state === 'confirmed').map(({ told_through }) => told_through)
    if (told.length === 0) return [siteId, { notices: [], through: 0 }]
    const { notices, through } = await listNews(db, siteId, Math.min(...told))
    return [siteId, { notices: notices.toSorted((one, other) => newsOf(one) - newsOf(other)), through }]
  })
  return new Map(await Promise.all(read))
}
