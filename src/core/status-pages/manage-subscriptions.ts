import type { Database } from '../../platform/database/database.ts'
import { conflict, invalidField } from '../../platform/errors.ts'
import { encryptSecret, newToken } from '../../platform/secrets.ts'
import type { Language } from '../../words/words.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { channelKind } from '../contact-methods/channels/channels.ts'
import { ZONES, zoneToday } from '../people/preferences/time-zones.ts'
import { isEmailAddress } from '../settings/connections/email-address.ts'
import { lockOwnPage } from './manage-status-page.ts'
import type { PublicPage } from './status-page-store.ts'
import { askSubscription, deleteSubscriber, lockSubscriptions } from './subscription-store.ts'

/** Each gets a mail of its own for each notice. */
const MOST_SUBSCRIBERS = 5_000
/** Strangers to whom somebody can have a mail sent, in a day. */
const MOST_WAITING = 500

interface Asked {
  email: string
  language: Language
  /** As the browser names it; null: it does not say. */
  zone: string | null
}

/**
 * Asks for the notices of a page by mail; a mail with a link comes first. Nothing tells whether the address is known. `secret`
 * is that of the page's address. Throws 400, and 409 for a page with very many.
 */
export async function requestSubscription(
  db: Database,
  { site_id }: Pick<PublicPage, 'site_id'>,
  { email: given, language, zone: named }: Asked,
  { secret, encryptionKey }: { secret: string; encryptionKey: Buffer },
  now: Date,
): Promise<void> {
  const email = given.trim()
  if (!isEmailAddress(email)) throw invalidField('/email', 'no_email')
  const zone = named !== null && ZONES.includes(zoneToday(named)) ? zoneToday(named) : null
  const token = newToken()
  const sealed = encryptSecret(encryptionKey, `${token}${secret}`)
  await db.transaction(async (tx) => {
    const { all, waiting } = await lockSubscriptions(tx, site_id)
    if (all >= MOST_SUBSCRIBERS) throw conflict('status_subscriptions_most', MOST_SUBSCRIBERS)
    if (waiting >= MOST_WAITING) throw conflict('status_subscriptions_wait')
    await askSubscription(tx, { site_id, email, language, zone, token, sealed }, now)
  })
}

/** Throws 403, 404, and 400 for an address that is not subscribed. */
export async function removeSubscriber(
  db: Database,
  siteId: number,
  email: string,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  const address = email.trim()
  await db.transaction(async (tx) => {
    const { title } = await lockOwnPage(tx, siteId, by)
    if (!(await deleteSubscriber(tx, siteId, address))) throw invalidField('/email', 'no_subscriber')
    const subject = { type: 'status_page', id: siteId, name: title, site_id: siteId }
    // As for contact methods, the audit log has a hint of the address alone.
    const before = { subscriber: channelKind('email').hintOf({ address }) }
    await recordChange(tx, by, { action: 'status_page.subscriber_removed', subject, before, after: null }, now)
  })
}
