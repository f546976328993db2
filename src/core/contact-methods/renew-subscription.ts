import type { Database } from '../../platform/database/database.ts'
import { encryptSecret } from '../../platform/secrets.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { NO_REACH } from '../reach/reach.ts'
import { type ChannelSetup, sendFirstMessage } from './add-contact-method.ts'
import { fingerprintOf } from './address-fingerprint.ts'
import { checkSubscription, oneSubscription } from './channels/push/push-address.ts'
import type { AllowedOrigins } from './channels/push/push-kind.ts'
import type { PushAddress } from './channels/push/push-notification.ts'
import { deleteMethod, noteSeen, setAddress } from './contact-method-store.ts'
import { deleteBrowsers, lockBrowsers, type SubscribedBrowser } from './subscribed-browsers.ts'

type Setup = Pick<ChannelSetup, 'encryptionKey' | 'settings'>

/**
 * The browser with this subscription has another one now, or confirms that it has not. Whoever sends it has no session,
 * but knows the keys of the old one, which nobody else does. False if the subscription is unknown, so that the browser
 * ends it. Throws 400 for a subscription that is not allowed.
 */
export async function renewSubscription(
  db: Database,
  { previous, subscription }: { previous: PushAddress; subscription: PushAddress },
  setup: Setup,
  address: string,
  now: Date,
): Promise<boolean> {
  const allowed = setup.settings.push as AllowedOrigins
  const [old, fresh] = [oneSubscription(previous), checkSubscription(subscription, allowed)]
  const [oldPrint, freshPrint] = [printOf(old, setup), printOf(fresh, setup)]
  return db.transaction(async (tx) => {
    const browsers = await lockBrowsers(tx, oldPrint)
    for (const browser of browsers) {
      const { id, label, owner } = browser
      if (oldPrint !== freshPrint) {
        // The same browser, which its person has added in the meantime.
        const twins = (await lockBrowsers(tx, freshPrint)).filter((twin) => twin.owner.id === owner.id)
        for (const twin of twins) await deleteMethod(tx, twin.id)
        await setAddress(tx, id, encryptSecret(setup.encryptionKey, JSON.stringify(fresh)), freshPrint)
        const subject = { type: 'contact_method', id, name: label }
        const change = { action: 'contact_method.renewed', subject, before: null, after: { kind: 'push', label } }
        await recordChange(tx, bySubscription(browser, address), change, now)
      }
      await noteSeen(tx, id, now)
      if (browser.state === 'broken') await sendFirstMessage(tx, owner, browser, now)
    }
    return browsers.length > 0
  })
}

/** Deletes the method of a browser, as when its person logs out. False if there is none. */
export async function removeSubscription(
  db: Database,
  subscription: PushAddress,
  setup: Setup,
  address: string,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const browsers = await lockBrowsers(tx, printOf(oneSubscription(subscription), setup))
    for (const browser of browsers) await deleteBrowsers(tx, [browser], bySubscription(browser, address), now)
    return browsers.length > 0
  })
}

const printOf = (subscription: PushAddress, { encryptionKey }: Setup): string =>
  fingerprintOf(encryptionKey, 'push', subscription)

const bySubscription = ({ owner }: SubscribedBrowser, address: string): ChangeBy => ({
  actor: owner,
  via: 'push',
  reach: NO_REACH,
  address,
})
